//! What a debugger shows of a program at one moment and in one range: the functions that run in each context, variables and knobs
//! over time, and the lines that lose packets. All of it follows from the trace, so it is there for each moment that the trace has.
//! Everything is numbers, as in a frame; `web/frame/debug-view.ts` reads them.
//!
//! ```text
//! view:    | t, from, to | columns | line, time that a stop of the kernel follows from, or 0, 0 | contexts | variables | knobs | losses |
//! context: | its number | state: 0 runs, 1 waits for the CPU, 2 sleeps | how many | lines, the outermost function first |
//! course:  | value now | the smallest and the largest value in each column |       each list begins with its length
//! loss:    | line or 0 | place | 1: refused while the line ran | how many | the last packet | when |
//! write:   | when | line or 0 | value before | after |
//! ```

use crate::cpu::TrapCause;
use crate::scenario::{KNOBS_PATH, Value};
use crate::session::Session;
use crate::trace::topology::{ContextKind, Topology, VariableRow};
use crate::trace::{
    ContextId, ContextState, Event, PacketId, PacketOutcome, PlaceId, Record, VariableId, VisibleState,
};
use crate::units::Cycles;

/// Columns of a chart, variables, and lines that lose packets, at most.
const COLUMNS_MAX: usize = 240;
const VARIABLES_MAX: usize = 80;
const LOSSES_MAX: usize = 12;
/// Records of a range that are read: of a longer one only the newest part is shown.
const RECORDS_MAX: u64 = 400_000;

/// `request`: t, from, to, the number of columns, and the variables to show.
pub fn debug_view(session: &Session, request: &[f64]) -> Vec<f64> {
    let [t, from, to, columns, ref variables @ ..] = *request else { panic!("a request has four numbers") };
    let (recorder, topology) = (session.recorder(), session.topology());
    let begin = recorder.from();
    let moment = Cycles(t as u64).min(session.head()).max(begin);
    let to = Cycles(to as u64).min(session.head()).max(begin);
    let from = Cycles(from as u64).min(to).max(begin);
    let wanted = recorder.first_after(from);
    let first = wanted.max(recorder.first_after(to).saturating_sub(RECORDS_MAX));
    let state = recorder.state_before(first);
    let from = if first > wanted { state.time } else { from };
    let columns = (columns as usize).clamp(1, COLUMNS_MAX);
    let axis = Axis { from, to, columns };
    let shown = recorder.state_at(moment).expect("the moment is in the trace");
    let known = |number: &f64| topology.variables.get(*number as usize).map(|row| (*number as usize, row));
    let rows: Vec<(usize, &VariableRow)> = variables.iter().filter_map(known).take(VARIABLES_MAX).collect();
    let mut courses: Vec<Course> = rows.iter().map(|(at, row)| Course::new(row.number(state.variables[*at]))).collect();
    let mut losses = Losses::new(topology, &state);
    recorder.scan(first, |record| {
        if record.time() > to {
            return false;
        }
        let event = record.event_out_of_line();
        if let Event::Variable { variable, value } = event
            && let Some(index) = rows.iter().position(|(number, _)| *number == usize::from(variable))
        {
            courses[index].changes(&axis, record.time(), rows[index].1.number(value));
        }
        losses.read(record, event);
        true
    });
    let (line, since) = since(session);
    let mut out = vec![moment.0 as f64, axis.from.0 as f64, to.0 as f64, columns as f64, line, since];
    write_calls(topology, &shown, &mut out);
    let now = rows.iter().map(|(number, row)| row.number(shown.variables[*number])).collect();
    write_courses(courses, now, &axis, &mut out);
    let now = session.knobs_at(moment);
    write_courses(knobs(session, &axis), now, &axis, &mut out);
    losses.write(topology, &mut out);
    out
}

/// A step's line in the text of the program; 0 if it has none.
fn line_of(topology: &Topology, step: Option<&u16>) -> f64 {
    let row = step.and_then(|step| topology.steps.get(usize::from(*step)));
    row.and_then(|row| topology.code.get(usize::try_from(row.code).ok()?)).map_or(0.0, |code| f64::from(code.line))
}

