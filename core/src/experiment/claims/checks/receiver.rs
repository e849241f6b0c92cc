//! W: the receive path of Linux 2.6 on a Pentium II: the wire, the ring, UDP, and the scheduler's time slices.

use super::measure::{Checked, number, observed};
use super::watch::{Depths, place, run_until, watch};
use crate::experiment::TrialError;
use crate::experiment::claims::TrialCache;
use crate::machine::Machine;
use crate::scenario::Scenario;
use crate::schedulers::time_slice_ms;
use crate::trace::{Count, Event};
use crate::units::{Bytes, Cycles};

/// Data bytes of iperf's packets (W 4.2: 862,066 packets in 25 s at 400 Mb/s).
const UDP_DATA: u64 = 1_470;
/// "with the transmission duration of 25 seconds" (W 4.1 to 4.3)
pub const TRANSMISSION_MS: u64 = 25_000;

/// Megabits per second of this many packets in this many milliseconds.
pub fn megabits(packets: u64, data: u64, ms: u64) -> f64 {
    (packets * data * 8) as f64 / ms as f64 / 1e3
}

/// W table 4.
pub fn time_slices(_: &TrialCache) -> Checked {
    const TABLE: [(i64, u64); 5] = [(19, 5), (0, 100), (-10, 600), (-15, 700), (-20, 800)];
    let words: Vec<String> = TABLE.iter().map(|(nice, _)| format!("{nice:+} {} ms", time_slice_ms(*nice))).collect();
    observed(TABLE.iter().all(|(nice, slice)| time_slice_ms(*nice) == *slice), words.join(", "))
}

pub fn jumbo(cache: &TrialCache) -> Checked {
    let scenario = cache.scenario("wu-udp-200", &[]);
    let settings = crate::scenario::Settings::from(&scenario.values()).machine;
    let rate = |bytes| settings.clock.0 / settings.link.wire_time(Bytes(bytes), settings.clock).0;
    let (usual, jumbo) = (rate(1_518), rate(9_018));
    observed(usual > 80_000 && jumbo < 14_000, format!("{usual}/s of 1,518 bytes, {jumbo}/s of 9,018"))
}

/// Runs iperf until it has read everything: the packets of the transmission, including those still in the buffer when
/// the transmission ends. Returns the machine and the time of the last read, in milliseconds after the start.
pub fn until_read(cache: &TrialCache, scenario: &Scenario, ms: u64) -> Result<(Machine, u64), TrialError> {
    const SLICE_MS: u64 = 10;
    const LONGEST_MS: u64 = 60_000;
    let mut machine = cache.untraced(scenario, 0)?;
    let (start, clock) = (machine.settings().traffic.start, machine.settings().machine.clock);
    let mut now = ms;
    loop {
        run_until(&mut machine, start + clock.cycles_in_milliseconds(now))?;
        if machine.row().inside() == 0 || now >= ms + LONGEST_MS {
            return Ok((machine, now));
        }
        now += SLICE_MS;
    }
}

/// 25 s of packets at 400 Mb/s.
struct Flooded {
    arrived: u64,
    delivered: u64,
    /// Drops.
    at_socket: u64,
    at_ring: u64,
    /// When all is read.
    ms: u64,
}

fn flooded(cache: &TrialCache) -> Result<Flooded, TrialError> {
    let packets = (34_014 * TRANSMISSION_MS / 1_000).to_string();
    let scenario = cache.scenario("wu-udp-400", &[("traffic.packets", &packets)]);
    let numbers = cache.once("packets until all is read", &scenario, || {
        let (machine, ms) = until_read(cache, &scenario, TRANSMISSION_MS)?;
        let row = machine.row();
        let drops = |id| row.drops(place(&machine.topology, id));
        let (arrived, delivered) = (row.count(Count::Arrived), row.count(Count::Delivered));
        Ok([arrived, delivered, drops("receive_queue"), drops("receive_ring"), ms].map(|number| number as f64).to_vec())
    })?;
    let [arrived, delivered, at_socket, at_ring, ms] = std::array::from_fn(|number| numbers[number] as u64);
    Ok(Flooded { arrived, delivered, at_socket, at_ring, ms })
}

pub fn udp_400(cache: &TrialCache) -> Checked {
    let Flooded { delivered, ms, .. } = flooded(cache)?;
    number(megabits(delivered, UDP_DATA, ms), format!("{delivered} packets until {ms} ms, when all is read"))
}

pub fn udp_ratio(cache: &TrialCache) -> Checked {
    let Flooded { arrived, at_socket, at_ring, .. } = flooded(cache)?;
    let text = format!("{at_socket} of {arrived} at the socket, {at_ring} at the interface");
    number(at_socket as f64 * 100.0 / arrived as f64, text)
}

/// Drops at the socket, and the median fill of its quota, sampled every millisecond.
fn occupancy(cache: &TrialCache, id: &str) -> Result<(f64, f64), TrialError> {
    let scenario = cache.scenario(id, &[]);
    let numbers = cache.once("occupancy", &scenario, || occupancy_of(cache.untraced(&scenario, 0)?))?;
    Ok((numbers[0], numbers[1]))
}

