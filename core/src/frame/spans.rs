//! Procedures of the visible range, nested, for each context. A procedure that is preempted has several rows. The
//! section `Events` has arrivals, departures, drops and knob changes. Both are empty if the range has too many
//! records.

use super::Request;
use super::layout::{Header, SPAN_RECORDS_MAX, Section};
use super::writer::{Writer, packet_or_none};
use crate::scenario::Step;
use crate::session::Session;
use crate::trace::{Event, PacketIndex, PacketOutcome, Record, StepStart, VisibleState};
use crate::units::Cycles;

pub fn write(writer: &mut Writer, session: &Session, request: &Request) {
    let recorder = session.recorder();
    let from = request.from.max(recorder.from());
    let to = request.to.min(session.head());
    let records = recorder.first_after(to) - recorder.first_after(from).min(recorder.first_after(to));
    if !request.spans || !recorder.is_on() || from >= to || records > SPAN_RECORDS_MAX {
        return;
    }
    let Some(state) = recorder.state_at(from) else { return };
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
    writer.head(Header::Detail, 1.0);
    writer.section(Section::Spans, tracer.spans);
    writer.section(Section::Events, tracer.events);
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
    spans: Vec<[f64; 8]>,
    events: Vec<[f64; 4]>,
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
            Event::Arrive { packet, .. } => self.event(time, packet, 0.0, -1.0),
            Event::Refuse { packet, .. } => self.event(time, packet, 1.0, -1.0),
            Event::Deliver { packet, place, .. } => self.event(time, packet, 2.0, f64::from(place)),
            Event::Intervention { index } => self.events.push([time.0 as f64, f64::from(index), 3.0, -1.0]),
            Event::Drop { packet, place, .. } => self.event(time, packet, 4.0, f64::from(place)),
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

    fn event(&mut self, time: Cycles, packet: u32, kind: f64, place: f64) {
        self.events.push([time.0 as f64, f64::from(packet), kind, place]);
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
                let step = f64::from(Step::ThreadRun as u16);
                self.spans.push([context as f64, 0.0, step, begin.0 as f64, end.0 as f64, -1.0, 0.0, 3.0]);
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
        let outcome = match self.packets.outcome(open.packet) {
            PacketOutcome::Inside => 0.0,
            PacketOutcome::Delivered => 1.0,
            PacketOutcome::Dropped => 2.0,
        };
        let flags = f64::from(u8::from(open.entered) | u8::from(returned) << 1);
        let (step, depth) = (f64::from(open.step), f64::from(open.depth));
        let packet = packet_or_none(open.packet);
        self.spans.push([context as f64, depth, step, open.begin.0 as f64, end.0 as f64, packet, outcome, flags]);
    }
}
