//! Runs the scenarios of a figure and returns the numbers to draw: lines, procedure calls, or a table.

use crate::curve::evenly_spaced;
use crate::error::CommandError;
use livelock_core::experiment::figures::{Figure, Picture, name_in_figures};
use livelock_core::experiment::{Curve, Point as CurvePoint, Runner, Sweep, TrialError, run_trial};
use livelock_core::frame::packet_history;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::probes::{Report, Timeline};
use livelock_core::scenario::{Scenario, Settings, Value, presets};
use livelock_core::session::Session;
use livelock_core::trace::topology::{ContextKind, Topology};
use livelock_core::trace::{PacketOutcome, RecorderSize};
use livelock_core::units::Cycles;

/// One point of a line, with the smallest and largest value of the seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    pub low: f64,
    pub high: f64,
}

pub struct Line {
    pub label: String,
    pub points: Vec<Point>,
}

/// One procedure call, in microseconds from the first packet's interrupt.
pub struct CallBar {
    pub procedure: &'static str,
    pub context: usize,
    pub depth: u8,
    pub packet: u32,
    pub begin: f64,
    pub end: f64,
}

/// The data of one picture.
pub enum PictureData {
    Lines { picture: Picture, lines: Vec<Line> },
    Calls { title: String, contexts: Vec<String>, bars: Vec<CallBar> },
    Table { columns: Vec<String>, rows: Vec<Vec<String>> },
}

const TRACE_BYTES: usize = 256 << 20;
/// The packet sizes of M figure 4-2, and its longest burst.
const SIZES: [i64; 5] = [64, 128, 256, 512, 1_518];
const BURST_MAX: u64 = 16;
/// Simulated time that is traced after a burst starts.
const BURST_MILLISECONDS: u64 = 40;
/// Simulated time in which latencies are measured, and the number of points drawn.
const LATENCY_MILLISECONDS: u64 = 55_000;
const LATENCY_POINTS: usize = 60;

pub fn measure(figure: &Figure, runner: &dyn Runner) -> Result<Vec<PictureData>, CommandError> {
    let scenarios: Vec<Scenario> = figure.scenarios.iter().filter_map(|id| presets::find(id)).collect();
    let mut pictures = Vec::new();
    for picture in &figure.pictures {
        match picture {
            Picture::Delivered => pictures.push(curves(*picture, &scenarios, runner, |report| report.delivered_pps)?),
            Picture::UserShare => {
                pictures.push(curves(*picture, &scenarios, runner, |report| report.user_share * 100.0)?)
            }
            Picture::FirstPacket => pictures.push(first_packet_latencies(*picture, &scenarios[0])?),
            Picture::Latency { from, to } => {
                let lines: Result<_, _> = scenarios.iter().map(|one| latencies(one, from, to)).collect();
                pictures.push(PictureData::Lines { picture: *picture, lines: lines? });
            }
            Picture::Outcome => pictures.push(outcomes(&scenarios)?),
            Picture::Calls => {
                for scenario in &scenarios {
                    pictures.push(calls(scenario)?);
                }
            }
        }
    }
    Ok(pictures)
}

fn curves(
    picture: Picture,
    scenarios: &[Scenario],
    runner: &dyn Runner,
    value: fn(&Report) -> f64,
) -> Result<PictureData, CommandError> {
    let mut lines = Vec::new();
    for scenario in scenarios {
        let trial = Settings::from(&scenario.values()).trial;
        let rates = evenly_spaced(trial.from, trial.to);
        let curve: Curve = Sweep { scenario: scenario.clone(), rates, seeds: trial.seeds }.run(runner)?;
        let with_range = |point: &CurvePoint| {
            let each = || point.trials.iter().map(value);
            let (low, high) = (each().fold(f64::INFINITY, f64::min), each().fold(0.0, f64::max));
            Point { x: point.rate as f64, y: point.mean(value), low, high }
        };
        lines.push(Line {
            label: name_in_figures(scenario).to_string(),
            points: curve.points.iter().map(with_range).collect(),
        });
    }
    Ok(PictureData::Lines { picture, lines })
}

/// One line per packet size that the machine's wire carries.
fn first_packet_latencies(picture: Picture, scenario: &Scenario) -> Result<PictureData, CommandError> {
    let mut lines = Vec::new();
    for bytes in SIZES {
        let mut points = Vec::new();
        for packets in 1..=BURST_MAX {
            let changes = [("traffic.burst", Value::Integer(packets as i64)), ("traffic.bytes", Value::Integer(bytes))];
            let Ok(scenario) = scenario.with(&changes) else { continue };
            if let Some(y) = first_packet_latency(&scenario)? {
                points.push(Point { x: packets as f64, y, low: y, high: y });
            }
        }
        lines.push(Line { label: format!("{bytes} bytes"), points });
    }
    Ok(PictureData::Lines { picture, lines })
}