/// Whether functions of the program run in a context.
pub fn has_calls(topology: &Topology, number: usize, context: &ContextState) -> bool {
    !context.calls.is_empty() && topology.contexts[number].kind != ContextKind::Process
}

fn write_calls(topology: &Topology, state: &VisibleState, out: &mut Vec<f64>) {
    let count = out.len();
    out.push(0.0);
    for (number, context) in state.contexts.iter().enumerate() {
        if !has_calls(topology, number, context) {
            continue;
        }
        let waits = if context.blocked { 2.0 } else { 1.0 };
        let is = if state.is_running(number) { 0.0 } else { waits };
        out.extend([number as f64, is, context.calls.len() as f64]);
        for step in &context.calls {
            out.push(line_of(topology, Some(step)));
        }
        out[count] += 1.0;
    }
}

/// The earlier line, and its time.
fn since(session: &Session) -> (f64, f64) {
    match session.machine().host.trapped().map(|trap| trap.cause) {
        Some(TrapCause::Program(fault)) => {
            fault.since.map_or((0.0, 0.0), |since| (f64::from(since.line), since.at.0 as f64))
        }
        _ => (0.0, 0.0),
    }
}

/// A range as columns.
struct Axis {
    from: Cycles,
    to: Cycles,
    columns: usize,
}

impl Axis {
    fn column(&self, at: Cycles) -> usize {
        let part = (at.saturating_sub(self.from).0 as f64) / ((self.to - self.from).0.max(1) as f64);
        ((part * self.columns as f64) as usize).min(self.columns - 1)
    }
}

/// The course of a value that is being read: the columns before the current one are finished.
struct Course {
    now: i64,
    /// The smallest and the largest value in the current column.
    low: i64,
    high: i64,
    columns: Vec<f64>,
}

impl Course {
    fn new(value: i64) -> Course {
        Course { now: value, low: value, high: value, columns: Vec::new() }
    }

    fn changes(&mut self, axis: &Axis, at: Cycles, value: i64) {
        self.fill(axis.column(at));
        self.now = value;
        (self.low, self.high) = (self.low.min(value), self.high.max(value));
    }

    /// Finishes the columns before this one.
    fn fill(&mut self, until: usize) {
        while self.columns.len() < 2 * until {
            self.columns.extend([self.low as f64, self.high as f64]);
            (self.low, self.high) = (self.now, self.now);
        }
    }
}

fn write_courses(courses: Vec<Course>, now: Vec<i64>, axis: &Axis, out: &mut Vec<f64>) {
    out.push(courses.len() as f64);
    for (mut course, value) in courses.into_iter().zip(now) {
        course.fill(axis.columns);
        out.push(value as f64);
        out.append(&mut course.columns);
    }
}

/// Knobs change only by interventions.
fn knobs(session: &Session, axis: &Axis) -> Vec<Course> {
    let mut courses: Vec<Course> = session.knobs_at(axis.from).into_iter().map(Course::new).collect();
    for change in &session.scenario().interventions {
        let is_inside = change.at > axis.from.0 && change.at <= axis.to.0;
        for (course, knob) in courses.iter_mut().zip(&session.topology().knobs).filter(|_| is_inside) {
            if let Some(Value::Integer(value)) = change.set.get(&[KNOBS_PATH, &knob.name].concat()) {
                course.changes(axis, Cycles(change.at), *value);
            }
        }
    }
    courses
}

/// Packets that were lost at a place by one line, or while it ran.
struct Loss {
    step: Option<u16>,
    place: PlaceId,
    refused: bool,
    count: u32,
    /// The last one, and when it was lost.
    packet: PacketId,
    at: Cycles,
}

impl Loss {
    fn write(&self, topology: &Topology, out: &mut Vec<f64>) {
        let Loss { step, place, refused, count, packet, at } = self;
        let refused = f64::from(u8::from(*refused));
        let of = [f64::from(*place), refused, f64::from(*count), f64::from(*packet), at.0 as f64];
        out.push(line_of(topology, step.as_ref()));
        out.extend(of);
    }
}

