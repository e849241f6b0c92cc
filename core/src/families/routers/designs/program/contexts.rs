//! The contexts of a program: interrupt handlers, threads, and the clock's part. What the machine does around a program's function
//! is here: entering and leaving an interrupt, and the waits.

use super::calls::{MISSED, RECEIVED, SENT};
use super::execution::Execution;
use super::faults;
use super::state::{IDLE, Parts, ProgramState};
use crate::cpu::Channel;
use crate::families::routers::{Kernel, MachinePlan, NETISR, enter, leave};
use crate::family::MachineBuilder;
use crate::trace::ContextId;
use std::convert::Infallible;
use std::future::pending;
use std::pin::Pin;
use std::rc::Rc;

/// Gives each context of the machine its part of the program.
pub fn start(parts: Parts, kernel: &Rc<Kernel>, plan: &MachinePlan, machine: &mut MachineBuilder<'_>) {
    let state = Rc::new(ProgramState::new(parts, kernel, plan, machine));
    let program = state.program.clone();
    let contexts = plan.contexts;
    let function = |name: &str| program.function(name);
    for (unit, ids) in plan.interfaces.iter().enumerate() {
        let lnintr = function("lnintr");
        if lnintr.is_none() {
            kernel.lines_of(unit).for_each(|line| machine.host.enable_line(line, false));
            state.disabled[unit].set(true);
        }
        let lines = [ids.receive.map(|ids| (ids.handler, RECEIVED)), ids.transmit.map(|ids| (ids.handler, SENT))];
        for (handler, cause) in lines.into_iter().flatten() {
            let execution = Execution::new(&state, contexts.device);
            machine.run(handler, device_interrupt(execution, lnintr, unit, cause));
        }
    }
    let mut threads: Vec<usize> = plan.program_threads.clone();
    match (plan.protocol_activity, plan.protocol_line, function("netisr")) {
        (Some(activity), line, Some(netisr)) => {
            let execution = Execution::new(&state, contexts.protocol);
            match line {
                Some(_) => machine.run(activity, software_interrupt(execution, netisr)),
                None => machine.run(activity, netisr_thread(execution, netisr)),
            }
        }
        (Some(activity), _, None) => threads.insert(0, activity),
        (None, ..) => {}
    }
    let functions: Vec<u16> = program.threads().chain(function("idle")).collect();
    for (number, (activity, function)) in threads.into_iter().zip(functions).enumerate() {
        let mut execution = Execution::new(&state, HELD_BY_THREADS + number as ContextId);
        execution.own.thread = Some(usize::from(function));
        if program.functions[usize::from(function)].is_thread {
            machine.run(activity, thread(execution, function));
        } else {
            machine.run(activity, idle_loop(execution, function));
            let host = Rc::downgrade(machine.host);
            machine.host.set_on_idle(0, move || {
                if let Some(host) = host.upgrade() {
                    host.wake(IDLE);
                }
            });
        }
    }
    add_clock(&state, kernel, contexts.cpus[0].clock);
    // A program may have only a hardclock(), which does not own the state.
    machine.on_change(move |_, _| drop(state.clone()));
}

/// The channel of threads that have ended: nobody wakes it.
const ENDED: u8 = 126;
/// Who holds a packet: threads have numbers behind those of contexts.
const HELD_BY_THREADS: ContextId = 64;

async fn device_interrupt(mut execution: Execution, lnintr: Option<u16>, unit: usize, cause: i32) -> Infallible {
    let state = execution.state.clone();
    loop {
        state.host().next_interrupt().await;
        enter(state.host()).await;
        let Some(lnintr) = lnintr else {
            execution.stop(faults::no_lnintr()).await;
            return pending().await;
        };
        let missed = state.kernel.receivers[unit].as_ref().is_some_and(|receiver| receiver.causes().missed);
        execution.own.causes = if missed && cause == RECEIVED { cause | MISSED } else { cause };
        execution.run(lnintr, &[unit as u64]).await;
        leave(state.host()).await;
    }
}

async fn software_interrupt(mut execution: Execution, netisr: u16) -> Infallible {
    let state = execution.state.clone();
    loop {
        state.host().next_interrupt().await;
        enter(state.host()).await;
        execution.run(netisr, &[]).await;
        leave(state.host()).await;
    }
}

/// netisr() as a thread: it sleeps until it was requested and a queue has a packet.
async fn netisr_thread(mut execution: Execution, netisr: u16) -> Infallible {
    let state = execution.state.clone();
    loop {
        if state.netisr_is_requested.get() && state.has_queued_work() {
            state.netisr_is_requested.set(false);
            execution.run(netisr, &[]).await;
            state.host().turns(100).await;
        } else {
            state.host().sleep(NETISR).await;
        }
    }
}

/// A thread of the program. When its function returns, it never runs again.
async fn thread(mut execution: Execution, function: u16) -> Infallible {
    execution.run(function, &[]).await;
    execution.state.host().sleep(Channel(ENDED)).await;
    pending().await
}

async fn idle_loop(mut execution: Execution, function: u16) -> Infallible {
    let state = execution.state.clone();
    loop {
        state.host().sleep(IDLE).await;
        execution.run(function, &[]).await;
    }
}

/// At each tick: hardclock(), then the functions of `timeout` whose time has come. The kernel owns this code, and the program's
/// state the kernel, so the code has only a weak reference: a machine is freed as a whole.
fn add_clock(state: &Rc<ProgramState>, kernel: &Kernel, context: ContextId) {
    let weak = Rc::downgrade(state);
    let code = move || {
        let state = weak.upgrade();
        Box::pin(async move {
            let Some(state) = state else { return };
            let due = due_functions(&state);
            if !due.is_empty() {
                let mut execution = Execution::new(&state, context);
                for function in due {
                    execution.run(function, &[]).await;
                }
            }
        }) as Pin<Box<dyn Future<Output = ()>>>
    };
    assert!(kernel.clock_code.set(Box::new(code)).is_ok(), "a machine has one program");
}

fn due_functions(state: &ProgramState) -> Vec<u16> {
    let mut due: Vec<u16> = state.program.function("hardclock").into_iter().collect();
    state.timeouts.borrow_mut().retain_mut(|(ticks, function)| {
        *ticks -= 1;
        if *ticks == 0 {
            due.push(*function);
        }
        *ticks > 0
    });
    due
}
