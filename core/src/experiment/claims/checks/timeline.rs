//! M 7.3 to 7.5: times in traced runs of one packet and of bursts of three (figures 7-4 to 7-8).

use super::measure::{Checked, number, observed};
use crate::experiment::TrialError;
use crate::experiment::claims::{Measurement, TrialCache};
use crate::probes::Timeline;
use crate::scenario::{Scenario, Step};
use crate::units::Cycles;

/// The starting times of bursts, in milliseconds. They are spread over the clock's period, because a tick lasts 1/1024 s.
const MOMENTS: std::ops::Range<u64> = 3..45;

/// A timeline as the paper counts it: microseconds since the first call of `lnintr`.
struct Marks {
    timeline: Timeline,
    zero: Cycles,
}

impl Marks {
    fn of(cache: &TrialCache, scenario: &Scenario) -> Result<Marks, TrialError> {
        let timeline = cache.timeline(scenario, 60)?;
        let zero = timeline.begins(Step::Lnintr).first().copied().unwrap_or(Cycles::ZERO);
        Ok(Marks { timeline, zero })
    }

    fn microseconds(&self, moment: Cycles) -> f64 {
        moment.saturating_sub(self.zero).0 as f64 / 150.0
    }

    /// The time at which call number `nth` of this step begins; NaN if there is none.
    fn begin(&self, step: Step, nth: usize) -> f64 {
        self.timeline.of_step(step).nth(nth).map_or(f64::NAN, |call| self.microseconds(call.begin))
    }

    /// The time at which it returns.
    fn end(&self, step: Step, nth: usize) -> f64 {
        let call = self.timeline.of_step(step).nth(nth);
        call.and_then(|call| call.end).map_or(f64::NAN, |end| self.microseconds(end))
    }

    /// Clock interrupts between the first and the last of the packets' own calls.
    fn clock_interrupts(&self) -> Vec<f64> {
        let clock = self.timeline.of_step(Step::Hardclock).next().map(|call| call.context);
        let last = self.timeline.calls.iter().rfind(|call| Some(call.context) != clock);
        let last = last.map_or(Cycles::ZERO, |call| call.begin);
        let begins = self.timeline.begins(Step::Hardclock).into_iter();
        begins.filter(|begin| *begin > self.zero && *begin < last).map(|begin| self.microseconds(begin)).collect()
    }
}

fn marks(marks: &[(&str, f64)]) -> Vec<(String, f64)> {
    marks.iter().filter(|(_, time)| !time.is_nan()).map(|(name, time)| (name.to_string(), *time)).collect()
}

pub fn interrupt_driven_early(cache: &TrialCache) -> Checked {
    let line = Marks::of(cache, &cache.scenario("figure-7-4", &[]))?;
    let measured = marks(&[
        ("lnrint", line.begin(Step::Lnrint, 0)),
        ("lnread", line.begin(Step::Lnread, 0)),
        ("ether_input", line.begin(Step::EtherInput, 0)),
    ]);
    Ok(Measurement::Marks { measured, also: None, detail: String::new() })
}

pub fn interrupt_driven(cache: &TrialCache) -> Checked {
    let line = Marks::of(cache, &cache.scenario("figure-7-4", &[]))?;
    let measured = marks(&[
        ("lnintr exit", line.end(Step::Lnintr, 0)),
        ("ipinput", line.begin(Step::Ipinput, 0)),
        ("ip_output", line.begin(Step::IpOutput, 0)),
        ("lnput", line.begin(Step::Lnput, 0)),
        ("IP done", line.end(Step::Ipintr, 0)),
        ("transmit interrupt", line.begin(Step::Lnintr, 1)),
        ("lntint", line.begin(Step::Lntint, 0)),
        ("all done", line.end(Step::Lnintr, 1)),
    ]);
    Ok(Measurement::Marks { measured, also: None, detail: String::new() })
}

