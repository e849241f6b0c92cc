//! Calls about an interface: its receive ring, transmit ring and interrupts.

use super::calls::{MISSED, Next, Outcome, RECEIVED, Row, SENT, flag, int, number};
use super::execution::Context;
use super::faults;
use super::watch::Look;
use crate::cpu::Packet;
use crate::families::routers::Output;
use crate::hardware::Causes;
use crate::scenario::Step;

/// The sending side of a unit, if it has one.
fn sending<'a>(context: &Context<'a>, unit: usize) -> Option<&'a Output> {
    context.kernel.outputs[unit].as_ref()
}

/// A call tells the program how many packets wait in a receive ring.
fn look(context: &Context<'_>, unit: usize, left: usize) {
    context.state.watch.look(unit, Look { mark: context.here(), left, by: context.own.turn() });
}

pub fn causes(context: &mut Context<'_>, row: &Row, unit: u64, _: u64) -> Outcome {
    context.unit(row, unit)?;
    number(context.own.causes as usize)
}

pub fn acknowledge(context: &mut Context<'_>, row: &Row, unit: u64, causes: u64) -> Outcome {
    let (unit, causes) = (context.unit(row, unit)?, int(causes));
    if let Some(receiver) = &context.kernel.receivers[unit] {
        receiver.acknowledge(Causes { received: causes & RECEIVED != 0, missed: causes & MISSED != 0 });
    }
    if let Some(output) = sending(context, unit).filter(|_| causes & SENT != 0) {
        output.transmitter.acknowledge();
    }
    number(0)
}

pub fn read(context: &mut Context<'_>, row: &Row, unit: u64, _: u64) -> Outcome {
    let unit = context.unit(row, unit)?;
    let Some(receiver) = &context.kernel.receivers[unit] else { return context.none(row) };
    let taken = receiver.take();
    look(context, unit, receiver.ring.length());
    let Some(packet) = taken else { return context.none(row) };
    context.state.watch.units[unit].read.set(Some(context.here()));
    context.own.has_read = true;
    context.paid(row.step, packet, true, Next::Take(packet, receiver.ring.place))
}

pub fn give_back(context: &mut Context<'_>, row: &Row, unit: u64, _: u64) -> Outcome {
    let unit = context.unit(row, unit)?;
    context.paid(row.step, Packet::NONE, true, Next::GiveBack(unit))
}

pub fn received(context: &mut Context<'_>, row: &Row, unit: u64, _: u64) -> Outcome {
    let unit = context.unit(row, unit)?;
    let waiting = context.kernel.receivers[unit].as_ref().map_or(0, |receiver| receiver.ring.length());
    look(context, unit, waiting);
    number(waiting)
}

pub fn put(context: &mut Context<'_>, row: &Row, unit: u64, packet: u64) -> Outcome {
    let (unit, packet) = (context.unit(row, unit)?, context.touch(row, packet)?);
    let Some(output) = sending(context, unit) else {
        return Err(context.fails(|_| faults::no_output(packet.id, row.name)));
    };
    let ring = &output.transmitter.ring;
    if ring.is_full() {
        context.own.refused = Some((ring.place, Step::IfqueueFull));
        return number(0);
    }
    context.paid(row.step, packet, true, Next::Put(unit, packet))
}

pub fn reclaim(context: &mut Context<'_>, row: &Row, unit: u64, _: u64) -> Outcome {
    let unit = context.unit(row, unit)?;
    match sending(context, unit) {
        Some(output) if output.transmitter.finished() > 0 => {
            context.paid(row.step, Packet::NONE, false, Next::Reclaim(unit))
        }
        _ => number(0),
    }
}

pub fn sent(context: &mut Context<'_>, row: &Row, unit: u64, _: u64) -> Outcome {
    let unit = context.unit(row, unit)?;
    number(sending(context, unit).map_or(0, |output| output.transmitter.finished()))
}

pub fn free(context: &mut Context<'_>, row: &Row, unit: u64, _: u64) -> Outcome {
    let unit = context.unit(row, unit)?;
    number(sending(context, unit).map_or(0, |output| {
        let ring = &output.transmitter.ring;
        ring.limit().saturating_sub(ring.length())
    }))
}

pub fn is_active(context: &mut Context<'_>, row: &Row, unit: u64, _: u64) -> Outcome {
    let unit = context.unit(row, unit)?;
    let output = sending(context, unit);
    flag(output.is_some_and(|output| output.active.get()) && !context.kernel.adds_while_active())
}

pub fn set_active(context: &mut Context<'_>, row: &Row, unit: u64, active: u64) -> Outcome {
    let unit = context.unit(row, unit)?;
    if let Some(output) = sending(context, unit) {
        let active = active != 0 && !output.transmitter.ring.is_empty();
        output.active.set(active);
        context.host.set_gate(output.active_gate, active);
    }
    number(0)
}

pub fn disable(context: &mut Context<'_>, row: &Row, unit: u64, _: u64) -> Outcome {
    let unit = context.unit(row, unit)?;
    context.state.disabled[unit].set(true);
    context.state.watch.units[unit].off.set(Some(context.here()));
    context.kernel.lines_of(unit).for_each(|line| context.host.enable_line(line, false));
    context.state.show_interrupts();
    number(0)
}

pub fn enable(context: &mut Context<'_>, row: &Row, unit: u64, _: u64) -> Outcome {
    let unit = context.unit(row, unit)?;
    if !context.state.disabled[unit].get() {
        return number(0);
    }
    context.paid(row.step, Packet::NONE, true, Next::Enable(unit))
}
