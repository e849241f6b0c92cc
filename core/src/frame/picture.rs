//! The machine's state at the shown moment: contexts, places with their packets, lines and gates.

use super::Request;
use super::layout::Section;
use super::writer::{Writer, packet_or_none};
use crate::scenario::{Step, Value};
use crate::session::{Session, Window};
use crate::trace::VisibleState;
use crate::trace::topology::PlaceKind;

pub fn write(writer: &mut Writer, session: &Session, request: &Request, state: &VisibleState) {
    let window = session.window(request.counted);
    let cpus = state.cpus.iter();
    writer.section(Section::Cpus, cpus.map(|cpu| [f64::from(cpu.running), f64::from(cpu.level)]));
    // the choices of this setting are ids of contexts
    let hung = session.setting_at("programs.hangs", request.t).map(Value::choice);
    let rows = session.topology().contexts.iter().enumerate().map(|(number, context)| {
        let mut row = context_row(number, state, &window);
        if row[0] == BLOCKED && hung == Some(context.id.as_str()) {
            row[0] = HANGS;
        }
        row
    });
    writer.section(Section::Contexts, rows);
    places(writer, session, state, &window);
    let elapsed = window.difference.time.0.max(1) as f64;
    writer.section(
        Section::Lines,
        state.lines.iter().enumerate().map(|(number, line)| {
            let pending = line.asserted && line.enabled && !line.in_service;
            let share = window.difference.pending(number as u8) as f64 / elapsed;
            let taken = window.difference.taken(number as u8) as f64;
            [flag(line.asserted), flag(line.enabled), flag(pending), flag(line.in_service), taken, share]
        }),
    );
    writer.section(
        Section::Gates,
        state
            .gates
            .iter()
            .enumerate()
            .map(|(number, on)| [flag(*on), window.difference.gate_on(number as u8) as f64 / elapsed]),
    );
}

fn flag(on: bool) -> f64 {
    f64::from(u8::from(on))
}

const BLOCKED: f64 = 3.0;

/// A blocked process that no packet wakes.
const HANGS: f64 = 4.0;

/// Its first number: 0 idle, 1 running, 2 preempted or ready, 3 blocked.
fn context_row(context: usize, state: &VisibleState, window: &Window) -> [f64; 8] {
    let shown = &state.contexts[context];
    let running = state.is_running(context);
    let kind = match (running, shown.active, shown.blocked) {
        (true, _, _) => 1.0,
        (false, true, _) => 2.0,
        (false, false, true) => BLOCKED,
        (false, false, false) => 0.0,
    };
    let (step, packet, progress, cycles) = match (shown.switch, shown.step) {
        (Some((begin, cycles)), _) => {
            let spent = (state.time - begin).0 as f64;
            (f64::from(Step::ThreadRun as u16), -1.0, spent / f64::from(cycles.max(1)), f64::from(cycles))
        }
        (None, Some(step)) => {
            let progress = f64::from(step.spent) / f64::from(step.cycles.max(1));
            (f64::from(step.step), packet_or_none(step.packet), progress, f64::from(step.cycles))
        }
        (None, None) => (-1.0, -1.0, 0.0, 0.0),
    };
    let packet = shown.held.map_or(packet, |(held, _)| f64::from(held));
    let used = window.difference.cycles(context as u8) as f64;
    let share = used / window.difference.time.0.max(1) as f64;
    [kind, step, packet, progress.min(1.0), cycles, share, shown.procedures.len() as f64, used]
}

fn places(writer: &mut Writer, session: &Session, state: &VisibleState, window: &Window) {
    let mut offset = writer.position() + state.places.len() * 8;
    let rows = state.places.iter().enumerate().map(|(number, place)| {
        let count = place.count();
        let row = &session.topology().places[number];
        let is_ring = matches!(row.kind, PlaceKind::ReceiveRing | PlaceKind::TransmitRing);
        let first_slot = if is_ring { place.taken % u64::from(place.limit.max(1)) } else { 0 };
        let begin = offset;
        offset += place.contents.len();
        let number = number as u8;
        [
            count as f64,
            f64::from(place.limit),
            begin as f64,
            first_slot as f64,
            f64::from(place.sent),
            window.difference.drops(number) as f64,
            window.difference.wasted(number) as f64,
            window.difference.entered(number) as f64,
        ]
    });
    writer.section(Section::Places, rows);
    let contents = state.places.iter().flat_map(|place| place.contents.iter());
    writer.section(Section::Contents, contents.map(|packet| [f64::from(*packet)]));
}
