//! A kernel that somebody has written in kernel C: it takes the place of a design. Its functions run in contexts of the machine:
//!
//! ```text
//! lnintr(unit)  the device interrupt, for received packets and for finished transmissions
//! TIMER(name)   the interrupt of the machine's timer
//! netisr()      the software interrupt that schednetisr() requests; a thread if `kernel.ip` says so
//! hardclock()   inside of the clock interrupt; so does what timeout() has asked for
//! THREAD(name)  a kernel thread, which runs from its start; the first one of a program without netisr() is the IP layer's
//! idle()        inside of the idle loop when the CPU has become idle; as a thread if something in it takes time
//! screend_dequeue()  inside of screend's system call, when that has taken a packet
//! ```
//!
//! Entering and leaving an interrupt, its levels, and the waits of threads are the machine's (`contexts`). Each call of the table
//! does to queues and interfaces what the built-in kernels do (`calls`), so a program that makes the same calls in the same order
//! has the same trace. Left out: several CPUs, and processes
//! other than screend and the compute-bound one.

mod awake;
mod calls;
mod checks;
mod contexts;
mod execution;
mod faults;
mod interfaces;
mod locals;
mod own;
mod packets;
mod queues;
mod scheduling;
mod slow_faults;
mod state;
mod variables;
mod watch;

use crate::families::routers::{Additions, CodeLine, DesignPlan, MachinePlan, Protocol, Shape, Transmit};
use crate::family::Plan;
use crate::kernel::{CLOCK, COMPUTING};
use crate::program::calls::{Context, Packets};
use crate::program::code::{Function, Knob};
use crate::program::{Program, Target};
use crate::scenario::{KernelProgram, KnobRow, Scenario, ScenarioErrors, Settings, Step};
use crate::trace::topology::{ContextKind, PlaceKind, ProgramLine, Topology};
use std::sync::Arc;

/// The gate that shows that a program has turned interrupts off: id, name, and the meanings of on and off.
const INTERRUPTS_OFF: [&str; 4] =
    ["interrupts_off", "interrupts off", "the kernel has turned interrupts of an interface off", "interrupts are on"];

/// Compiles a program, and plans its machine.
pub fn plan(
    scenario: &Scenario,
    text: &KernelProgram,
    settings: &Settings,
    mut topology: Topology,
) -> Result<Box<dyn Plan>, ScenarioErrors> {
    let program = compiled(text, target(text, settings))?;
    let listing = listing(&program, &text.file, &text.text);
    let steps = listing.iter().filter(|line| line.is_step).count();
    if steps != program.lines.len() || program.last_line() as usize > text.text.lines().count() {
        return Err(text.is_of_other_build().into());
    }
    topology.knobs = knobs(&program);
    scenario.check_knobs(&topology.knobs)?;
    topology.cpus = settings.machine.cpus as u8;
    topology.add_code(ENTRY);
    let kinds = [ContextKind::Device, ContextKind::Software, ContextKind::Clock, ContextKind::Thread];
    let first_line = topology.add_program(listing, &kinds);
    topology.add_code(CLOCK);
    topology.add_code(COMPUTING);
    topology.variables = variables::rows(&program);
    topology.locals = locals::rows(&program);
    let shape = shape(&program, settings);
    let mut threads: Vec<String> = names(&program, program.threads());
    if shape.protocol == Protocol::Thread && program.function("netisr").is_none() {
        threads.remove(0);
    }
    let idle = idle_thread(&program, text.statement);
    threads.extend(names(&program, idle));
    let moves_packets = program.calls_in(Context::Idle).any(|call| call.packets != Packets::Keeps);
    let idle_is_last = idle.is_some() && !moves_packets;
    let queues = program.queues.iter().map(|queue| (queue.name.clone(), queue.limit as usize)).collect();
    let mut plan = MachinePlan::new(settings, topology, shape, &Additions { threads, idle_is_last, queues });
    leave_uncalled_paths_out(&mut plan.builder.host.topology, &program);
    let value = |knob: &Knob| text.knobs.get(&knob.name).copied().unwrap_or(knob.value);
    let parts = state::Parts {
        knobs: program.knobs.iter().map(value).collect(),
        file: text.file.clone(),
        program,
        statement: text.statement,
        first_line,
    };
    Ok(Box::new(DesignPlan {
        start: Box::new(move |kernel, plan, machine| contexts::start(parts, kernel, plan, machine)),
        plan,
    }))
}

