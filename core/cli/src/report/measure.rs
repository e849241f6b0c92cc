//! Runs what a figure shows, and returns numbers to draw: lines over an axis, calls in time, or a table.

use crate::problem::Problem;
use crate::sweep::spread;
use livelock_core::experiment::figures::{Figure, Picture, name_in_figures};
use livelock_core::experiment::{Curve, Runner, Sweep, TrialError, run_trial};
use livelock_core::frame::packet_history;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::probes::{Report, Timeline};
use livelock_core::scenario::{Scenario, Settings, Value, presets};
use livelock_core::session::Session;
use livelock_core::trace::topology::{ContextKind, Topology};
use livelock_core::trace::{PacketOutcome, RecorderSize};
use livelock_core::units::Cycles;

/// One value of a line, with the least and greatest of the seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    pub x: f64,
    pub y: f64,
    pub low: f64,
    pub high: f64,
}

pub struct Line {
    pub label: String,
    pub spots: Vec<Spot>,
}

/// One procedure call, in microseconds from the first packet's interrupt.
pub struct Bar {
    pub procedure: &'static str,
    pub context: usize,
    pub depth: u8,
    pub packet: u32,
    pub begin: f64,
    pub end: f64,
}

/// What is drawn.
pub enum Drawn {
    Lines { picture: Picture, lines: Vec<Line> },
    Calls { title: String, contexts: Vec<String>, bars: Vec<Bar> },
    Table { columns: Vec<String>, rows: Vec<Vec<String>> },
}

const TRACE_BYTES: usize = 256 << 20;
/// Frames as M figure 4-2 has them, and bursts up to its longest.
const SIZES: [i64; 5] = [64, 128, 256, 512, 1_518];
const BURST_MAX: u64 = 16;
/// How long after its begin a burst is followed.
const FOLLOWED_MILLISECONDS: u64 = 40;
/// Simulated time from which latencies are taken, and how many of them are drawn.
const LATENCY_MILLISECONDS: u64 = 55_000;
const LATENCY_SPOTS: usize = 60;

pub fn measure(figure: &Figure, runner: &dyn Runner) -> Result<Vec<Drawn>, Problem> {
    let scenarios: Vec<Scenario> = figure.scenarios.iter().filter_map(|id| presets::find(id)).collect();
    let mut all = Vec::new();
    for picture in &figure.pictures {
        match picture {
            Picture::Delivered => all.push(rates(*picture, &scenarios, runner, |report| report.delivered_pps)?),
            Picture::UserShare => all.push(rates(*picture, &scenarios, runner, |report| report.user_share * 100.0)?),
            Picture::FirstPacket => all.push(first_packets(*picture, &scenarios[0])?),
            Picture::Latency { from, to } => {
                let lines: Result<_, _> = scenarios.iter().map(|one| latencies(one, from, to)).collect();
                all.push(Drawn::Lines { picture: *picture, lines: lines? });
            }
            Picture::Outcome => all.push(outcomes(&scenarios)?),
            Picture::Calls => {
                for scenario in &scenarios {
                    all.push(calls(scenario)?);
                }
            }
        }
    }
    Ok(all)
}

fn rates(
    picture: Picture,
    scenarios: &[Scenario],
    runner: &dyn Runner,
    value: fn(&Report) -> f64,
) -> Result<Drawn, Problem> {
    let mut lines = Vec::new();
    for scenario in scenarios {
        let trial = Settings::from(&scenario.values()).trial;
        let rates = spread(trial.from, trial.to);
        let curve: Curve = Sweep { scenario: scenario.clone(), rates, seeds: trial.seeds }.run(runner)?;
        let spot = |point: &livelock_core::experiment::Point| {
            let each = || point.trials.iter().map(value);
            let (low, high) = (each().fold(f64::INFINITY, f64::min), each().fold(0.0, f64::max));
            Spot { x: point.rate as f64, y: point.mean(value), low, high }
        };
        lines.push(Line {
            label: name_in_figures(scenario).to_string(),
            spots: curve.points.iter().map(spot).collect(),
        });
    }
    Ok(Drawn::Lines { picture, lines })
}

/// A line a frame size that the machine's wire carries.
fn first_packets(picture: Picture, scenario: &Scenario) -> Result<Drawn, Problem> {
    let mut lines = Vec::new();
    for bytes in SIZES {
        let mut spots = Vec::new();
        for packets in 1..=BURST_MAX {
            let changes = [("traffic.burst", Value::Integer(packets as i64)), ("traffic.bytes", Value::Integer(bytes))];
            let Ok(scenario) = scenario.with(&changes) else { continue };
            if let Some(y) = first_packet(&scenario)? {
                spots.push(Spot { x: packets as f64, y, low: y, high: y });
            }
        }
        lines.push(Line { label: format!("{bytes} bytes"), spots });
    }
    Ok(Drawn::Lines { picture, lines })
}

