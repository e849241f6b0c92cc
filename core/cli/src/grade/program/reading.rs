//! The begin of one run of a learner's program, read from its trace: who had the CPU when, and what became of each packet. A line
//! of the program has the time of its statements and of the calls of the table that it makes; a function of the program that it
//! calls has its own lines.

use crate::output::thousands;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::costs::STEPS;
use livelock_core::trace::topology::{ContextKind, PlaceKind, Topology};
use livelock_core::trace::{ContextId, Event, LineId, PacketId, PlaceId, Record, RecorderSize, VisibleState};
use livelock_core::units::{Cycles, Hertz};
use livelock_judge::Run;
use std::collections::BTreeMap;

/// How much of a run is read.
pub const MILLISECONDS: u64 = 100;
/// Room for every statement of it: an endless loop takes a step every 20 cycles.
const KEEP: Tracing = Tracing::Keep(RecorderSize { bytes: 32 << 20 });

/// Who has the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// A line of the program, by its number.
    Line(u32),
    /// A process, the idle loop, or the machine's own part of an interrupt.
    Context(ContextId),
    /// The CPU switches between threads.
    Switch,
}

/// A time in which the same one had the CPU.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub who: Who,
    pub from: Cycles,
    pub to: Cycles,
}

/// How the machine got rid of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Delivered,
    /// The hardware found the place full.
    Refused(PlaceId),
    Dropped(PlaceId),
}

/// What became of a packet.
#[derive(Clone, Debug)]
pub struct Packet {
    pub number: PacketId,
    pub arrived: Cycles,
    /// The number of the record of its arrival.
    pub record: u64,
    /// The line that its arrival asserts.
    pub line: LineId,
    /// The places that it was in, with the times of coming and going. The last one may go on.
    pub stops: Vec<(PlaceId, Cycles, Option<Cycles>)>,
    pub end: Option<(End, Cycles)>,
}

/// A moment when a line's interrupts were turned off, and who did it.
#[derive(Clone, Copy, Debug)]
pub struct TurnedOff {
    pub line: LineId,
    pub at: Cycles,
    pub who: Who,
}

pub struct Reading {
    machine: Machine,
    pub spans: Vec<Span>,
    pub packets: Vec<Packet>,
    pub turned_off: Vec<TurnedOff>,
    /// The interrupts that were taken: when, and the level of the CPU from then on.
    pub interrupts: Vec<(LineId, Cycles, u8)>,
    /// For each receive ring: the most packets in it, and when there were so many first.
    pub peaks: BTreeMap<PlaceId, (usize, Cycles)>,
    pub visits: BTreeMap<u32, u64>,
}

impl Reading {
    /// Runs the machine for `MILLISECONDS`, or until the program breaks a rule. None if the trace has no room for it.
    pub fn of(run: &Run) -> Option<Reading> {
        let mut machine = Machine::new(&run.scenario, KEEP).ok()?;
        let end = Hertz(machine.topology.clock_hz).cycles_in_milliseconds(MILLISECONDS);
        // what the program did until then is worth a question, too
        let _ = machine.run_until(end);
        let recorder = &machine.host.recorder;
        if recorder.first() > 0 || machine.topology.cpus > 1 {
            return None;
        }
        let mut reader = Reader::new(&machine.topology);
        let mut number = 0;
        recorder.scan(0, |record| {
            reader.read(number, record);
            number += 1;
            true
        });
        reader.pass(machine.now());
        let Reader { spans, packets, turned_off, interrupts, peaks, visits, .. } = reader;
        Some(Reading { spans, packets, turned_off, interrupts, peaks, visits, machine })
    }

    pub fn topology(&self) -> &Topology {
        &self.machine.topology
    }

    pub fn microseconds(&self, time: Cycles) -> f64 {
        time.0 as f64 * 1e6 / self.topology().clock_hz as f64
    }

    /// Whole microseconds: "1,250".
    pub fn told(&self, time: Cycles) -> String {
        thousands(self.microseconds(time).round())
    }

    /// The machine just before a record.
    pub fn state_before(&self, record: u64) -> VisibleState {
        self.machine.host.recorder.state_before(record)
    }

    /// Who had the CPU when something happened. What happens may be the end of that.
    pub fn who_before(&self, time: Cycles) -> Option<Who> {
        let next = self.spans.partition_point(|span| span.to < time);
        self.spans.get(next).map(|span| span.who)
    }

