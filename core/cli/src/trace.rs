//! `livelock trace`: every procedure call of a stretch of time, as text like the papers' timelines or as a Chrome trace.

use crate::arguments::{Trace as Options, TraceFormat};
use crate::output::write;
use crate::problem::Problem;
use crate::scenario::load;
use crate::typed::Typed;
use livelock_core::frame::chrome_trace;
use livelock_core::probes::{Call, Timeline};
use livelock_core::scenario::ScenarioError;
use livelock_core::session::Session;
use livelock_core::trace::topology::Topology;
use livelock_core::units::Cycles;

/// Enough for some ten million steps; what is older is forgotten, and the text says so.
const TRACE_BYTES: usize = 512 << 20;

pub fn trace(options: &Options) -> Result<(), Problem> {
    if options.from >= options.until {
        let (from, until) = (milliseconds(options.from), milliseconds(options.until));
        let allowed = format!("a time before --until, which is {until}");
        let error = ScenarioError::new("--from", from, "nothing is left to write", allowed);
        let example = Typed::of_this_run().without("--from", true).map(|typed| typed.to_string());
        return Err(Problem::Fields { what: "the command".to_string(), errors: vec![error], example });
    }
    let scenario = load(&options.which)?;
    let mut session = Session::new(&scenario, TRACE_BYTES)?;
    let clock = session.clock();
    let (from, until) = (clock.cycles_in_nanoseconds(options.from), clock.cycles_in_nanoseconds(options.until));
    session.advance(until, u64::MAX)?;
    match options.format {
        TraceFormat::Chrome => write(&chrome_trace(&session, from, until)),
        TraceFormat::Text => write(&text(&session, from, until)),
    }
}

/// One call a line: microseconds, how long until it returned, the context, and the procedure indented by its callers.
fn text(session: &Session, from: Cycles, until: Cycles) -> String {
    let (topology, recorder) = (session.topology(), session.recorder());
    let mut text = String::new();
    if recorder.from() > from {
        let kept = microseconds(topology, recorder.from());
        text.push_str(&format!("(the trace before {kept:.1} us was too long to keep; begin later with --from)\n"));
    }
    let width = topology.contexts.iter().map(|row| row.id.len()).max().unwrap_or(0);
    let (heading, call) = ("context", "procedure");
    text.push_str(&format!("{:>12}  {:>10}  {heading:width$}  {call}\n", "us", "lasts us"));
    for call in Timeline::of(recorder, from, until).calls {
        text.push_str(&line(topology, &call, width));
    }
    text
}

fn line(topology: &Topology, call: &Call, width: usize) -> String {
    let step = &topology.steps[usize::from(call.step)];
    let context = &topology.contexts[usize::from(call.context)].id;
    let begin = microseconds(topology, call.begin);
    let lasts = call.end.map_or("...".to_string(), |end| format!("{:.2}", microseconds(topology, end) - begin));
    let packet = if call.packet > 0 { format!("  packet {}", call.packet) } else { String::new() };
    let indent = "  ".repeat(usize::from(call.depth));
    let procedure = &step.procedure;
    format!("{begin:>12.2}  {lasts:>10}  {context:width$}  {indent}{procedure}{packet}\n")
}

fn milliseconds(nanoseconds: u64) -> String {
    format!("{}ms", nanoseconds as f64 / 1e6)
}

fn microseconds(topology: &Topology, time: Cycles) -> f64 {
    time.0 as f64 * 1e6 / topology.clock_hz as f64
}