pub fn polling(cache: &TrialCache) -> Checked {
    let line = Marks::of(cache, &cache.scenario("figure-7-5", &[]))?;
    let measured = marks(&[
        ("intsched", line.begin(Step::LanpollIntsched, 0)),
        ("lnintr exit", line.end(Step::Lnintr, 0)),
        ("lanpoll_isr", line.begin(Step::LanpollIsr, 0)),
        ("lnread", line.begin(Step::Lnread, 0)),
        ("ether_input", line.begin(Step::EtherInput, 0)),
        ("ipinput", line.begin(Step::Ipinput, 0)),
        ("ip_output", line.begin(Step::IpOutput, 0)),
        ("lnput", line.begin(Step::Lnput, 0)),
        ("IP done", line.end(Step::EtherInput, 0)),
        ("lnintena", line.begin(Step::Lnintena, 0)),
        ("transmit interrupt", line.begin(Step::Lnintr, 1)),
        ("lanpoll_isr again", line.begin(Step::LanpollIsr, 1)),
        ("lntintpoll", line.begin(Step::Lntintpoll, 0)),
        ("lnintena again", line.begin(Step::Lnintena, 1)),
        ("done", line.end(Step::LanpollIsr, 1)),
    ]);
    Ok(Measurement::Marks { measured, also: None, detail: String::new() })
}

pub fn probe_effect(cache: &TrialCache) -> Checked {
    let total = |probe| -> Result<f64, TrialError> {
        let scenario = cache.scenario("figure-7-4", &[("measurement.probe", probe)]);
        Ok(Marks::of(cache, &scenario)?.end(Step::Lnintr, 1))
    };
    let (traced, plain) = (total("all")?, total("none")?);
    number(traced - plain, format!("{traced:.0} us traced, {plain:.0} us without probes"))
}

/// CPU time from lnintr to ipinput of one packet, without probes: the work that polling avoids.
pub fn saved(cache: &TrialCache) -> Checked {
    let time = |id| -> Result<f64, TrialError> {
        let line = Marks::of(cache, &cache.scenario(id, &[("measurement.probe", "none")]))?;
        Ok(line.begin(Step::Ipinput, 0))
    };
    let (queued, polled) = (time("figure-7-4")?, time("figure-7-5")?);
    number(queued - polled, format!("lnintr to ipinput: {queued:.1} us over ipintrq, {polled:.1} us polling"))
}

/// Latencies from `lnintr` to `ipinput`, sorted, of packets that come one at a time.
fn latencies(cache: &TrialCache, scenario: &str) -> Result<Vec<f64>, TrialError> {
    let scenario = cache.scenario(scenario, &[]);
    cache.once("latencies", &scenario, || latencies_of(&cache.timeline(&scenario, 55_000)?))
}

fn latencies_of(timeline: &Timeline) -> Result<Vec<f64>, TrialError> {
    let mut entered = None;
    let mut latencies = Vec::new();
    for call in &timeline.calls {
        if call.step == Step::Lnintr as u16 {
            entered = entered.or(Some(call.begin));
        } else if call.step == Step::Lntint as u16 || call.step == Step::Lntintpoll as u16 {
            entered = None; // it was a transmit interrupt
        } else if call.step == Step::Ipinput as u16
            && let Some(entered) = entered.take()
        {
            latencies.push((call.begin - entered).0 as f64 / 150.0);
        }
    }
    latencies.sort_unstable_by(f64::total_cmp);
    Ok(latencies)
}

pub fn median_latency(cache: &TrialCache) -> Checked {
    let (off, on) = (latencies(cache, "figure-7-6-no-polling")?, latencies(cache, "figure-7-6")?);
    let median = |latencies: &[f64]| latencies[latencies.len() / 2];
    let detail = format!("medians {:.1} and {:.1} us of {} packets", median(&off), median(&on), on.len());
    number(median(&off) - median(&on), detail)
}