    /// The times of all within an interval.
    pub fn times(&self, from: Cycles, to: Cycles) -> BTreeMap<Who, Cycles> {
        let mut times = BTreeMap::new();
        let first = self.spans.partition_point(|span| span.to <= from);
        for span in self.spans[first..].iter().take_while(|span| span.from < to) {
            *times.entry(span.who).or_insert(Cycles::ZERO) += span.to.min(to) - span.from.max(from);
        }
        times
    }
}

struct Reader<'a> {
    topology: &'a Topology,
    running: ContextId,
    /// Until when the CPU switches to it.
    switched: Cycles,
    time: Cycles,
    /// The line of the program in which each context is.
    lines: Vec<Option<u32>>,
    enabled: Vec<bool>,
    counts: Vec<usize>,
    spans: Vec<Span>,
    packets: Vec<Packet>,
    turned_off: Vec<TurnedOff>,
    interrupts: Vec<(LineId, Cycles, u8)>,
    peaks: BTreeMap<PlaceId, (usize, Cycles)>,
    visits: BTreeMap<u32, u64>,
}

impl<'a> Reader<'a> {
    fn new(topology: &'a Topology) -> Reader<'a> {
        Reader {
            topology,
            running: topology.idle_contexts()[0],
            switched: Cycles::ZERO,
            time: Cycles::ZERO,
            lines: vec![None; topology.contexts.len()],
            enabled: vec![false; topology.lines.len()],
            counts: vec![0; topology.places.len()],
            spans: Vec::new(),
            packets: Vec::new(),
            turned_off: Vec::new(),
            interrupts: Vec::new(),
            peaks: BTreeMap::new(),
            visits: BTreeMap::new(),
        }
    }

    fn who(&self) -> Who {
        self.lines[usize::from(self.running)].map_or(Who::Context(self.running), Who::Line)
    }

    /// Gives the time up to `to` to those who had the CPU.
    fn pass(&mut self, to: Cycles) {
        let switched = self.switched.clamp(self.time, to.max(self.time));
        for (who, from, to) in [(Who::Switch, self.time, switched), (self.who(), switched, to)] {
            match self.spans.last_mut() {
                _ if from >= to => {}
                Some(last) if last.who == who => last.to = to,
                _ => self.spans.push(Span { who, from, to }),
            }
        }
        self.time = self.time.max(to);
    }

    fn read(&mut self, number: u64, record: Record) {
        let (now, context) = (record.time(), record.context());
        self.pass(now);
        match record.event() {
            Event::Step(start) => self.step(usize::from(context), usize::from(start.step)),
            Event::Run { switch } => (self.running, self.switched) = (context, now + Cycles(switch.into())),
            Event::Interrupt { line, .. } => {
                (self.running, self.switched) = (context, Cycles::ZERO);
                self.interrupts.push((line, now, record.level()));
            }
            Event::Return { to, .. } => {
                self.lines[usize::from(context)] = None;
                (self.running, self.switched) = (to, Cycles::ZERO);
            }
            Event::Arrive { packet, place, line, .. } => {
                let stops = vec![(place, now, None)];
                self.packets.push(Packet { number: packet, arrived: now, record: number, line, stops, end: None });
                self.comes(place, now);
            }
            Event::Refuse { packet, place, .. } => {
                let end = Some((End::Refused(place), now));
                let line = livelock_core::trace::NO_LINE;
                self.packets.push(Packet {
                    number: packet,
                    arrived: now,
                    record: number,
                    line,
                    stops: Vec::new(),
                    end,
                });
            }
            Event::Push { packet, place } => {
                self.comes(place, now);
                self.change(packet, |packet| packet.stops.push((place, now, None)));
            }
            Event::Pop { packet, place, .. } => {
                self.counts[usize::from(place)] = self.counts[usize::from(place)].saturating_sub(1);
                self.change(packet, |packet| packet.leaves(place, now));
            }
            Event::Drop { packet, place, .. } => {
                self.change(packet, |packet| packet.end = packet.end.or(Some((End::Dropped(place), now))));
            }
            Event::Deliver { packet, place, .. } => self.change(packet, |packet| {
                packet.leaves(place, now);
                packet.end = Some((End::Delivered, now));
            }),
            Event::Line { line, enabled, .. } => {
                let before = std::mem::replace(&mut self.enabled[usize::from(line)], enabled);
                if before && !enabled {
                    self.turned_off.push(TurnedOff { line, at: now, who: self.who() });
                }
            }
            _ => {}
        }
    }

    /// A line of the program, a call that a line makes, or a step of the machine's own.
    fn step(&mut self, context: usize, step: usize) {
        let code = usize::try_from(self.topology.steps[step].code).ok();
        if step >= STEPS.len() {
            let line = code.map_or(0, |code| self.topology.code[code].line);
            self.lines[context] = Some(line);
            *self.visits.entry(line).or_default() += 1;
        } else if code.is_some() {
            self.lines[context] = None;
        }
    }

    fn comes(&mut self, place: PlaceId, now: Cycles) {
        let count = &mut self.counts[usize::from(place)];
        *count += 1;
        if self.topology.places[usize::from(place)].kind == PlaceKind::ReceiveRing {
            let peak = self.peaks.entry(place).or_insert((0, now));
            if *count > peak.0 {
                *peak = (*count, now);
            }
        }
    }

    /// Packets are numbered from 1 as they arrive.
    fn change(&mut self, packet: PacketId, change: impl FnOnce(&mut Packet)) {
        if let Some(packet) = (packet as usize).checked_sub(1).and_then(|index| self.packets.get_mut(index)) {
            change(packet);
        }
    }
}

impl Packet {
    /// A packet that was sent is reclaimed later; it has left before.
    fn leaves(&mut self, place: PlaceId, now: Cycles) {
        if let Some((_, _, until @ None)) = self.stops.last_mut().filter(|(at, _, _)| *at == place) {
            *until = Some(now);
        }
    }
}

/// Whether a context is the idle loop.
pub fn is_idle(topology: &Topology, context: ContextId) -> bool {
    topology.contexts[usize::from(context)].kind == ContextKind::Idle
}

#[cfg(test)]
mod tests {
    use super::*;
    use livelock_core::trace::Count;
    use livelock_judge::{Load, Seeds, find, runs};

