//! Constants that every program has.

use crate::program::types::Type;
use crate::scenario::Step;
use serde::Serialize;

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Constant {
    pub name: &'static str,
    #[serde(skip)]
    pub ty: Type,
    /// As a 32-bit pattern; for a constant of the machine, the value on M's router.
    pub value: u32,
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
    Constant { name, ty: Type::Int, value: value as u32, means }
}

/// Steps that `charge` takes: those of the built-in kernels that neither a call nor the name of a function costs.
const fn step(name: &'static str, step: Step, means: &'static str) -> Constant {
    row(name, step as i32, means)
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
    Constant { name: "UINT_MAX", ty: Type::Unsigned, value: u32::MAX, means: "the largest unsigned" },
    step("MODIFIED_INTERRUPT", Step::ModifiedInterrupt, "charge: lnintr asks whether polling is on"),
    step("MODIFIED_PATH", Step::ModifiedPath, "charge: the longer code of the kernel that polls"),
    step("LANPOLL_LOOP", Step::LanpollLoop, "charge: lanpoll_isr looks for a device that needs service"),
    step("LNRINTPOLL_NEXT", Step::LnrintpollNext, "charge: lnrintpoll counts a packet against its quota"),
    step("THREAD_BLOCK", Step::ThreadBlock, "charge: the polling thread gives up the CPU"),
    step("FREE_COPY", Step::FreeCopy, "charge: ip_forward frees the copy that it kept for error messages"),
];

/// Whether `charge` takes this number.
pub fn is_charged(step: u32) -> bool {
    CONSTANTS.iter().any(|constant| constant.means.starts_with("charge:") && constant.value == step)
}