pub fn latency_variance(cache: &TrialCache) -> Checked {
    let deviation = |latencies: Vec<f64>| {
        let count = latencies.len() as f64;
        let mean = latencies.iter().sum::<f64>() / count;
        (latencies.iter().map(|latency| (latency - mean).powi(2)).sum::<f64>() / count).sqrt()
    };
    let off = deviation(latencies(cache, "figure-7-6-no-polling")?);
    let on = deviation(latencies(cache, "figure-7-6")?);
    observed(on < off, format!("standard deviation {on:.1} us polling, {off:.1} us without"))
}

/// A burst of three: the moments of each `lnput` and of the transmit interrupt, and of the first clock interrupt.
struct Burst {
    clock_interrupts: usize,
    tick: f64,
    times: [f64; 4],
}

/// The places where the clock interrupt can fall in a burst.
const TICK: [&str; 4] = ["before lnput 1", "between lnput 1 and 2", "between lnput 2 and 3", "after lnput 3"];

impl Burst {
    fn of(cache: &TrialCache, scenario: &Scenario) -> Result<Burst, TrialError> {
        let numbers = cache.once("burst", scenario, || {
            let line = Marks::of(cache, scenario)?;
            let put = |nth| line.begin(Step::Lnput, nth);
            let clock = line.clock_interrupts();
            let tick = clock.first().copied().unwrap_or(f64::NAN);
            Ok(vec![clock.len() as f64, tick, put(0), line.transmit_interrupt(), put(1), put(2)])
        })?;
        let [clock_interrupts, tick, times @ ..]: [f64; 6] = numbers.try_into().expect("six numbers");
        Ok(Burst { clock_interrupts: clock_interrupts as usize, tick, times })
    }

    /// The index in `TICK`.
    fn tick_place(&self) -> usize {
        let [first, _, second, third] = self.times;
        [first, second, third].iter().filter(|put| **put < self.tick).count()
    }
}

/// Bursts with one clock interrupt, or with the fewest above one, of all starting times within the clock's period. M 7.4 chose
/// traces with few clock interrupts. Such a trace lasts longer than the clock's period, so it has at least one.
fn bursts(cache: &TrialCache, scenario: &str, changes: &[(&str, &str)]) -> Result<Vec<Burst>, TrialError> {
    let of_start = |start: u64| {
        let start = start.to_string();
        let changes = [changes, &[("traffic.start_ms", start.as_str())]].concat();
        Burst::of(cache, &cache.scenario(scenario, &changes))
    };
    let mut bursts = MOMENTS.map(of_start).collect::<Result<Vec<Burst>, TrialError>>()?;
    let fewest = bursts.iter().map(|burst| burst.clock_interrupts).filter(|clocks| *clocks > 0).min().unwrap_or(0);
    bursts.retain(|burst| burst.clock_interrupts == fewest);
    Ok(bursts)
}

/// The median of each moment.
fn medians<'a>(bursts: impl Iterator<Item = &'a Burst> + Clone) -> [f64; 4] {
    std::array::from_fn(|mark| {
        let mut times: Vec<f64> = bursts.clone().map(|burst| burst.times[mark]).collect();
        times.sort_unstable_by(f64::total_cmp);
        times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
    })
}

fn burst(cache: &TrialCache, scenario: &str, changes: &[(&str, &str)]) -> Result<[f64; 4], TrialError> {
    Ok(medians(bursts(cache, scenario, changes)?.iter()))
}

/// The bursts whose clock interrupt falls in this place.
fn with_tick(bursts: &[Burst], place: usize) -> impl Iterator<Item = &Burst> + Clone {
    bursts.iter().filter(move |burst| burst.tick_place() == place)
}

/// "clock interrupt before lnput 1: lnput at 270, 723 and 777 us (12 starting times); ...".
fn by_tick(bursts: &[Burst]) -> String {
    let of_place = |place: usize| {
        let count = with_tick(bursts, place).count();
        let [first, _, second, third] = medians(with_tick(bursts, place));
        let text = format!("{}: {first:.0}, {second:.0}, {third:.0} us ({count} starting times)", TICK[place]);
        (count > 0).then_some(text)
    };
    let places: Vec<String> = (0..TICK.len()).filter_map(of_place).collect();
    format!("lnput 1, 2, 3 by the place of the clock interrupt: {}", places.join("; "))
}

