//! What only the trace of a run has: the order of packets, whose they are, how long interrupts take, and the first packets of
//! bursts. It is read while the machine runs, so that no trace has to be kept.

use super::metric::{Metric, MetricValues};
use livelock_core::cpu::Trap;
use livelock_core::machine::Machine;
use livelock_core::probes::Latency;
use livelock_core::scenario::Step;
use livelock_core::trace::topology::{ContextKind, Topology};
use livelock_core::trace::{ContextId, Event, PacketId, Record, StepStart};
use livelock_core::units::{Cycles, Hertz};

/// Packets that are further apart do not belong to one burst.
const BURST_GAP_MICROSECONDS: u64 = 1_000;

/// The work of the IP layer, in its order.
const IP_LAYER: [Step; 4] = [Step::Ipinput, Step::IpForward, Step::IpOutput, Step::EtherOutput];

/// A packet that has arrived.
#[derive(Clone, Copy, Default)]
struct Arrived {
    at: Cycles,
    stream: u8,
    /// The first of a burst that found the machine empty: no kernel can be early for another one.
    is_first: bool,
    /// How much of the IP layer's work was done.
    done: u8,
}

/// The packets of one wire.
#[derive(Clone, Copy, Default)]
struct Stream {
    arrived: u64,
    delivered: u64,
    /// The newest packet that was delivered.
    newest: PacketId,
}

/// Reads the trace of a machine.
pub(super) struct Watch {
    is_device: Vec<bool>,
    /// The next record to read.
    next: u64,
    /// By packet, from number 1.
    arrived: Vec<Arrived>,
    /// Packets inside.
    inside: u64,
    skipped: u64,
    last_arrival: Cycles,
    burst_gap: Cycles,
    streams: Vec<Stream>,
    overtaken: u64,
    /// Interrupts that are being handled: the context, since when, and how much of it belongs to interrupts inside.
    open: Vec<(ContextId, Cycles, Cycles)>,
    stays: Vec<u64>,
    first_of_burst: Option<Cycles>,
}

impl Watch {
    pub fn new(topology: &Topology) -> Watch {
        let clock = Hertz(topology.clock_hz);
        Watch {
            is_device: topology.contexts.iter().map(|context| context.kind == ContextKind::Device).collect(),
            next: 0,
            arrived: vec![Arrived::default()],
            inside: 0,
            skipped: 0,
            last_arrival: Cycles::ZERO,
            burst_gap: clock.cycles_in_microseconds(BURST_GAP_MICROSECONDS),
            streams: Vec::new(),
            overtaken: 0,
            open: Vec::new(),
            stays: Vec::new(),
            first_of_burst: None,
        }
    }

    /// Runs the machine to this moment and reads what it did.
    pub fn run(&mut self, machine: &mut Machine, until: Cycles) -> Result<(), Trap> {
        machine.run_until(until)?;
        machine.host.recorder.scan(self.next, |record| {
            self.see(record);
            true
        });
        self.next = machine.host.recorder.count();
        Ok(())
    }

    fn see(&mut self, record: Record) {
        let now = record.time();
        match record.event() {
            Event::Arrive { packet, stream, .. } => {
                self.arrive(packet, stream, now);
                self.inside += 1;
            }
            Event::Refuse { packet, stream, .. } => self.arrive(packet, stream, now),
            Event::Drop { .. } => self.inside -= 1,
            Event::Step(StepStart { step, packet, .. }) => {
                if let Some(packet) = self.arrived.get_mut(packet as usize)
                    && IP_LAYER.get(usize::from(packet.done)).is_some_and(|next| *next as u16 == step)
                {
                    packet.done += 1;
                }
            }
            Event::Deliver { packet, .. } => {
                self.inside -= 1;
                self.deliver(packet, now);
            }
            Event::Interrupt { .. } => self.open.push((record.context(), now, Cycles::ZERO)),
            Event::Return { .. } => {
                let Some((context, since, inside)) = self.open.pop() else { return };
                if let Some((_, _, around)) = self.open.last_mut() {
                    *around += now - since;
                }
                if self.is_device[usize::from(context)] {
                    self.stays.push((now - since - inside).0);
                }
            }
            _ => {}
        }
    }