fn occupancy_of(mut machine: Machine) -> Result<Vec<f64>, TrialError> {
    let queue = place(&machine.topology, "receive_queue");
    let clock = machine.settings().machine.clock;
    let mut held = Vec::new();
    for ms in 1..=TRANSMISSION_MS {
        run_until(&mut machine, clock.cycles_in_milliseconds(ms))?;
        held.push(machine.visible_state().places[usize::from(queue)].count());
    }
    held.sort_unstable();
    let quota = machine.topology.places[usize::from(queue)].capacity;
    Ok(vec![machine.row().drops(queue) as f64, held[held.len() / 2] as f64 / f64::from(quota)])
}

pub fn udp_200(cache: &TrialCache) -> Checked {
    let (drops, median) = occupancy(cache, "wu-udp-200")?;
    let (loaded_drops, loaded_median) = occupancy(cache, "wu-udp-200-bl10")?;
    let holds = drops == 0.0 && loaded_drops == 0.0 && median < 0.05 && loaded_median < 0.05;
    let text = format!(
        "BL0: {drops} drops, median {:.2} % of the quota; BL10: {loaded_drops} drops, median {:.2} %",
        median * 100.0,
        loaded_median * 100.0
    );
    observed(holds, text)
}

/// The most descriptors that were used at once (with a packet, or without a buffer), and the refused packets.
fn ring_use(cache: &TrialCache, id: &str) -> Result<[u64; 3], TrialError> {
    let scenario = cache.scenario(id, &[]);
    let numbers = cache.once("use of the ring", &scenario, || ring_use_of(cache, &scenario))?;
    Ok(std::array::from_fn(|number| numbers[number] as u64))
}

fn ring_use_of(cache: &TrialCache, scenario: &Scenario) -> Result<Vec<f64>, TrialError> {
    let mut depths = Depths::default();
    let machine = cache.untraced(scenario, 0)?;
    let descriptors = machine.settings().machine.receive_ring as u64;
    let (mut most, mut ready, mut refused) = (0, descriptors, 0_u64);
    let ring = place(&machine.topology, "receive_ring");
    watch(cache, scenario, 1_000 + TRANSMISSION_MS, |_, event| {
        depths.update(event);
        match event {
            Event::Capacity { place, limit } if place == ring => ready = u64::from(limit),
            Event::Refuse { .. } => refused += 1,
            _ => {}
        }
        most = most.max(descriptors - ready + depths.of(ring) as u64);
    })?;
    Ok([most, refused, descriptors].map(|number| number as f64).to_vec())
}

pub fn ring(cache: &TrialCache) -> Checked {
    let [most, refused, descriptors] = ring_use(cache, "wu-table-2-bl0")?;
    let [loaded_most, loaded_refused, _] = ring_use(cache, "wu-figure-9")?;
    let holds = most * 2 < descriptors && refused == 0 && loaded_most >= descriptors && loaded_refused > 0;
    let text = format!(
        "BL0: at most {most} of {descriptors} used, {refused} refused; BL10 with little memory: {loaded_most} used, \
         {loaded_refused} refused"
    );
    observed(holds, text)
}

/// A burst at the rate of the link, with a slow interrupt handler and a software interrupt that keeps up with the link.
fn burst(cache: &TrialCache, handler_us: u64, descriptors: u64) -> Scenario {
    let (cost, ring) = ((handler_us * 1_000).to_string(), descriptors.to_string());
    let changes = [
        ("traffic.pattern", "burst"),
        ("traffic.burst", "500"),
        ("traffic.spacing_us", "0"),
        ("traffic.start_ms", "3"),
        ("machine.link_mbps", "300"),
        ("costs.rx_interrupt", cost.as_str()),
        ("queues.receive_ring", ring.as_str()),
    ];
    cache.scenario("wu-udp-200", &changes)
}

/// The time from a packet's arrival until the software interrupt takes it, and the time between packets.
fn service_delay(cache: &TrialCache, scenario: &Scenario) -> Result<(Cycles, Cycles), TrialError> {
    let mut arrivals = Vec::new();
    let mut taken = None;
    watch(cache, scenario, 40, |time, event| match event {
        Event::Arrive { .. } => arrivals.push(time),
        Event::Pop { .. } => taken = taken.or(Some(time)),
        _ => {}
    })?;
    let first = arrivals[0];
    Ok((taken.unwrap_or(first) - first, arrivals[1] - first))
}

pub fn ring_size(cache: &TrialCache) -> Checked {
    let mut holds = true;
    let mut words = Vec::new();
    for handler_us in [300, 1_000, 2_500, 5_000] {
        let (delay, gap) = service_delay(cache, &burst(cache, handler_us, 384))?;
        let needed = delay.0.div_ceil(gap.0);
        let refused = |descriptors: u64| -> Result<u64, TrialError> {
            let machine = cache.untraced(&burst(cache, handler_us, descriptors), 60)?;
            Ok(machine.row().drops(place(&machine.topology, "receive_ring")))
        };
        let (enough, short) = (refused(needed + 1)?, refused(needed - 1)?);
        holds &= enough == 0 && short > 0;
        let us = delay.0 as f64 / 350.0;
        words.push(format!(
            "{us:.0} us: {needed} needed, {short} refused with {}, {enough} with {}",
            needed - 1,
            needed + 1
        ));
    }
    observed(holds, words.join("; "))
}