/// Leaves out the paths of queues that the program never names, and those into a transmit ring in contexts where it never calls `lnput`
/// or `ip_process`, which ends with it. A process has system calls of the machine, which put packets there.
fn leave_uncalled_paths_out(topology: &mut Topology, program: &Program) {
    let puts = |context: Context| program.calls_in(context).any(|call| ["lnput", "ip_process"].contains(&call.name));
    let (in_device, in_protocol) = (puts(Context::Device), puts(Context::Software) || puts(Context::Thread));
    let Topology { edges, contexts, places, program_queues, .. } = topology;
    edges.retain(|edge| {
        let mut queues = program_queues.iter().zip(&program.queues);
        let is_used = queues.all(|(place, queue)| queue.is_used || ![edge.from, edge.to].contains(place));
        let leads_to_ring = places[usize::from(edge.to)].kind == PlaceKind::TransmitRing;
        is_used
            && match contexts[usize::from(edge.context)].kind {
                _ if !leads_to_ring => true,
                ContextKind::Device => in_device,
                ContextKind::Software | ContextKind::Thread => in_protocol,
                _ => true,
            }
    });
}

/// The steps that the machine adds to a program's own.
const ENTRY: &[CodeLine] = &[
    ("interrupt", 0, "the CPU saves its state", Some(Step::InterruptEntry)),
    ("interrupt", 0, "the CPU restores its state", Some(Step::InterruptReturn)),
];

fn names(program: &Program, functions: impl IntoIterator<Item = u16>) -> Vec<String> {
    functions.into_iter().map(|number| program.functions[usize::from(number)].name.clone()).collect()
}

/// The function idle() if it runs as a thread, because it takes time. Otherwise it runs inside of the idle loop.
fn idle_thread(program: &Program, statement: u64) -> Option<u16> {
    let takes_time = |function: &u16| statement > 0 || program.functions[usize::from(*function)].takes_time;
    program.function("idle").filter(takes_time)
}

fn shape(program: &Program, settings: &Settings) -> Shape {
    let has_threads = program.threads().next().is_some();
    let protocol = match program.function("netisr") {
        Some(_) if settings.kernel.ip_is_thread => Protocol::Thread,
        Some(_) => Protocol::SoftwareInterrupt,
        None if has_threads => Protocol::Thread,
        None => Protocol::Device,
    };
    Shape {
        protocol,
        has_ipintrq: false,
        fetches: true,
        transmit: if program.function("lnintr").is_some() { Transmit::Device } else { Transmit::Clocked },
        gate: Some(INTERRUPTS_OFF),
        timer: program.timer.map(|_| ("timer", "the timer's period is over", "timer")),
    }
}

/// The program as the code view lists it: without empty lines. A comment that stands directly above a function belongs to it.
fn listing(program: &Program, file: &str, text: &str) -> Vec<ProgramLine> {
    let rows: Vec<&str> = text.lines().collect();
    let is_empty = |number: u32| rows.get(number as usize - 1).is_none_or(|row| row.trim().is_empty());
    let functions = || program.functions.iter();
    let begin = |function: &Function| {
        let is_of_other = |number: u32| functions().any(|one| (one.line..=one.last_line).contains(&number));
        let above = (1..function.line).rev().take_while(|number| !is_empty(*number) && !is_of_other(*number));
        above.last().unwrap_or(function.line)
    };
    let parts: Vec<(u32, &Function)> = functions().map(|function| (begin(function), function)).collect();
    let line = |(number, row): (u32, &&str)| {
        let around = parts.iter().find(|(begin, function)| (*begin..=function.last_line).contains(&number));
        let blanks = row.chars().take_while(|one| one.is_whitespace());
        let columns: usize = blanks.map(|one| if one == '\t' { 8 } else { 1 }).sum();
        ProgramLine {
            number,
            procedure: around.map_or(file, |(_, function)| &function.name).to_string(),
            indent: (columns / 4).min(9) as u8,
            text: row.trim().to_string(),
            is_step: program.lines.binary_search(&number).is_ok(),
        }
    };
    (1..).zip(&rows).filter(|(number, _)| !is_empty(*number)).map(line).collect()
}

/// The knobs that a program declares.
fn knobs(program: &Program) -> Vec<KnobRow> {
    let row = |knob: &Knob| {
        let Knob { name, value, least, most, label, line } = knob.clone();
        KnobRow { name, value, least, most, label, line }
    };
    program.knobs.iter().map(row).collect()
}

/// What a program is compiled for.
pub fn target(text: &KernelProgram, settings: &Settings) -> Target {
    Target {
        units: settings.interface_count() as u32,
        hz: settings.machine.ticks_per_second as u32,
        mhz: (settings.machine.clock.0 / 1_000_000) as u32,
        statements_are_free: text.statement == 0,
    }
}

/// The code of a program. Whoever has a compiler may have attached it.
fn compiled(text: &KernelProgram, target: Target) -> Result<Arc<Program>, ScenarioErrors> {
    if let Some(program) = &text.compiled {
        return Ok(program.clone());
    }
    #[cfg(feature = "compiler")]
    return crate::program::compile_for(&text.text, target).map(Arc::new).map_err(|problems| {
        let error = |problem: &crate::program::Problem| {
            crate::scenario::ScenarioError::in_program(problem.field(&text.file), problem.sentences())
        };
        ScenarioErrors { errors: problems.iter().map(error).collect() }
    });
    #[cfg(not(feature = "compiler"))]
    {
        let _ = target;
        Err(text.is_not_open().into())
    }
}