impl Marks {
    /// The first call of `lnintr`, after a packet was handed to the transmitter, that did not read a packet.
    fn transmit_interrupt(&self) -> f64 {
        let calls = &self.timeline.calls;
        let device = calls.iter().enumerate().filter(|(_, call)| call.step == Step::Lnintr as u16);
        let reads = |number: usize| {
            let inside =
                calls[number + 1..].iter().take_while(|call| call.context != calls[number].context || call.depth > 0);
            inside.clone().any(|call| call.context == calls[number].context && call.step == Step::Lnread as u16)
        };
        let put = self.begin(Step::Lnput, 0);
        let call = device.into_iter().find(|(number, call)| self.microseconds(call.begin) > put && !reads(*number));
        call.map_or(f64::NAN, |(_, call)| self.microseconds(call.begin))
    }
}

const BURST: [&str; 4] = ["lnput 1", "transmit interrupt", "lnput 2", "lnput 3"];

fn named(times: [f64; 4]) -> Vec<(String, f64)> {
    let pairs: Vec<(&str, f64)> = BURST.into_iter().zip(times).collect();
    marks(&pairs)
}

pub fn burst_interrupt_driven(cache: &TrialCache) -> Checked {
    Ok(Measurement::Marks { measured: named(burst(cache, "figure-7-7", &[])?), also: None, detail: String::new() })
}

pub fn burst_polling(cache: &TrialCache) -> Checked {
    let (driven, bursts) = (burst(cache, "figure-7-7", &[])?, bursts(cache, "figure-7-8", &[])?);
    let polled = medians(bursts.iter());
    let crosses = polled[0] < driven[0] && polled[2] > driven[2];
    let text = format!("no crossover: packets 1 and 2 at {:.0} and {:.0} interrupt-driven", driven[0], driven[2]);
    Ok(Measurement::Marks { measured: named(polled), also: Some((crosses, text)), detail: by_tick(&bursts) })
}

/// Figure 7-7 has a gap of 267 us between the second and the third `lnput`, so its clock interrupt falls there. In figure 7-8
/// the first packet is late, so its clock interrupt comes before. The verdict is that of the medians over all places.
pub fn first_of_burst(cache: &TrialCache) -> Checked {
    let (driven, polled) = (bursts(cache, "figure-7-7", &[])?, bursts(cache, "figure-7-8", &[])?);
    let first = |bursts: &[Burst]| medians(bursts.iter())[0];
    let as_in_figures = [medians(with_tick(&driven, 2))[0], medians(with_tick(&polled, 0))[0]];
    let detail = format!(
        "lnput at {:.0} us interrupt-driven, {:.0} us polling; with the clock interrupt {} as in figure 7-7 and {} as in figure 7-8: {:.0} - {:.0} = {:.0} us",
        first(&driven),
        first(&polled),
        TICK[2],
        TICK[0],
        as_in_figures[0],
        as_in_figures[1],
        as_in_figures[0] - as_in_figures[1]
    );
    number(first(&driven) - first(&polled), detail)
}

pub fn added_while_active(cache: &TrialCache) -> Checked {
    let on = [("transmit.add_while_active", "true")];
    let (driven, polled) = (burst(cache, "figure-7-7", &[])?, burst(cache, "figure-7-8", &on)?);
    let mlfrr = |changes: &[(&str, &str)]| cache.mlfrr(&cache.scenario("figure-6-3", changes));
    let (with, without) = (mlfrr(&on)?, mlfrr(&[])?);
    let holds = polled[2] <= driven[2] && polled[3] <= driven[3] && with <= without;
    let text = format!(
        "lnput 2 and 3 at {:.0} and {:.0} us, interrupt-driven {:.0} and {:.0}; MLFRR {with}/s, {without}/s without",
        polled[2], polled[3], driven[2], driven[3]
    );
    observed(holds, text)
}
