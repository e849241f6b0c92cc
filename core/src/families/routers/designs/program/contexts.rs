//! The contexts of a program: interrupt handlers, threads, and the clock's part. What the machine does around a program's function
//! is here: entering and leaving an interrupt, and the waits.

use super::calls::{MISSED, RECEIVED, SENT};
use super::execution::Execution;
use super::faults;
use super::slow_faults::{self, StormCause};
use super::state::{IDLE, Parts, ProgramState};
use super::watch::Storm;
use crate::cpu::{Channel, Fault};
use crate::families::routers::{Kernel, MachinePlan, NETISR, ProgramCode, ProgramPart, enter, leave};
use crate::family::MachineBuilder;
use crate::trace::ContextId;
use std::convert::Infallible;
use std::future::pending;
use std::rc::Rc;
use std::task::{Context, Waker};

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
    if let (Some((_, handler)), Some(timer)) = (plan.timer, program.timer) {
        machine.run(handler, interrupt(Execution::new(&state, contexts.device), timer.function));
        state.set_period();
    }
    let mut threads: Vec<usize> = plan.program_threads.clone();
    match (plan.protocol_activity, plan.protocol_line, function("netisr")) {
        (Some(activity), line, Some(netisr)) => {
            let execution = Execution::new(&state, contexts.protocol);
            match line {
                Some(_) => machine.run(activity, interrupt(execution, netisr)),
                None => machine.run(activity, netisr_thread(execution, netisr)),
            }
        }
        (Some(activity), _, None) => threads.insert(0, activity),
        (None, ..) => {}
    }
    let idle_thread = super::idle_thread(&program, state.statement.0);
    if let Some(idle) = function("idle").filter(|_| idle_thread.is_none()) {
        run_in_idle_loop(&state, part(&state, contexts.device, false, move |_| Ok(vec![idle])));
    }
    let functions: Vec<u16> = program.threads().chain(idle_thread).collect();
    for (number, (activity, function)) in threads.into_iter().zip(functions).enumerate() {
        let mut execution = Execution::new(&state, HELD_BY_THREADS + number as ContextId);
        execution.own.thread = Some(usize::from(function));
        if program.functions[usize::from(function)].is_thread {
            machine.run(activity, thread(execution, function));
        } else {
            execution.own.wakes_for_nothing = true;
            machine.run(activity, idle_loop(execution, function));
            let host = Rc::downgrade(machine.host);
            machine.host.set_on_idle(0, move || {
                if let Some(host) = host.upgrade() {
                    host.wake(IDLE);
                }
            });
        }
    }
    add_code(&state, kernel, contexts.cpus[0].clock, contexts.screend);
    let shown = state.clone();
    machine.show_variables(move || shown.values());
    machine.show_locals(state.locals.clone());
    machine.on_change(move |_, changes| state.turn_knobs(changes));
}

/// The channel of threads that have ended: nobody wakes it.
const ENDED: u8 = 126;
/// Who holds a packet: threads have numbers behind those of contexts.
const HELD_BY_THREADS: ContextId = 64;

async fn device_interrupt(mut execution: Execution, lnintr: Option<u16>, unit: usize, cause: i32) -> Infallible {
    let state = execution.state.clone();
    execution.own.is_handler = true;
    let mut storm = Storm::default();
    loop {
        state.host().next_interrupt().await;
        enter(state.host()).await;
        let Some(lnintr) = lnintr else {
            execution.stop(faults::no_lnintr()).await;
            return pending().await;
        };
        if let Some(entries) = storm.enters(&state) {
            let fault = slow_faults::interrupt_storm(unit, entries, storm_cause(&state, unit, cause));
            execution.stop(execution.before(lnintr, fault)).await;
        }
        let missed = state.kernel.receivers[unit].as_ref().is_some_and(|receiver| receiver.causes().missed);
        execution.own.causes = if missed && cause == RECEIVED { cause | MISSED } else { cause };
        execution.run(lnintr, &[unit as u64]).await;
        leave(state.host()).await;
    }
}

fn storm_cause(state: &ProgramState, unit: usize, cause: i32) -> StormCause {
    let waits = || state.kernel.receivers[unit].as_ref().is_some_and(|receiver| !receiver.ring.is_empty());
    let sent = || state.kernel.outputs[unit].as_ref().is_some_and(|output| output.transmitter.finished() > 0);
    match cause {
        RECEIVED if waits() => StormCause::PacketsWait,
        SENT if sent() => StormCause::PacketsSent,
        _ => StormCause::NotAcknowledged,
    }
}

/// The software interrupt, or the timer's.
async fn interrupt(mut execution: Execution, function: u16) -> Infallible {
    let state = execution.state.clone();
    execution.own.is_handler = true;
    loop {
        state.host().next_interrupt().await;
        enter(state.host()).await;
        execution.run(function, &[]).await;
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

/// Lets a part of the program that takes no time run whenever the CPU becomes idle.
fn run_in_idle_loop(state: &ProgramState, idle: ProgramPart) {
    state.host().set_on_idle(0, move || {
        if let Some(mut work) = idle() {
            // What does not end at once has stopped the machine.
            let _ends = work.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        }
    });
}

async fn idle_loop(mut execution: Execution, function: u16) -> Infallible {
    let state = execution.state.clone();
    loop {
        state.host().sleep(IDLE).await;
        execution.run(function, &[]).await;
    }
}

/// Code that runs inside of handlers and system calls of the machine: at each tick the watch, hardclock(), then the functions of `timeout` whose
/// time has come; and screend_dequeue().
fn add_code(state: &Rc<ProgramState>, kernel: &Kernel, clock: ContextId, screend: Option<ContextId>) {
    let dequeue = state.program.function("screend_dequeue").zip(screend);
    let code = ProgramCode {
        tick: part(state, clock, true, |state| state.tick().map_or_else(|| Ok(due_functions(state)), Err)),
        dequeue: dequeue.map(|(function, screend)| part(state, screend, false, move |_| Ok(vec![function]))),
        marks_active: state.program.calls("lnsetactive"),
    };
    assert!(kernel.program_code.set(code).is_ok(), "a machine has one program");
}

/// Code that runs some functions, or stops the machine. The kernel owns it, and the program's state the kernel, so it has only a
/// weak reference: a machine is freed as a whole.
fn part(
    state: &Rc<ProgramState>,
    context: ContextId,
    is_handler: bool,
    functions: impl Fn(&ProgramState) -> Result<Vec<u16>, Box<Fault>> + 'static,
) -> ProgramPart {
    let weak = Rc::downgrade(state);
    Box::new(move || {
        let state = weak.upgrade()?;
        let due = functions(&state);
        if due.as_ref().is_ok_and(Vec::is_empty) {
            return None;
        }
        Some(Box::pin(async move {
            let functions = match due {
                Ok(functions) => functions,
                Err(fault) => return state.stop(fault).await,
            };
            let mut execution = Execution::new(&state, context);
            execution.own.wakes_for_nothing = true;
            execution.own.is_handler = is_handler;
            for function in functions {
                execution.run(function, &[]).await;
            }
        }))
    })
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
