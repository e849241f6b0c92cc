//! Procedures of the visible range, nested, for each context. A procedure that is preempted has several rows. The
//! section `Events` has arrivals, departures, drops and knob changes. Both are empty if the range has too many
//! records.

use super::Request;
use super::layout::{EventFields, EventKind, Section, SpanFields};
use super::writer::{Writer, some_packet};
use crate::scenario::Step;
use crate::session::Session;
use crate::trace::{Event, PacketIndex, PacketOutcome, Record, StepStart, VisibleState};
use crate::units::Cycles;

/// Largest number of records in a range whose spans are given. Ranges with more records get only columns.
pub const RECORDS_MAX: u64 = 6_000;

/// Writes the spans and events of the visible range. Returns false if the frame has none.
pub fn write(writer: &mut Writer, session: &Session, request: &Request) -> bool {
    let spans = request.spans.then(|| spans_and_events(session, request.from, request.to)).flatten();
    let Some((spans, events)) = spans else { return false };
    writer.section(Section::Spans, spans);
    writer.section(Section::Events, events);
    true
}

/// Returns `None` if the trace has no part of the range, or too many records.
pub fn spans_and_events(session: &Session, from: Cycles, to: Cycles) -> Option<(Vec<SpanFields>, Vec<EventFields>)> {
    let recorder = session.recorder();
    let (from, to) = (from.max(recorder.from()), to.min(session.head()));
    let records = recorder.first_after(to) - recorder.first_after(from).min(recorder.first_after(to));
    if !recorder.is_on() || from >= to || records > RECORDS_MAX {
        return None;
    }
    let state = recorder.state_at(from)?;
    let packets = session.packets();
    let mut tracer = Tracer::new(&state, from, &packets);
    recorder.scan(recorder.first_after(from), |record| {
        if record.time() > to {
            return false;
        }
        tracer.read(record);
        true
    });
    for cpu in 0..state.cpus.len() {
        tracer.close_running(cpu, to, false);
    }
    Some((tracer.spans, tracer.events))
}

struct Open {
    step: u16,
    depth: u8,
    packet: u32,
    begin: Cycles,
    /// Whether `begin` is where the procedure was entered, not where it continued.
    entered: bool,
}

/// Follows the records and turns them into rows.
struct Tracer<'a> {
    /// Open procedures of each context.
    open: Vec<Vec<Open>>,
    /// For each CPU: a thread switch that is not complete, and the running context.
    switches: Vec<Option<(usize, Cycles, u32)>>,
    running: Vec<usize>,
    packets: &'a PacketIndex,
    spans: Vec<SpanFields>,
    events: Vec<EventFields>,
}

impl<'a> Tracer<'a> {
    fn new(state: &VisibleState, from: Cycles, packets: &'a PacketIndex) -> Tracer<'a> {
        let reopened = |context: &crate::trace::ContextState| {
            context
                .procedures
                .iter()
                .map(|open| {
                    let entered = open.begin >= from;
                    Open { step: open.step, depth: open.depth, packet: open.packet, begin: from, entered }
                })
                .collect()
        };
        let running: Vec<usize> = state.cpus.iter().map(|cpu| usize::from(cpu.running)).collect();
        let switch = |context: &usize| {
            state.contexts[*context].switch.map(|(begin, cycles)| (*context, begin.max(from), cycles))
        };
        let switches = running.iter().map(switch).collect();
        let open = state.contexts.iter().map(reopened).collect();
        Tracer { open, switches, running, packets, spans: Vec::new(), events: Vec::new() }
    }

    fn read(&mut self, record: Record) {
        let (time, context, cpu) = (record.time(), usize::from(record.context()), usize::from(record.cpu()));
        match record.event() {
            Event::Run { switch } => {
                self.switch_to(cpu, context, time);
                self.switches[cpu] = (switch > 0).then_some((context, time, switch));
            }
            Event::Interrupt { .. } => self.switch_to(cpu, context, time),
            Event::Return { to, .. } => {
                self.close(context, time, 0, true);
                self.switch_to(cpu, usize::from(to), time);
            }
            Event::Block => self.close(context, time, 0, true),
            Event::Step(running) => {
                self.end_switch(cpu, time);
                self.step(context, time, running);
            }
            Event::Arrive { packet, .. } => self.event(time, packet, EventKind::Arrival, None),
            Event::Refuse { packet, .. } => self.event(time, packet, EventKind::Refused, None),
            Event::Deliver { packet, place, .. } => self.event(time, packet, EventKind::Sent, Some(place)),
            Event::Intervention { index } => self.event(time, index, EventKind::Intervention, None),
            Event::Drop { packet, place, .. } => self.event(time, packet, EventKind::Dropped, Some(place)),
            _ => {}
        }
    }

    fn switch_to(&mut self, cpu: usize, context: usize, time: Cycles) {
        self.close_running(cpu, time, false);
        self.running[cpu] = context;
        for open in &mut self.open[context] {
            open.begin = time;
            open.entered = false;
        }
    }

    fn event(&mut self, time: Cycles, packet: u32, kind: EventKind, place: Option<u8>) {
        self.events.push(EventFields { time, packet, kind, place });
    }

    fn step(&mut self, context: usize, time: Cycles, running: StepStart) {
        let depth = if running.opens { running.depth } else { running.depth + 1 };
        self.close(context, time, depth, true);
        if running.opens {
            let StepStart { step, depth, packet, .. } = running;
            self.open[context].push(Open { step, depth, packet, begin: time, entered: true });
        }
    }

    /// Closes the context's procedures at `depth` or deeper.
    fn close(&mut self, context: usize, time: Cycles, depth: u8, returned: bool) {
        while let Some(open) = self.open[context].pop_if(|open| open.depth >= depth) {
            self.span(context, &open, time, returned);
        }
    }

    /// Writes rows for the open procedures of a CPU's running context, because it is preempted or the range ends. The
    /// procedures stay open.
    fn close_running(&mut self, cpu: usize, time: Cycles, returned: bool) {
        self.end_switch(cpu, time);
        let running = self.running[cpu];
        let open = std::mem::take(&mut self.open[running]);
        for procedure in &open {
            self.span(running, procedure, time, returned);
        }
        self.open[running] = open;
    }

    fn end_switch(&mut self, cpu: usize, time: Cycles) {
        if let Some((context, begin, cycles)) = self.switches[cpu].take() {
            let end = Cycles(begin.0 + u64::from(cycles)).min(time);
            if end > begin {
                let (step, outcome, flags) = (Step::ThreadRun as u16, PacketOutcome::Inside, 3);
                self.spans.push(SpanFields { context, depth: 0, step, begin, end, packet: None, outcome, flags });
            }
            for open in &mut self.open[context] {
                open.begin = open.begin.max(end);
            }
        }
    }

    fn span(&mut self, context: usize, open: &Open, end: Cycles, returned: bool) {
        if end <= open.begin {
            return;
        }
        let Open { step, depth, begin, entered, .. } = *open;
        let (packet, outcome) = (some_packet(open.packet), self.packets.outcome(open.packet));
        let flags = u8::from(entered) | u8::from(returned) << 1;
        self.spans.push(SpanFields { context, depth, step, begin, end, packet, outcome, flags });
    }
}
