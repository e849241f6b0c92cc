//! Functions that a program writes: entry points, which the machine calls, and procedures of the papers. A function with such
//! a name costs the procedure's step when it is called, and the call stack names it.

use super::{CALLS, Context, Parameter};
use crate::program::types::Type;
use crate::scenario::Step;
use serde::Serialize;

/// A function that the machine calls.
#[derive(Clone, Copy, Debug, Serialize)]
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
pub struct Procedure {
    pub name: &'static str,
    #[serde(serialize_with = "step_id")]
    pub step: Step,
}

fn step_id<S: serde::Serializer>(step: &Step, to: S) -> Result<S::Ok, S::Error> {
    step.row().id.serialize(to)
}

const fn row(name: &'static str, step: Step) -> Procedure {
    Procedure { name, step }
}

/// M tables 7-1 and 7-2. Replaceable calls (`CALLS`) have steps of their own.
pub const PROCEDURES: &[Procedure] = &[
    row("lnintr", Step::Lnintr),
    row("lnrint", Step::Lnrint),
    row("netisr_input", Step::NetisrInput),
    row("ipintr", Step::Ipintr),
    row("lnoutput", Step::Lnoutput),
    row("lntint", Step::Lntint),
    row("lanpoll_intsched", Step::LanpollIntsched),
    row("lanpoll_isr", Step::LanpollIsr),
    row("lanpoll_timer", Step::LanpollLoop),
    row("lnrintpoll", Step::Lnrintpoll),
    row("lntintpoll", Step::Lntintpoll),
    row("ip_forwardscreen", Step::IpForwardscreen),
];

/// The step of a function with this name.
pub fn step_of(function: &str) -> Option<Step> {
    let replaced = || CALLS.iter().find(|call| call.replaceable && call.name == function).and_then(|call| call.step);
    PROCEDURES.iter().find(|row| row.name == function).map(|row| row.step).or_else(replaced)
}
