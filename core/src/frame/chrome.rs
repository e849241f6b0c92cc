//! A range of the trace as Chrome trace-event JSON, which Perfetto and chrome://tracing open. Each context is a track with
//! nested procedures as slices; queue lengths and a program's variables are counters, drops are instants. Perfetto takes thread 0 for the computer's
//! idle task, so tracks count from 1. It reads times in whole nanoseconds, so begins and ends are rounded to them: slices
//! that touch or nest still do.

use super::spans::{RECORDS_MAX, spans_and_events};
use crate::session::Session;
use crate::trace::Event;
use crate::units::Cycles;
use serde::Serialize;

/// The longest range whose slices are read at once.
const PIECE_MICROSECONDS: u64 = 2_000;
/// Limit that keeps the file small enough for a browser to open.
const EVENTS_MAX: usize = 500_000;

/// One event of the format. One type for all kinds of events, because each type would add a JSON writer to the browser's builds.
#[derive(Default, Serialize)]
struct TraceEvent<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<Arguments<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dur: Option<f64>,
    name: &'a str,
    ph: &'static str,
    pid: u8,
    /// The scope of an instant: `t` for its track.
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tid: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ts: Option<f64>,
}

#[derive(Default, Serialize)]
struct Arguments<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    packet: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    packets: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sort_index: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wasted_us: Option<f64>,
}

/// The events so far, as the JSON text of a list without its brackets.
#[derive(Default)]
struct Events {
    text: String,
    count: usize,
}

impl Events {
    fn add(&mut self, event: &TraceEvent) {
        if self.count > 0 {
            self.text.push(',');
        }
        self.text.push_str(&serde_json::to_string(event).expect("plain data can be written as JSON"));
        self.count += 1;
    }

    fn is_full(&self) -> bool {
        self.count >= EVENTS_MAX
    }
}

/// Returns the whole document as text. Times in it are microseconds.
pub fn chrome_trace(session: &Session, from: Cycles, to: Cycles) -> String {
    let to = to.min(session.head());
    let mut events = Events::default();
    add_tracks(session, &mut events);
    let mut begin = from.max(session.recorder().from());
    while begin < to && !events.is_full() {
        let end = piece_end(session, begin).min(to);
        add_slices(session, begin, end, &mut events);
        begin = end;
    }
    add_counters_and_drops(session, from, to, &mut events);
    let (scenario, truncated, text) = (session.scenario().canonical(), events.is_full(), events.text);
    // a model version has only digits and a point, so it needs no escapes
    let model = &session.topology().model;
    format!(
        r#"{{"displayTimeUnit":"ns","otherData":{{"model":"{model}","scenario":{scenario},"truncated":{truncated}}},"traceEvents":[{text}]}}"#
    )
}

/// The end of a piece that has no more records than may be read at once.
fn piece_end(session: &Session, begin: Cycles) -> Cycles {
    let recorder = session.recorder();
    let records_until = |end: Cycles| recorder.first_after(end) - recorder.first_after(begin);
    let mut length = session.clock().cycles_in_microseconds(PIECE_MICROSECONDS);
    while records_until(begin + length) > RECORDS_MAX && length.0 > 1 {
        length = Cycles(length.0 / 2);
    }
    begin + length
}

/// A time rounded to whole nanoseconds.
fn nanoseconds(session: &Session, cycles: f64) -> f64 {
    (cycles * 1e9 / session.clock().0 as f64).round()
}

fn microseconds(session: &Session, cycles: f64) -> f64 {
    nanoseconds(session, cycles) / 1e3
}

/// The track of a context.
fn track(context: u8) -> u16 {
    u16::from(context) + 1
}

/// Names and order of the tracks.
fn add_tracks(session: &Session, events: &mut Events) {
    for (number, context) in session.topology().contexts.iter().enumerate() {
        let number = number as u8;
        let name = format!("{} ({})", context.name, context.paper_name);
        let named = Arguments { name: Some(&name), ..Arguments::default() };
        let sorted = Arguments { sort_index: Some(number), ..Arguments::default() };
        for (name, args) in [("thread_name", named), ("thread_sort_index", sorted)] {
            let (args, tid) = (Some(args), Some(track(number)));
            events.add(&TraceEvent { ph: "M", name, pid: 1, tid, args, ..TraceEvent::default() });
        }
    }
}

fn add_slices(session: &Session, from: Cycles, to: Cycles, events: &mut Events) {
    let Some((spans, _)) = spans_and_events(session, from, to) else { return };
    for span in spans {
        let [begin, end] = [span.begin, span.end].map(|time| nanoseconds(session, time.0 as f64));
        let packet = span.packet;
        events.add(&TraceEvent {
            ph: "X",
            name: &session.topology().steps[usize::from(span.step)].procedure,
            pid: 1,
            tid: Some(track(span.context as u8)),
            ts: Some(begin / 1e3),
            dur: Some((end - begin) / 1e3),
            args: packet.map(|_| Arguments { packet, ..Arguments::default() }),
            ..TraceEvent::default()
        });
    }
}

/// Queue lengths, variables and drops.
fn add_counters_and_drops(session: &Session, from: Cycles, to: Cycles, events: &mut Events) {
    let recorder = session.recorder();
    let Some(state) = recorder.state_at(from.max(recorder.from()).min(session.head())) else { return };
    let mut counts: Vec<i64> = state.places.iter().map(|place| place.count() as i64).collect();
    recorder.scan(recorder.first_after(state.time), |record| {
        let ts = Some(microseconds(session, record.time().0 as f64));
        let (place, change, dropped) = match record.event() {
            Event::Arrive { place, .. } | Event::Push { place, .. } => (place, 1, None),
            Event::Pop { place, .. } => (place, -1, None),
            Event::Drop { packet, place, wasted } => (place, 0, Some((packet, wasted))),
            Event::Refuse { packet, place, .. } => (place, 0, Some((packet, 0))),
            Event::Variable { variable, value } => {
                let row = &session.topology().variables[usize::from(variable)];
                let args = Some(Arguments { value: Some(row.number(value)), ..Arguments::default() });
                events.add(&TraceEvent { ph: "C", name: &row.name, pid: 1, ts, args, ..TraceEvent::default() });
                return record.time() < to && !events.is_full();
            }
            _ => return record.time() < to,
        };
        let row = &session.topology().places[usize::from(place)];
        counts[usize::from(place)] += change;
        let event = TraceEvent { pid: 1, ts, ..TraceEvent::default() };
        if let Some((packet, wasted)) = dropped {
            let wasted_us = Some(microseconds(session, f64::from(wasted)));
            let args = Some(Arguments { packet: Some(packet), wasted_us, ..Arguments::default() });
            let (name, tid) = (&format!("dropped: {}", row.name), Some(track(record.context())));
            events.add(&TraceEvent { ph: "i", s: Some("t"), name, tid, args, ..event });
        } else {
            let args = Some(Arguments { packets: Some(counts[usize::from(place)]), ..Arguments::default() });
            events.add(&TraceEvent { ph: "C", name: &row.id, args, ..event });
        }
        record.time() < to && !events.is_full()
    });
}
