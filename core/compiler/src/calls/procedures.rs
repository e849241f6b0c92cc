//! Functions that a program writes: entry points, which the machine calls, and procedures of the papers. A function with such
//! a name costs the procedure's step when it is called, and the call stack names it.

use super::{CALLS, Context, Parameter, StepId};
use crate::types::Type;
use serde::Serialize;

/// A function that the machine calls.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EntryPoint {
    pub name: &'static str,
    pub parameters: &'static [Parameter],
    pub context: Context,
    pub called: &'static str,
}

pub const ENTRY_POINTS: &[EntryPoint] = &[
    EntryPoint {
        name: "lnintr",
        parameters: &[Parameter { name: "unit", ty: Type::Int }],
        context: Context::Device,
        called: "when an interface interrupts",
    },
    EntryPoint {
        name: "netisr",
        parameters: &[],
        context: Context::Software,
        called: "when schednetisr() has requested it and no interrupt runs",
    },
    EntryPoint { name: "hardclock", parameters: &[], context: Context::Clock, called: "at each tick of the clock" },
    EntryPoint { name: "idle", parameters: &[], context: Context::Idle, called: "when nothing else wants the CPU" },
    EntryPoint {
        name: "screend_dequeue",
        parameters: &[],
        context: Context::Process,
        called: "when the screening process has taken a packet off its queue",
    },
];

/// A name of the papers, and the step that a function of this name costs.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Procedure {
    pub name: &'static str,
    pub step: StepId,
}

const fn row(name: &'static str, step: StepId) -> Procedure {
    Procedure { name, step }
}

/// M tables 7-1 and 7-2. Replaceable calls (`CALLS`) have steps of their own.
pub const PROCEDURES: &[Procedure] = &[
    row("lnintr", "Lnintr"),
    row("lnrint", "Lnrint"),
    row("netisr_input", "NetisrInput"),
    row("ipintr", "Ipintr"),
    row("lnoutput", "Lnoutput"),
    row("lntint", "Lntint"),
    row("lanpoll_intsched", "LanpollIntsched"),
    row("lanpoll_isr", "LanpollIsr"),
    row("lanpoll_timer", "LanpollLoop"),
    row("lnrintpoll", "Lnrintpoll"),
    row("lntintpoll", "Lntintpoll"),
    row("ip_forwardscreen", "IpForwardscreen"),
];

/// The step of a function with this name.
pub fn step_of(function: &str) -> Option<StepId> {
    let replaced = || CALLS.iter().find(|call| call.replaceable && call.name == function).and_then(|call| call.step);
    PROCEDURES.iter().find(|row| row.name == function).map(|row| row.step).or_else(replaced)
}
