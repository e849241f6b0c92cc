//! The machine's state at the shown moment: contexts, places with their packets, lines and gates.

use super::Request;
use super::layout::{
    ContentFields, ContextFields, ContextState, CpuStateFields, GateFields, LineFields, PlaceFields, Row, Section,
};
use super::writer::{Writer, some_packet};
use crate::scenario::{Step, Value};
use crate::session::{Session, Window};
use crate::trace::VisibleState;
use crate::trace::topology::PlaceKind;

pub fn write(writer: &mut Writer, session: &Session, request: &Request, state: &VisibleState) {
    let window = session.window(request.counted);
    let cpus = state.cpus.iter();
    writer.section(Section::Cpus, cpus.map(|cpu| CpuStateFields { running: cpu.running, level: cpu.level }));
    // the choices of this setting are ids of contexts
    let hung = session.setting_at("programs.hangs", request.t).map(Value::choice);
    let rows = session.topology().contexts.iter().enumerate().map(|(number, context)| {
        let mut row = context_fields(number, state, &window);
        if row.state == ContextState::Blocked && hung == Some(context.id.as_str()) {
            row.state = ContextState::Hung;
        }
        row
    });
    writer.section(Section::Contexts, rows);
    places(writer, session, state, &window);
    let share = |cycles: u64| cycles as f64 / window.difference.time.0.max(1) as f64;
    let lines = state.lines.iter().enumerate().map(|(number, line)| LineFields {
        asserted: line.asserted,
        enabled: line.enabled,
        pending: line.asserted && line.enabled && !line.in_service,
        in_service: line.in_service,
        taken: window.difference.taken(number as u8),
        pending_share: share(window.difference.pending(number as u8)),
    });
    writer.section(Section::Lines, lines);
    let gates = state.gates.iter().enumerate();
    let gates = gates.map(|(number, on)| GateFields { on: *on, share: share(window.difference.gate_on(number as u8)) });
    writer.section(Section::Gates, gates);
}

fn context_fields(context: usize, state: &VisibleState, window: &Window) -> ContextFields {
    let shown = &state.contexts[context];
    let running = state.is_running(context);
    let activity = match (running, shown.active, shown.blocked) {
        (true, _, _) => ContextState::Running,
        (false, true, _) => ContextState::Preempted,
        (false, false, true) => ContextState::Blocked,
        (false, false, false) => ContextState::Idle,
    };
    let (step, packet, spent, step_cycles) = match (shown.switch, shown.step) {
        (Some((begin, cycles)), _) => (Some(Step::ThreadRun as u16), None, (state.time - begin).0, cycles),
        (None, Some(step)) => (Some(step.step), some_packet(step.packet), u64::from(step.spent), step.cycles),
        (None, None) => (None, None, 0, 0),
    };
    let cycles = window.difference.cycles(context as u8);
    ContextFields {
        state: activity,
        step,
        packet: shown.held.map_or(packet, |(held, _)| Some(held)),
        progress: (spent as f64 / f64::from(step_cycles.max(1))).min(1.0),
        step_cycles,
        share: cycles as f64 / window.difference.time.0.max(1) as f64,
        depth: shown.procedures.len(),
        cycles,
    }
}

fn places(writer: &mut Writer, session: &Session, state: &VisibleState, window: &Window) {
    let mut offset = writer.position() + state.places.len() * PlaceFields::FIELDS.len();
    let rows = state.places.iter().enumerate().map(|(number, place)| {
        let row = &session.topology().places[number];
        let is_ring = matches!(row.kind, PlaceKind::ReceiveRing | PlaceKind::TransmitRing);
        // the limit of a receive ring leaves out the descriptors that software has read and not given back
        let set = session.setting_at("queues.receive_ring", state.time).filter(|_| row.kind == PlaceKind::ReceiveRing);
        let capacity = match row.kind {
            PlaceKind::ReceiveRing => set.map_or(row.capacity, |set| set.integer() as u32),
            _ => place.limit,
        };
        let contents = offset;
        offset += place.contents.len();
        let number = number as u8;
        PlaceFields {
            count: place.count(),
            capacity,
            contents,
            first_slot: if is_ring { place.taken % u64::from(capacity.max(1)) } else { 0 },
            sent: place.sent,
            drops: window.difference.drops(number),
            wasted: window.difference.wasted(number),
            entered: window.difference.entered(number),
        }
    });
    writer.section(Section::Places, rows);
    let contents = state.places.iter().flat_map(|place| place.contents.iter());
    writer.section(Section::Contents, contents.map(|packet| ContentFields { packet: *packet }));
}
