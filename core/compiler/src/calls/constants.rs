//! Constants that every program has.

use super::{StepId, words};
use crate::types::Type;
use serde::Serialize;

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CallConstant"))]
pub struct Constant {
    pub name: &'static str,
    #[serde(skip)]
    pub ty: Type,
    /// As a 32-bit pattern; for a constant of the machine, the value on M's router.
    pub value: u32,
    /// The step whose cycles `charge` takes, if it gets this constant.
    pub step: Option<StepId>,
    pub means: &'static str,
}

/// The machine that a program is compiled for: the values of the constants that depend on it, and its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Interfaces.
    pub units: u32,
    /// Clock ticks a second.
    pub hz: u32,
    /// Cycles a microsecond.
    pub mhz: u32,
    /// Statements take no time there: the code has no instructions for them.
    pub statements_are_free: bool,
}

/// M's router (M 6.1).
impl Default for Target {
    fn default() -> Target {
        Target { units: 2, hz: 1_024, mhz: 150, statements_are_free: false }
    }
}

impl Constant {
    /// Its value on a machine.
    pub fn value_on(&self, target: Target) -> u32 {
        match self.name {
            "UNITS" => target.units,
            "HZ" => target.hz,
            "MHZ" => target.mhz,
            _ => self.value,
        }
    }
}

const fn row(name: &'static str, value: i32, means: &'static str) -> Constant {
    Constant { name, ty: Type::Int, value: value as u32, step: None, means: words(means) }
}

/// The number of the first step that `charge` takes; the others follow.
pub const CHARGED_FIRST: i32 = 101;

/// Steps that `charge` takes: those of the built-in kernels that neither a call nor the name of a function costs.
const fn step(name: &'static str, value: i32, step: StepId, means: &'static str) -> Constant {
    Constant { step: Some(step), ..row(name, value, means) }
}

pub const CONSTANTS: &[Constant] = &[
    row("LN_RINT", 1, "cause: a packet was received"),
    row("LN_TINT", 2, "cause: a packet was sent"),
    row("LN_MISS", 4, "cause: a packet was lost, because the receive ring was full"),
    row("SCREEN", -1, "rt_unit: the screening process wants the packet"),
    row("UNITS", 2, "how many interfaces the machine has"),
    row("HZ", 1_024, "ticks of the clock in a second"),
    row("MHZ", 150, "cycles of the CPU in a microsecond"),
    row("INT_MAX", i32::MAX, "the largest int"),
    row("INT_MIN", i32::MIN, "the smallest int"),
    Constant { ty: Type::Unsigned, ..row("UINT_MAX", -1, "the largest unsigned") },
    step("MODIFIED_INTERRUPT", CHARGED_FIRST, "ModifiedInterrupt", "charge: lnintr asks whether polling is on"),
    step("MODIFIED_PATH", CHARGED_FIRST + 1, "ModifiedPath", "charge: the longer code of the kernel that polls"),
    step("LANPOLL_LOOP", CHARGED_FIRST + 2, "LanpollLoop", "charge: lanpoll_isr looks for a device that needs service"),
    step(
        "LNRINTPOLL_NEXT",
        CHARGED_FIRST + 3,
        "LnrintpollNext",
        "charge: lnrintpoll counts a packet against its quota",
    ),
    step("THREAD_BLOCK", CHARGED_FIRST + 4, "ThreadBlock", "charge: the polling thread gives up the CPU"),
    step(
        "FREE_COPY",
        CHARGED_FIRST + 5,
        "FreeCopy",
        "charge: ip_forward frees the copy that it kept for error messages",
    ),
];

/// The step that `charge` takes for this number.
pub fn charged(number: u32) -> Option<StepId> {
    CONSTANTS.iter().find(|constant| constant.step.is_some() && constant.value == number)?.step
}
