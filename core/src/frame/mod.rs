//! A frame: everything that the views draw for one moment and one visible range, as one flat array of numbers. It is a pure
//! function of the session's trace and of the request. `layout` is the table of its numbers.
//!
//! ```text
//! [ header | contexts | places | contents | lines | gates | window | total | moves | recent drops | spans | columns | ... ]
//! ```
//!
//! Times are cycles (whole numbers below 2^53). Packets are their numbers; -1 means none. Floats never go back into the
//! simulation.

mod chrome;
mod code;
mod columns;
mod counts;
pub mod debug_locals;
pub mod debug_view;
pub mod layout;
mod motion;
pub mod packet_history;
mod picture;
mod row;
mod spans;
#[cfg(test)]
mod tests;
mod writer;

pub use chrome::chrome_trace;

use crate::session::Session;
use crate::trace::VisibleState;
use crate::units::Cycles;
use layout::HeaderFields;
use writer::Writer;

/// A view's request for a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// The moment to show.
    pub t: Cycles,
    /// The visible range of the timeline and its width in pixels.
    pub from: Cycles,
    pub to: Cycles,
    pub width: usize,
    pub selected: Option<u32>,
    /// The age up to which a dropped packet is shown falling.
    pub motion_span: Cycles,
    pub columns: bool,
    pub spans: bool,
    pub depths: bool,
    /// The call stacks of all contexts at the moment.
    pub stacks: bool,
    /// The counts of each line of code in the window.
    pub code: bool,
    /// The moment up to which the window counts. While a machine plays, it is that of the last diagnosis, so that all
    /// numbers of a page have one window.
    pub counted: Cycles,
}

impl Request {
    const WIDTH_MAX: f64 = 8192.0;

    /// Reads the array of numbers that crosses the boundary: t, from, to, width, selected, motion span, flags, counted.
    /// Without the last one, the window counts up to t. Clamps invalid numbers, so that no request can cause a failure.
    pub fn from_numbers(numbers: &[f64]) -> Request {
        let number = |index: usize| numbers.get(index).copied().filter(|number| number.is_finite()).unwrap_or(0.0);
        let cycles = |index: usize| Cycles(number(index).clamp(0.0, 4e15) as u64);
        let flags = number(6) as u32;
        let (from, to) = (cycles(1), cycles(2).max(Cycles(cycles(1).0 + 1)));
        Request {
            t: cycles(0),
            from,
            to,
            width: number(3).clamp(1.0, Self::WIDTH_MAX) as usize,
            selected: Some(number(4)).filter(|packet| *packet >= 1.0).map(|packet| packet as u32),
            motion_span: cycles(5),
            columns: flags & 1 != 0,
            spans: flags & 2 != 0,
            depths: flags & 4 != 0,
            stacks: flags & 8 != 0,
            code: flags & 16 != 0,
            counted: if numbers.len() > 7 { cycles(7) } else { cycles(0) },
        }
    }
}

/// Builds the frame for a request.
pub fn frame(session: &Session, request: &Request) -> Vec<f64> {
    let t = request.t.min(session.head());
    let request = &Request { t, counted: request.counted.min(session.head()), ..*request };
    let known = session.recorder().state_at(t);
    let state = known.clone().unwrap_or_else(|| empty_state(session, t));
    let mut writer = Writer::new();
    picture::write(&mut writer, session, request, &state);
    counts::write(&mut writer, session, request);
    if known.is_some() {
        motion::write(&mut writer, session, request, &state);
    }
    let has_spans = spans::write(&mut writer, session, request);
    columns::write(&mut writer, session, request);
    packet_history::write(&mut writer, session, request);
    code::write(&mut writer, session, request, known.is_some().then_some(&state));
    writer.finish(header(session, request, &state, known.is_some(), has_spans))
}

fn header(session: &Session, request: &Request, state: &VisibleState, known: bool, spans: bool) -> HeaderFields {
    let window = session.window(request.counted);
    let recorder = session.recorder();
    HeaderFields {
        version: layout::VERSION,
        t: request.t,
        head: session.head(),
        trace_from: if recorder.is_on() { recorder.from() } else { session.head() },
        from: request.from,
        to: request.to,
        width: request.width,
        running: state.cpus[0].running,
        level: state.cpus[0].level,
        window_from: window.from.time,
        selected: request.selected,
        spans_complete: spans,
        last_intervention: session.last_intervention(request.counted),
        step_level: known,
        window_to: window.to.time,
    }
}

/// The state to show where only counters are known: empty, apart from the CPU's cycles.
fn empty_state(session: &Session, t: Cycles) -> VisibleState {
    let topology = session.topology();
    let mut state = VisibleState::of(topology);
    for (place, shown) in topology.places.iter().zip(&mut state.places) {
        shown.limit = place.capacity;
    }
    state.time = t;
    state
}
