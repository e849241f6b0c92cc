//! Calls about the IP layer, queues and packets.

use super::calls::{Next, Outcome, Row, flag, number};
use super::execution::{Context, Pause};
use super::faults;
use super::state::ProgramState;
use crate::hardware::Fifo;
use crate::scenario::Step;

/// `rt_unit` of a packet that screend judges first.
const SCREEN: i32 = -1;

/// A layer that the program does not write itself.
pub fn layer(context: &mut Context<'_>, row: &Row, packet: u64, _: u64) -> Outcome {
    let packet = context.touch(row, packet)?;
    context.paid(row.step, packet, true, Next::Answer(0))
}

pub fn route(context: &mut Context<'_>, row: &Row, packet: u64, _: u64) -> Outcome {
    let packet = context.touch(row, packet)?;
    let kernel = context.kernel;
    let unit = || kernel.host.output_interface(packet) as i32;
    number((if kernel.screenq.is_some() { SCREEN } else { unit() }) as u32 as usize)
}

pub fn process(context: &mut Context<'_>, row: &Row, packet: u64, _: u64) -> Outcome {
    let packet = context.touch(row, packet)?;
    context.give(packet, None);
    context.pause(Pause::Process(packet))
}

pub fn screen(context: &mut Context<'_>, row: &Row, packet: u64, _: u64) -> Outcome {
    let packet = context.touch(row, packet)?;
    if context.kernel.screenq.is_none() {
        return Err(context.fails(|_| faults::no_screend()));
    }
    context.paid(row.step, packet, true, Next::Screen(packet))
}

pub fn screening(context: &mut Context<'_>, _: &Row, _: u64, _: u64) -> Outcome {
    number(context.kernel.screenq.as_ref().map_or(0, |queue| queue.length()))
}

pub fn enqueue(context: &mut Context<'_>, row: &Row, queue: u64, packet: u64) -> Outcome {
    let (queue, packet) = (context.queue(row, queue)?, context.touch(row, packet)?);
    if refuses(context, queue) {
        return number(0);
    }
    context.give(packet, Some(queue.place));
    queue.put(packet);
    number(1)
}

pub fn dequeue(context: &mut Context<'_>, row: &Row, handle: u64, _: u64) -> Outcome {
    let queue = context.queue(row, handle)?;
    let Some(packet) = queue.take() else { return context.none(row) };
    context.kernel.notify_dequeued(queue);
    let step = row.step.filter(|_| context.state.is_own(handle));
    context.paid(step, packet, false, Next::Take(packet, queue.place))
}

pub fn length(context: &mut Context<'_>, row: &Row, queue: u64, _: u64) -> Outcome {
    number(context.queue(row, queue)?.length())
}

pub fn is_full(context: &mut Context<'_>, row: &Row, queue: u64, _: u64) -> Outcome {
    let queue = context.queue(row, queue)?;
    flag(refuses(context, queue))
}

/// Whether a queue is full. A packet that is dropped next was refused there.
fn refuses(context: &mut Context<'_>, queue: &Fifo) -> bool {
    if queue.is_full() {
        context.own.refused = Some((queue.place, full_step(context.state, queue)));
    }
    queue.is_full()
}

/// The step of a drop at a full queue.
fn full_step(state: &ProgramState, queue: &Fifo) -> Step {
    let is_output = state.kernel.outputs.iter().flatten().any(|output| output.queue.place == queue.place);
    if is_output { Step::IfqueueFull } else { Step::IpintrqFull }
}

pub fn output_queue(context: &mut Context<'_>, row: &Row, unit: u64, _: u64) -> Outcome {
    let (state, unit) = (context.state, context.unit(row, unit)?);
    number(state.kernel.outputs[unit].as_ref().map_or(0, |_| state.output_queue(unit)) as usize)
}

pub fn drop_packet(context: &mut Context<'_>, row: &Row, packet: u64, _: u64) -> Outcome {
    let packet = context.touch(row, packet)?;
    let taken_from = || context.state.packets.taken_from(packet);
    let (place, full) = context.own.refused.unwrap_or_else(|| (taken_from(), Step::IpintrqFull));
    context.paid(row.step.map(|_| full), packet, true, Next::Drop(packet, place))
}
