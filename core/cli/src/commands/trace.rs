//! `livelock trace`: every procedure call of an interval and every change of a program's variable, as text like the papers' timelines
//! or as a Chrome trace.

use crate::arguments::{TraceArgs, TraceFormat};
use crate::error::CommandError;
use crate::output::write;
use crate::scenario::load;
use livelock_core::frame::chrome_trace;
use livelock_core::probes::{Call, Timeline};
use livelock_core::session::Session;
use livelock_core::trace::Event;
use livelock_core::trace::topology::Topology;
use livelock_core::units::Cycles;

/// Room for about ten million steps. The trace drops the oldest steps first, and the text says so.
const TRACE_BYTES: usize = 512 << 20;

pub fn trace(options: &TraceArgs) -> Result<(), CommandError> {
    let scenario = load(&options.scenario)?;
    let clock = scenario.profile().clock;
    let [from, until] = [options.from, options.until].map(|moment| moment.cycles(clock));
    if from >= until {
        let [from, until] = [from, until].map(|time| format!("{}ms", time.0 as f64 * 1e3 / clock.0 as f64));
        return Err(CommandError::Input(format!(
            "invalid value '{from}' for '--from <TIME>': expected a time before --until ({until})"
        )));
    }
    let mut session = Session::new(&scenario, TRACE_BYTES)?;
    session.advance(until, u64::MAX)?;
    match options.format {
        TraceFormat::Chrome => write(&chrome_trace(&session, from, until)),
        TraceFormat::Text => write(&text(&session, from, until)),
    }
}

/// One call or change per line: start and duration in microseconds, the context, and the procedure indented below its caller.
fn text(session: &Session, from: Cycles, until: Cycles) -> String {
    let (topology, recorder) = (session.topology(), session.recorder());
    let mut text = String::new();
    if recorder.from() > from {
        let start = microseconds(topology, recorder.from());
        text += &format!("(steps before {start:.1} us did not fit into memory; start later with --from)\n");
    }
    let width = topology.contexts.iter().map(|row| row.id.len()).max().unwrap_or(0);
    let (context, procedure) = ("context", "procedure");
    text += &format!("{:>12}  {:>10}  {context:width$}  {procedure}\n", "us", "lasts us");
    let mut lines: Vec<(Cycles, String)> = Vec::new();
    recorder.scan(recorder.first_after(from), |record| {
        if let Event::Variable { variable, value } = record.event() {
            let row = &topology.variables[usize::from(variable)];
            let context = &topology.contexts[usize::from(record.context())].id;
            let (time, name, number) = (microseconds(topology, record.time()), &row.name, row.number(value));
            let changed = format!("{time:>12.2}  {:>10}  {context:width$}  {name} = {number}\n", "");
            lines.push((record.time(), changed));
        }
        record.time() < until
    });
    let calls = Timeline::of(recorder, from, until).calls;
    lines.extend(calls.iter().map(|call| (call.begin, line(topology, call, width))));
    // A call takes time, so what changes when it begins has changed before.
    lines.sort_by_key(|(time, _)| *time);
    text.extend(lines.into_iter().map(|(_, line)| line));
    text
}

fn line(topology: &Topology, call: &Call, width: usize) -> String {
    let procedure = &topology.steps[usize::from(call.step)].procedure;
    let context = &topology.contexts[usize::from(call.context)].id;
    let begin = microseconds(topology, call.begin);
    let lasts = call.end.map_or("...".to_string(), |end| format!("{:.2}", microseconds(topology, end) - begin));
    let packet = if call.packet > 0 { format!("  packet {}", call.packet) } else { String::new() };
    let indent = "  ".repeat(usize::from(call.depth));
    format!("{begin:>12.2}  {lasts:>10}  {context:width$}  {indent}{procedure}{packet}\n")
}

fn microseconds(topology: &Topology, time: Cycles) -> f64 {
    time.0 as f64 * 1e6 / topology.clock_hz as f64
}