/// Returns the milliseconds from the first packet's arrival to its delivery.
fn first_packet_latency(scenario: &Scenario) -> Result<Option<f64>, CommandError> {
    let mut session = Session::new(scenario, TRACE_BYTES >> 4)?;
    let clock = session.clock();
    let start = Settings::from(&scenario.values()).traffic.start;
    session.advance(start + clock.cycles_in_milliseconds(BURST_MILLISECONDS), u64::MAX)?;
    let history =
        packet_history::raw_history(&session, 1).filter(|history| history.outcome == PacketOutcome::Delivered);
    Ok(history.and_then(|history| Some((history.ended? - history.arrived).0 as f64 * 1e3 / clock.0 as f64)))
}

/// Runs a scenario with a trace until a time that depends on its settings.
fn traced(scenario: &Scenario, until: impl Fn(&Settings) -> Cycles) -> Result<(Machine, Timeline), CommandError> {
    let mut machine = Machine::new(scenario, Tracing::Keep(RecorderSize { bytes: TRACE_BYTES }))?;
    let until = until(&machine.settings());
    let stuck = |stuck| TrialError::Stuck { scenario: scenario.id.clone(), stuck };
    machine.run_until(until).map_err(stuck)?;
    let timeline = Timeline::of(&machine.host.recorder, machine.host.recorder.from(), until);
    Ok((machine, timeline))
}

/// The distribution of times from the start of one procedure to the start of the other.
fn latencies(scenario: &Scenario, from: &str, to: &str) -> Result<Line, CommandError> {
    let (machine, timeline) =
        traced(scenario, |settings| settings.machine.clock.cycles_in_milliseconds(LATENCY_MILLISECONDS))?;
    let procedure = |step: u16| machine.topology.steps[usize::from(step)].procedure;
    let mut entered: Option<Cycles> = None;
    let mut times: Vec<f64> = Vec::new();
    for call in &timeline.calls {
        if procedure(call.step) == from {
            // an interrupt may find no packet, so the time starts at the last interrupt before the packet
            entered = Some(call.begin);
        } else if procedure(call.step) == to
            && let Some(begin) = entered.take()
        {
            times.push((call.begin - begin).0 as f64 * 1e6 / machine.topology.clock_hz as f64);
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    let last = times.len().saturating_sub(1);
    let point = |number: usize| {
        let index = last * number / (LATENCY_POINTS - 1);
        let y = 100.0 * (index + 1) as f64 / times.len() as f64;
        Point { x: times[index], y, low: y, high: y }
    };
    let points = if times.is_empty() { Vec::new() } else { (0..LATENCY_POINTS).map(point).collect() };
    Ok(Line { label: name_in_figures(scenario).to_string(), points })
}

/// The calls from the first device interrupt to the end of the last work.
fn calls(scenario: &Scenario) -> Result<PictureData, CommandError> {
    let (machine, timeline) = traced(scenario, |settings| {
        settings.traffic.start + settings.machine.clock.cycles_in_milliseconds(BURST_MILLISECONDS)
    })?;
    let Topology { contexts, steps, clock_hz, .. } = &machine.topology;
    let kind = |context: u8| contexts[usize::from(context)].kind;
    let is_work =
        |context: u8| !matches!(kind(context), ContextKind::Hardware | ContextKind::Clock | ContextKind::Idle);
    let first = timeline.calls.iter().find(|call| kind(call.context) == ContextKind::Device);
    let start = first.map_or(Cycles::ZERO, |call| call.begin);
    let after = timeline.calls.iter().filter(|call| call.begin >= start && is_work(call.context));
    let last = after.filter_map(|call| call.end).max().unwrap_or(start);
    let microseconds = |time: Cycles| time.saturating_sub(start).0 as f64 * 1e6 / *clock_hz as f64;
    let drawn = timeline.calls.iter().filter(|call| (start..=last).contains(&call.begin));
    let drawn = drawn.filter(|call| is_work(call.context) || kind(call.context) == ContextKind::Clock);
    let bars = drawn.map(|call| CallBar {
        procedure: steps[usize::from(call.step)].procedure,
        context: usize::from(call.context),
        depth: call.depth,
        packet: call.packet,
        begin: microseconds(call.begin),
        end: microseconds(call.end.unwrap_or(last).min(last)),
    });
    let contexts = contexts.iter().map(|context| context.name.clone()).collect();
    Ok(PictureData::Calls { title: name_in_figures(scenario).to_string(), contexts, bars: bars.collect() })
}

fn outcomes(scenarios: &[Scenario]) -> Result<PictureData, CommandError> {
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
    Ok(PictureData::Table { columns: columns.to_vec(), rows })
}