    fn arrive(&mut self, packet: PacketId, stream: u8, now: Cycles) {
        let is_first = self.inside == 0 && now - self.last_arrival > self.burst_gap;
        debug_assert_eq!(self.arrived.len(), packet as usize, "packets are numbered as they arrive");
        self.arrived.push(Arrived { at: now, stream, is_first, done: 0 });
        self.last_arrival = now;
        let stream = usize::from(stream);
        self.streams.resize(self.streams.len().max(stream + 1), Stream::default());
        self.streams[stream].arrived += 1;
    }

    fn deliver(&mut self, packet: PacketId, now: Cycles) {
        let Arrived { at, stream, is_first, done } = self.arrived[packet as usize];
        let stream = &mut self.streams[usize::from(stream)];
        stream.delivered += 1;
        self.overtaken += u64::from(packet < stream.newest);
        stream.newest = packet.max(stream.newest);
        self.skipped += u64::from(usize::from(done) < IP_LAYER.len());
        if is_first {
            self.first_of_burst = self.first_of_burst.max(Some(now - at));
        }
    }

    pub fn values(&self, clock: Hertz) -> MetricValues {
        let microseconds = |cycles: Cycles| cycles.0 as f64 * 1e6 / clock.0 as f64;
        let mut values = MetricValues::default();
        values.set(Metric::Overtaken, Some(self.overtaken as f64));
        values.set(Metric::Skipped, Some(self.skipped as f64));
        values.set(Metric::DeviceStay, Latency::exact(self.stays.clone(), clock).p99);
        values.set(Metric::FirstOfBurst, self.first_of_burst.map(microseconds));
        let (quiet, jain) = fairness(&self.streams);
        values.set(Metric::QuietWire, quiet);
        values.set(Metric::Jain, jain);
        values
    }
}

/// How a kernel treats two wires or more: the share that the one with the fewest packets gets through, and Jain's index of what
/// all get through, `(sum x)^2 / (n sum x^2)`: 1 if all get as much, `1 / n` if one gets everything.
fn fairness(streams: &[Stream]) -> (Option<f64>, Option<f64>) {
    let wires = || streams.iter().filter(|stream| stream.arrived > 0);
    let count = wires().count() as f64;
    let Some(quiet) = wires().min_by_key(|wire| wire.arrived).filter(|_| count > 1.0) else { return (None, None) };
    let sum: f64 = wires().map(|wire| wire.delivered as f64).sum();
    let squares: f64 = wires().map(|wire| (wire.delivered as f64).powi(2)).sum();
    let index = (squares > 0.0).then(|| sum.powi(2) / (count * squares));
    (Some(quiet.delivered as f64 / quiet.arrived as f64 * 100.0), index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quiet_wire_is_the_one_with_fewer_packets_and_equal_wires_have_the_index_1() {
        let wire = |arrived, delivered| Stream { arrived, delivered, newest: 0 };
        let quiet = |share: f64, index: f64| (Some(share), Some(index));
        assert_eq!(
            fairness(&[wire(4_000, 1_000), wire(100, 50)]),
            quiet(50.0, 1_050_f64.powi(2) / (2.0 * 1_002_500.0))
        );
        assert_eq!(fairness(&[wire(100, 80), wire(100, 80)]), quiet(80.0, 1.0));
        assert_eq!(fairness(&[wire(100, 100), wire(90, 0)]), quiet(0.0, 0.5));
        assert_eq!(fairness(&[wire(100, 0), wire(90, 0)]), (Some(0.0), None));
        // one wire is treated neither fairly nor unfairly
        assert_eq!(fairness(&[wire(100, 100), wire(0, 0)]), (None, None));
    }
}
