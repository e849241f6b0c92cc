//! What a program may call and what the machine calls: one row for each call, entry point and constant. The checker, the
//! header `livelock.h`, and the reference page read these tables.
//!
//! A call costs the cycles of its step, the same step that the built-in kernels take. A call costs nothing
//! inside a function of the program that has the same step: `schednetisr()` in a function `netisr_input`, which has paid.

mod constants;
mod header;
mod procedures;
mod table;

pub use constants::{CHARGED_FIRST, CONSTANTS, Constant, Target, charged};
pub use header::{header, signature};
pub use procedures::{ENTRY_POINTS, EntryPoint, PROCEDURES, Procedure, step_of};
pub use table::{CALLS, Call, Packets};

use super::types::Type;
use livelock_text::message;
use livelock_text::message::Message;
use serde::Serialize;

/// A step of the simulated software that costs cycles, by its id in the simulator's table (`STEPS`).
pub type StepId = &'static str;

/// Words that the page has from its catalogue of calls, so that the browser's module does without.
const fn words(text: &'static str) -> &'static str {
    if cfg!(feature = "catalogue") { text } else { "" }
}

/// A parameter of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CallParameter"))]
pub struct Parameter {
    pub name: &'static str,
    #[serde(rename = "type")]
    pub ty: Type,
}

/// Where code of a program runs: D, S, C, T, I and P of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CallContext"))]
pub enum Context {
    /// An interrupt of an interface: `lnintr`.
    Device,
    /// The software interrupt: `netisr`.
    Software,
    /// The clock's interrupt: `hardclock`, and what `timeout` has asked for.
    Clock,
    Thread,
    /// When nothing else wants the CPU: `idle`.
    Idle,
    /// A system call of the screening process: `screend_dequeue`.
    Process,
}

impl Context {
    /// As a sentence names it.
    pub fn in_words(self) -> Message {
        match self {
            Context::Device => message!("a device interrupt"),
            Context::Software => message!("the software interrupt"),
            Context::Clock => message!("the clock interrupt"),
            Context::Thread => message!("a thread"),
            Context::Idle => message!("the idle loop"),
            Context::Process => message!("a system call of the screening process"),
        }
    }
}

/// A set of contexts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contexts(pub(crate) u8);

impl Contexts {
    pub const NONE: Contexts = Contexts(0);

    pub const fn of(contexts: &[Context]) -> Contexts {
        let (mut set, mut at) = (0, 0);
        while at < contexts.len() {
            set |= 1 << contexts[at] as u8;
            at += 1;
        }
        Contexts(set)
    }

    pub fn has(self, context: Context) -> bool {
        self.0 & (1 << context as u8) != 0
    }

    pub fn with(self, context: Context) -> Contexts {
        Contexts(self.0 | 1 << context as u8)
    }

    pub fn iter(self) -> impl Iterator<Item = Context> {
        use Context::*;
        [Device, Software, Clock, Thread, Idle, Process].into_iter().filter(move |context| self.has(*context))
    }
}

impl Serialize for Contexts {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

/// The call behind which a program does not go on.
pub const NEVER_RETURNS: &str = "panic";

/// Calls that cost steps although their rows name none.
const COST_OTHER_STEPS: [&str; 2] = ["charge", "ip_process"];

/// Calls whose result is a number of packets or descriptors, which is never below 0.
const COUNTS: [&str; 6] = ["lnrlen", "lnreclaim", "lntdone", "lntfree", "screend_len", "IF_LEN"];

impl Call {
    /// Whether its result is never below 0.
    pub fn counts(&self) -> bool {
        COUNTS.contains(&self.name)
    }

    /// Whether it takes time wherever it is called. A wake-up takes none where nobody waits for time: in the idle loop.
    pub fn takes_time(&self) -> bool {
        let is_free = self.step.is_none() && !self.sleeps && !COST_OTHER_STEPS.contains(&self.name);
        !is_free && self.step != Some("ThreadWakeup")
    }
}

/// The call whose text names a chart.
pub const TRACE: &str = "trace";

/// The call with this name, and its number.
pub fn call(name: &str) -> Option<(u8, &'static Call)> {
    let index = CALLS.iter().position(|call| call.name == name)?;
    Some((index as u8, &CALLS[index]))
}

pub fn entry_point(name: &str) -> Option<&'static EntryPoint> {
    ENTRY_POINTS.iter().find(|entry| entry.name == name)
}

/// A call as the reference lists it.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReferenceRow {
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(flatten))]
    pub call: Call,
    /// As C declares it.
    pub signature: String,
}

/// All that the reference page lists.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CallReference"))]
pub struct Reference {
    pub calls: Vec<ReferenceRow>,
    pub entry_points: &'static [EntryPoint],
    pub procedures: &'static [Procedure],
    pub constants: &'static [Constant],
}

pub fn reference() -> Reference {
    let calls = CALLS.iter().map(|call| ReferenceRow { call: *call, signature: signature(call) }).collect();
    Reference { calls, entry_points: ENTRY_POINTS, procedures: PROCEDURES, constants: CONSTANTS }
}