struct Losses {
    /// By context: the line that it has reached; and the context that runs.
    reached: Vec<Option<u16>>,
    running: ContextId,
    found: Vec<Loss>,
    is_process: Vec<bool>,
}

impl Losses {
    fn new(topology: &Topology, state: &VisibleState) -> Losses {
        Losses {
            reached: state.contexts.iter().map(|context| context.calls.last().copied()).collect(),
            running: state.cpus[0].running,
            found: Vec::new(),
            is_process: topology.contexts.iter().map(|context| context.kind == ContextKind::Process).collect(),
        }
    }

    fn read(&mut self, record: Record, event: Event) {
        let context = usize::from(record.context());
        let (packet, place, refused) = match event {
            Event::Step(start) if record.calls() > 0 => return self.reached[context] = Some(start.step),
            Event::Run { .. } | Event::Interrupt { .. } => return self.running = record.context(),
            Event::Return { to, .. } => {
                self.reached[context] = None;
                return self.running = to;
            }
            Event::Drop { packet, place, .. } => (packet, place, false),
            Event::Refuse { packet, place, .. } => (packet, place, true),
            _ => return,
        };
        let by = if refused { usize::from(self.running) } else { context };
        let step = self.reached[by].filter(|_| !self.is_process[by]);
        let is_same = |loss: &&mut Loss| (loss.step, loss.place, loss.refused) == (step, place, refused);
        let at = record.time();
        match self.found.iter_mut().find(is_same) {
            Some(loss) => (loss.count, loss.packet, loss.at) = (loss.count + 1, packet, at),
            None => self.found.push(Loss { step, place, refused, count: 1, packet, at }),
        }
    }

    /// The lines that lost most packets first.
    fn write(mut self, topology: &Topology, out: &mut Vec<f64>) {
        let count = self.found.len().min(LOSSES_MAX);
        out.push(count as f64);
        for _ in 0..count {
            let mut most = 0;
            for (index, loss) in self.found.iter().enumerate() {
                if loss.count > self.found[most].count {
                    most = index;
                }
            }
            self.found.remove(most).write(topology, out);
        }
    }
}

/// The last time before `moment` at which a variable got another value. A write of the value that it has already is not in the trace.
/// Empty: there is none.
pub fn last_write(session: &Session, moment: Cycles, variable: VariableId) -> Vec<f64> {
    let (recorder, topology) = (session.recorder(), session.topology());
    let mut number = recorder.first_after(moment);
    while let Some(record) = number.checked_sub(1).and_then(|before| recorder.record(before)) {
        number -= 1;
        let Event::Variable { variable: changed, value } = record.event_out_of_line() else { continue };
        if changed != variable || record.time() >= moment {
            continue;
        }
        let (row, state) = (&topology.variables[usize::from(variable)], recorder.state_before(number));
        let line = line_of(topology, state.contexts[usize::from(record.context())].calls.last());
        let before = row.number(state.variables[usize::from(variable)]);
        return vec![record.time().0 as f64, line, before as f64, row.number(value) as f64];
    }
    Vec::new()
}

/// Where a program lost a packet. Empty: it was not lost, or the trace does not have that moment.
pub fn packet_loss(session: &Session, packet: PacketId) -> Vec<f64> {
    let (recorder, topology) = (session.recorder(), session.topology());
    let entry = session.packets().get(packet).copied();
    let last = entry.filter(|entry| entry.outcome == PacketOutcome::Dropped).map(|entry| entry.last);
    let mut out = Vec::new();
    if let Some((last, record)) = last.and_then(|last| Some((last, recorder.record(last)?))) {
        let mut losses = Losses::new(topology, &recorder.state_before(last));
        losses.read(record, record.event_out_of_line());
        losses.found.iter().for_each(|loss| loss.write(topology, &mut out));
    }
    out
}