/// Milliseconds from the first packet's arrival to its delivery.
fn first_packet(scenario: &Scenario) -> Result<Option<f64>, Problem> {
    let mut session = Session::new(scenario, TRACE_BYTES >> 4)?;
    let clock = session.clock();
    let start = Settings::from(&scenario.values()).traffic.start;
    session.advance(start + clock.cycles_in_milliseconds(FOLLOWED_MILLISECONDS), u64::MAX)?;
    let history = packet_history::raw_history(&session, 1).filter(|history| history.fate == PacketOutcome::Delivered);
    let lasts =
        history.and_then(|history| Some((history.fate_time? - history.arrived).0 as f64 * 1e3 / clock.0 as f64));
    Ok(lasts)
}

fn traced(scenario: &Scenario, until: impl Fn(&Settings) -> Cycles) -> Result<(Machine, Timeline), Problem> {
    let mut machine = Machine::new(scenario, Tracing::Keep(RecorderSize { bytes: TRACE_BYTES }))?;
    let until = until(&machine.settings());
    let stuck = |stuck| TrialError::Stuck { scenario: scenario.id.clone(), stuck };
    machine.run_until(until).map_err(stuck)?;
    let timeline = Timeline::of(&machine.host.recorder, machine.host.recorder.from(), until);
    Ok((machine, timeline))
}

/// The share of packets that got from one procedure's begin to the other's within a time.
fn latencies(scenario: &Scenario, from: &str, to: &str) -> Result<Line, Problem> {
    let (machine, timeline) =
        traced(scenario, |settings| settings.machine.clock.cycles_in_milliseconds(LATENCY_MILLISECONDS))?;
    let procedure = |step: u16| machine.topology.steps[usize::from(step)].procedure;
    let mut entered: Option<Cycles> = None;
    let mut all: Vec<f64> = Vec::new();
    for call in &timeline.calls {
        if procedure(call.step) == from {
            // an interrupt that led to nothing is followed by the next: the last one counts
            entered = Some(call.begin);
        } else if procedure(call.step) == to
            && let Some(begin) = entered.take()
        {
            all.push((call.begin - begin).0 as f64 * 1e6 / machine.topology.clock_hz as f64);
        }
    }
    all.sort_unstable_by(f64::total_cmp);
    let last = all.len().saturating_sub(1);
    let spot = |number: usize| {
        let index = last * number / (LATENCY_SPOTS - 1);
        let y = 100.0 * (index + 1) as f64 / all.len() as f64;
        Spot { x: all[index], y, low: y, high: y }
    };
    let spots = if all.is_empty() { Vec::new() } else { (0..LATENCY_SPOTS).map(spot).collect() };
    Ok(Line { label: name_in_figures(scenario).to_string(), spots })
}

fn calls(scenario: &Scenario) -> Result<Drawn, Problem> {
    let (machine, timeline) = traced(scenario, |settings| {
        settings.traffic.start + settings.machine.clock.cycles_in_milliseconds(FOLLOWED_MILLISECONDS)
    })?;
    let Topology { contexts, steps, clock_hz, .. } = &machine.topology;
    let kind = |context: u8| contexts[usize::from(context)].kind;
    let works = |context: u8| !matches!(kind(context), ContextKind::Hardware | ContextKind::Clock | ContextKind::Idle);
    let first = timeline.calls.iter().find(|call| kind(call.context) == ContextKind::Device);
    let zero = first.map_or(Cycles::ZERO, |call| call.begin);
    let after = timeline.calls.iter().filter(|call| call.begin >= zero && works(call.context));
    let last = after.filter_map(|call| call.end).max().unwrap_or(zero);
    let microseconds = |time: Cycles| time.saturating_sub(zero).0 as f64 * 1e6 / *clock_hz as f64;
    let shown = timeline.calls.iter().filter(|call| (zero..=last).contains(&call.begin));
    let shown = shown.filter(|call| works(call.context) || kind(call.context) == ContextKind::Clock);
    let bars = shown.map(|call| Bar {
        procedure: steps[usize::from(call.step)].procedure,
        context: usize::from(call.context),
        depth: call.depth,
        packet: call.packet,
        begin: microseconds(call.begin),
        end: microseconds(call.end.unwrap_or(last).min(last)),
    });
    let contexts = contexts.iter().map(|context| context.name.clone()).collect();
    Ok(Drawn::Calls { title: name_in_figures(scenario).to_string(), contexts, bars: bars.collect() })
}

fn outcomes(scenarios: &[Scenario]) -> Result<Drawn, Problem> {
    let columns = ["Scenario", "Arrived", "Delivered", "Dropped", "Offered/s", "Delivered/s"].map(String::from);
    let mut rows = Vec::new();
    for scenario in scenarios {
        let report = run_trial(scenario)?;
        let packets = &report.conservation.packets;
        let mut row = vec![name_in_figures(scenario).to_string()];
        row.extend([packets.arrived, packets.delivered, packets.dropped].map(|count| count.to_string()));
        row.extend([report.offered_pps, report.delivered_pps].map(crate::output::thousands));
        rows.push(row);
    }
    Ok(Drawn::Table { columns: columns.to_vec(), rows })
}