    /// Each load of a challenge with each of its wrong programs and its solution.
    fn readings(name: &str) -> Vec<Reading> {
        let (challenge, folder) = find(name).expect("a challenge");
        let loads: Vec<&Load> = challenge.loads.iter().filter(|load| !load.window).collect();
        let texts = folder.fails.iter().map(|(_, text)| *text).chain([folder.reference]);
        let pairs = texts.flat_map(|text| loads.iter().map(move |load| (text, *load)));
        let reading = |(text, load)| {
            let runs = runs(challenge, load, "kernel.c", text, &Seeds { count: 1, ..Seeds::default() });
            Reading::of(&runs.expect("it compiles")[0]).expect("a trace with room")
        };
        pairs.map(reading).collect()
    }

    #[test]
    fn every_cycle_has_one_who_spends_it() {
        for reading in readings("12").iter().chain(&readings("1")) {
            let end = reading.machine.now();
            let spans = &reading.spans;
            assert!(spans[0].from == Cycles::ZERO && spans.last().is_some_and(|span| span.to == end));
            assert!(spans.windows(2).all(|pair| pair[0].to == pair[1].from && pair[0].who != pair[1].who));
            let (row, topology) = (reading.machine.row(), reading.topology());
            let idle = Who::Context(topology.idle_contexts()[0]);
            let times = reading.times(Cycles::ZERO, end);
            let spent = times.get(&idle).map_or(0, |time| time.0);
            assert_eq!(spent, row.cycles(topology.idle_contexts()[0]), "idle, as the counters have it");
            let half = Cycles(end.0 / 2);
            let sum = |from, to| reading.times(from, to).values().map(|time| time.0).sum::<u64>();
            assert_eq!(sum(Cycles::ZERO, half) + sum(half, end), end.0);
        }
    }

    #[test]
    fn every_packet_has_the_end_that_the_counters_have() {
        for reading in readings("12").iter().chain(&readings("11")) {
            let row = reading.machine.row();
            let count = |is: fn(End) -> bool| {
                reading.packets.iter().filter(|packet| packet.end.is_some_and(|(end, _)| is(end))).count() as u64
            };
            assert_eq!(reading.packets.len() as u64, row.count(Count::Arrived));
            assert_eq!(count(|end| end == End::Delivered), row.count(Count::Delivered));
            assert!(
                reading
                    .packets
                    .iter()
                    .all(|packet| packet.stops.iter().all(|(_, from, to)| to.is_none_or(|to| to >= *from)))
            );
            let inside = reading.packets.iter().filter(|packet| packet.end.is_none()).count();
            assert_eq!(inside as u64, reading.machine.host.packets_inside());
        }
    }
}
