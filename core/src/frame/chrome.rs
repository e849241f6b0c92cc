//! A range of the trace as Chrome trace-event JSON, which Perfetto and chrome://tracing open. Each context is a track with
//! nested procedures as slices; queue lengths are counters, drops are instants.

use super::layout::{SECTIONS, Section};
use super::{Request, frame};
use crate::session::Session;
use crate::trace::Event;
use crate::units::Cycles;
use serde_json::{Value, json};

/// Slices are read in pieces of this length, because a frame holds a bounded number of records.
const PIECE_MICROSECONDS: u64 = 2_000;
/// Limit that keeps the file small enough for a browser to open.
const EVENTS_MAX: usize = 500_000;

/// Returns the whole document as text. Times in it are microseconds.
pub fn chrome_trace(session: &Session, from: Cycles, to: Cycles) -> String {
    let to = to.min(session.head());
    let mut events = tracks(session);
    let piece = session.clock().cycles_in_microseconds(PIECE_MICROSECONDS);
    let mut begin = from.max(session.recorder().from());
    while begin < to && events.len() < EVENTS_MAX {
        let end = (begin + piece).min(to);
        slices(session, begin, end, &mut events);
        begin = end;
    }
    depths(session, from, to, &mut events);
    let truncated = events.len() >= EVENTS_MAX;
    let model = &session.topology().model;
    // parses the scenario's JSON text, because converting the scenario itself to a `Value` would need a second serializer
    let scenario: Value = serde_json::from_str(&session.scenario().canonical()).expect("the text is JSON");
    let about = json!({ "scenario": scenario, "model": model, "truncated": truncated });
    let document = json!({ "displayTimeUnit": "ns", "otherData": about, "traceEvents": events });
    serde_json::to_string(&document).expect("plain data can be written as JSON")
}

fn microseconds(session: &Session, cycles: f64) -> f64 {
    cycles * 1e6 / session.clock().0 as f64
}

/// Names and order of the tracks.
fn tracks(session: &Session) -> Vec<Value> {
    let contexts = session.topology().contexts.iter().enumerate();
    contexts
        .flat_map(|(number, context)| {
            let name = format!("{} ({})", context.name, context.paper_name);
            [
                json!({ "ph": "M", "name": "thread_name", "pid": 1, "tid": number, "args": { "name": name } }),
                json!({ "ph": "M", "name": "thread_sort_index", "pid": 1, "tid": number, "args": { "sort_index": number } }),
            ]
        })
        .collect()
}

fn slices(session: &Session, from: Cycles, to: Cycles, events: &mut Vec<Value>) {
    let motion_span = Cycles::ZERO;
    let (columns, spans, depths, stacks, code) = (false, true, false, false, false);
    let request =
        Request { t: to, from, to, width: 1, selected: None, motion_span, columns, spans, depths, stacks, code };
    let numbers = frame(session, &request);
    let at = SECTIONS + 2 * Section::Spans as usize;
    let (offset, count) = (numbers[at] as usize, numbers[at + 1] as usize);
    for row in numbers[offset..offset + count * 8].chunks(8) {
        let step = &session.topology().steps[row[2] as usize];
        let (begin, end) = (microseconds(session, row[3]), microseconds(session, row[4]));
        let mut event =
            json!({ "ph": "X", "name": step.procedure, "pid": 1, "tid": row[0], "ts": begin, "dur": end - begin });
        if row[5] > 0.0 {
            event["args"] = json!({ "packet": row[5] });
        }
        events.push(event);
    }
}

/// Queue lengths and drops.
fn depths(session: &Session, from: Cycles, to: Cycles, events: &mut Vec<Value>) {
    let recorder = session.recorder();
    let Some(state) = recorder.state_at(from.max(recorder.from()).min(session.head())) else { return };
    let mut counts: Vec<i64> = state.places.iter().map(|place| place.count() as i64).collect();
    recorder.scan(recorder.first_after(state.time), |record| {
        let time = microseconds(session, record.time().0 as f64);
        let (place, change) = match record.event() {
            Event::Arrive { place, .. } | Event::Push { place, .. } => (place, 1),
            Event::Pop { place, .. } => (place, -1),
            Event::Drop { packet, place, .. } | Event::Refuse { packet, place, .. } => {
                let wasted = if let Event::Drop { wasted, .. } = record.event() { wasted } else { 0 };
                let name = format!("dropped: {}", session.topology().places[usize::from(place)].name);
                let args = json!({ "packet": packet, "wasted_us": microseconds(session, f64::from(wasted)) });
                events.push(json!({ "ph": "i", "s": "t", "name": name, "pid": 1, "tid": record.context(), "ts": time, "args": args }));
                return record.time() < to && events.len() < EVENTS_MAX;
            }
            _ => return record.time() < to,
        };
        let name = &session.topology().places[usize::from(place)].id;
        counts[usize::from(place)] += change;
        events.push(json!({ "ph": "C", "name": name, "pid": 1, "ts": time, "args": { "packets": counts[usize::from(place)] } }));
        record.time() < to && events.len() < EVENTS_MAX
    });
}
