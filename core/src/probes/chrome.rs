//! A stretch of a trace as Chrome trace-event JSON, which Perfetto and chrome://tracing open: one row a context, one slice
//! a procedure call, an instant for each packet that comes, leaves or is thrown away.
//!
//! A slice lasts from call to return, so a procedure that an interrupt preempts lies above the interrupt's, in another row.

use super::{Call, Timeline};
use crate::trace::topology::Topology;
use crate::trace::{Event, Recorder};
use crate::units::{Cycles, Hertz};
use serde_json::{Value as Json, json};

/// The events of `from..=to`, as a JSON text.
pub fn chrome_trace(recorder: &Recorder, topology: &Topology, from: Cycles, to: Cycles) -> String {
    let writer = Writer { topology, clock: Hertz(topology.clock_hz) };
    let mut events = writer.names();
    events.extend(Timeline::of(recorder, from, to).calls.iter().map(|call| writer.slice(call, to)));
    let first = if from == Cycles::ZERO { recorder.first() } else { recorder.after(Cycles(from.0 - 1)) };
    recorder.scan(first, |record| {
        let within = record.time() <= to;
        if within {
            events.extend(writer.instant(record.time(), record.event()));
        }
        within
    });
    let about = json!({ "scenario": topology.scenario, "design": topology.design, "model": topology.model });
    json!({ "traceEvents": events, "displayTimeUnit": "ns", "otherData": about }).to_string()
}

struct Writer<'a> {
    topology: &'a Topology,
    clock: Hertz,
}

/// The row of what happens to packets, below the contexts.
const PACKETS: &str = "packets";

impl Writer<'_> {
    fn names(&self) -> Vec<Json> {
        let name = |what: &str, thread: usize, name: &str| json!({ "ph": "M", "name": what, "pid": 0, "tid": thread, "args": { "name": name } });
        let rows = self.topology.contexts.iter().map(|row| row.name.as_str()).chain([PACKETS]);
        let mut names = vec![name("process_name", 0, "CPU 0")];
        for (number, row) in rows.enumerate() {
            names.push(name("thread_name", number, row));
            let order = json!({ "sort_index": number });
            names.push(json!({ "ph": "M", "name": "thread_sort_index", "pid": 0, "tid": number, "args": order }));
        }
        names
    }

    fn slice(&self, call: &Call, to: Cycles) -> Json {
        let step = &self.topology.steps[usize::from(call.step)];
        let end = call.end.unwrap_or(to);
        json!({
            "ph": "X", "name": step.procedure, "cat": "procedure", "pid": 0, "tid": call.context,
            "ts": self.microseconds(call.begin), "dur": self.microseconds(end) - self.microseconds(call.begin),
            "args": { "step": step.label, "packet": call.packet },
        })
    }

    fn instant(&self, time: Cycles, event: Event) -> Option<Json> {
        let place = |place: u8| &self.topology.places[usize::from(place)];
        let (name, args) = match event {
            Event::Arrive { packet, bytes, .. } => ("arrives".to_string(), json!({ "packet": packet, "bytes": bytes })),
            Event::Deliver { packet, .. } => ("is sent".to_string(), json!({ "packet": packet })),
            Event::Drop { packet, place: at, wasted } => {
                (format!("dropped: {}", place(at).drop), json!({ "packet": packet, "wasted_cycles": wasted }))
            }
            Event::Intervention { index } => ("knob turned".to_string(), json!({ "intervention": index })),
            _ => return None,
        };
        let thread = self.topology.contexts.len();
        let ts = self.microseconds(time);
        Some(json!({ "ph": "i", "s": "t", "name": name, "pid": 0, "tid": thread, "ts": ts, "args": args }))
    }

    fn microseconds(&self, time: Cycles) -> f64 {
        time.0 as f64 * 1e6 / self.clock.0 as f64
    }
}
