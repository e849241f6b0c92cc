//! Calls about interrupts' levels, threads and time.

use super::calls::{Next, Outcome, Row, Stopped, int, number};
use super::execution::{Context, Pause};
use super::faults;
use super::own::Raised;
use crate::cpu::{Level, Packet};
use crate::program::calls::CHARGED_FIRST;
use std::cell::Cell;

/// Functions that may wait for the clock, and levels that a context may raise one above the other.
const TIMEOUTS_MAX: usize = 256;
const LEVELS_MAX: usize = 64;

pub fn request(context: &mut Context<'_>, row: &Row, _: u64, _: u64) -> Outcome {
    if !context.state.has_netisr {
        return Err(context.fails(|_| faults::no_netisr()));
    }
    context.paid(row.step, Packet::NONE, true, Next::Request)
}

pub fn wakeup(context: &mut Context<'_>, _: &Row, event: u64, _: u64) -> Outcome {
    context.wake(context.state.channel(event), Some(event))
}

pub fn sleep(context: &mut Context<'_>, row: &Row, event: u64, _: u64) -> Outcome {
    thread(context, row)?;
    if let Some(Raised { mark, .. }) = context.own.levels.first().copied() {
        return Err(context.fails(|context| faults::sleeps_at_level(context.state.since(mark))));
    }
    context.pause(Pause::Sleep(context.state.channel(event)))
}

pub fn announce(context: &mut Context<'_>, row: &Row, event: u64, _: u64) -> Outcome {
    announced(context, row)?.set(Some(event));
    (context.own.has_announced, context.own.has_read) = (true, false);
    number(0)
}

pub fn block(context: &mut Context<'_>, row: &Row, _: u64, _: u64) -> Outcome {
    let event = announced(context, row)?.take();
    if !std::mem::take(&mut context.own.has_announced) {
        context.tell_unannounced_block();
    }
    match event {
        Some(event) => sleep(context, row, event, 0),
        None => number(0),
    }
}

/// The number of the function of the thread that calls. The compiler lets nobody else sleep; code from elsewhere may try.
fn thread(context: &mut Context<'_>, row: &Row) -> Result<usize, Stopped> {
    match context.own.thread {
        Some(thread) => Ok(thread),
        None => Err(context.fails(|_| faults::sleeps_in_interrupt(row.name))),
    }
}

fn announced<'a>(context: &mut Context<'a>, row: &Row) -> Result<&'a Cell<Option<u64>>, Stopped> {
    Ok(&context.state.announced[thread(context, row)?])
}

pub fn yield_cpu(context: &mut Context<'_>, row: &Row, _: u64, _: u64) -> Outcome {
    let (kernel, host) = (context.kernel, context.host);
    let has_work = || kernel.process_queue().is_some_and(|queue| !queue.is_empty());
    let pays = std::mem::take(&mut context.own.has_read) && has_work();
    if context.state.has_several_threads {
        host.yield_cpu();
    }
    context.paid(row.step.filter(|_| pays), Packet::NONE, false, Next::Answer(0))
}

pub fn splimp(context: &mut Context<'_>, _: &Row, _: u64, _: u64) -> Outcome {
    raise(context, Level::IMP)
}

pub fn splnet(context: &mut Context<'_>, _: &Row, _: u64, _: u64) -> Outcome {
    raise(context, Level::NET)
}

fn raise(context: &mut Context<'_>, level: Level) -> Outcome {
    let Level(before) = context.host.raise(level);
    // the time of a level counts from here; a handler's, from its begin
    context.own.has_moved |= !context.own.is_handler && context.own.levels.is_empty();
    if context.own.levels.len() == LEVELS_MAX {
        return Err(context
            .fails(|context| faults::too_many_levels(LEVELS_MAX, context.state.since(context.own.levels[0].mark))));
    }
    context.own.levels.push(Raised { before, mark: context.here() });
    number(before.into())
}

pub fn splx(context: &mut Context<'_>, _: &Row, level: u64, _: u64) -> Outcome {
    let level = int(level);
    let Some(known) = context.own.levels.iter().rposition(|given| i32::from(given.before) == level) else {
        return Err(context.fails(|context| {
            let raised = context.own.levels.last().map(|raised| context.state.since(raised.mark));
            faults::level_not_given(level, raised)
        }));
    };
    context.own.levels.truncate(known);
    context.host.restore(Level(level as u8));
    number(0)
}

pub fn timeout(context: &mut Context<'_>, _: &Row, function: u64, ticks: u64) -> Outcome {
    let mut timeouts = context.state.timeouts.borrow_mut();
    if timeouts.len() == TIMEOUTS_MAX {
        drop(timeouts);
        return Err(context.fails(|_| faults::too_many_timeouts(TIMEOUTS_MAX)));
    }
    if context.state.program.takes_nothing(function as u16) {
        timeouts.push((int(ticks).max(1) as u64, function as u16));
    }
    number(0)
}

pub fn counter(context: &mut Context<'_>, _: &Row, _: u64, _: u64) -> Outcome {
    number((context.host.now().0 as u32).wrapping_add(context.state.counter) as usize)
}

/// `trace`.
pub fn chart(context: &mut Context<'_>, _: &Row, text: u64, value: u64) -> Outcome {
    context.state.chart(text, value);
    number(0)
}

pub fn panic(context: &mut Context<'_>, _: &Row, why: u64, _: u64) -> Outcome {
    Err(context.fails(|context| {
        let why = context.state.program.texts.get(why as usize);
        faults::panicked(why.map_or("", String::as_str))
    }))
}

pub fn assert(context: &mut Context<'_>, _: &Row, condition: u64, _: u64) -> Outcome {
    if condition == 0 { Err(context.fails(|_| faults::assertion())) } else { number(0) }
}

pub fn charge(context: &mut Context<'_>, _: &Row, step: u64, _: u64) -> Outcome {
    let charged = &context.state.charged;
    let Some(&step) = charged.get(int(step).wrapping_sub(CHARGED_FIRST) as usize) else { return number(0) };
    let around = context.own.open.last().map(|(step, _)| step.row().procedure);
    let opens = around.is_none_or(|around| around != step.row().procedure);
    context.step(step, context.packet(), opens, Next::Answer(0))
}
