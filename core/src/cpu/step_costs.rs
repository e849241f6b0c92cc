//! What each step costs, by the part of the kernel that runs it: device interrupts, later kernel work (software interrupts and
//! kernel threads), or anything else. A step such as `lnput` runs in several of them, and two knobs scale all work of a part.

use super::Host;
use super::variation::Variation;
use crate::scenario::costs::STEPS;
use crate::scenario::{PartCosts, Step};
use crate::trace::PackedStep;
use crate::trace::topology::ContextKind;
use crate::units::Cycles;
use std::cell::Cell;
use std::hint::cold_path;

/// The part of the kernel that an activity belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Elsewhere,
    Interrupts,
    Threads,
}

impl Part {
    /// The clock's work is not done for packets, so these knobs do not scale it.
    pub fn of(kind: ContextKind) -> Part {
        match kind {
            ContextKind::Device => Part::Interrupts,
            ContextKind::Software | ContextKind::Thread => Part::Threads,
            ContextKind::Hardware | ContextKind::Clock | ContextKind::Process | ContextKind::Idle => Part::Elsewhere,
        }
    }
}

/// How many parts there are.
pub(super) const PARTS: usize = 3;

type ByStep<T> = [T; STEPS.len()];

pub(super) struct StepCosts {
    /// What the next run of a step takes, by part of the kernel.
    next: [ByStep<Cell<Cycles>>; PARTS],
    /// The costs that are compared with the horizon, and what they add to a trace record. A step without a cost, or whose cost
    /// depends on the part or varies, has `Cycles::ENDLESS` here, so that it never ends before the horizon and is looked at more
    /// closely. So most machines pay nothing for these.
    fixed: ByStep<(Cycles, PackedStep)>,
    variation: Option<Varied>,
}

/// Steps that do not always take as long, and what they cost on average.
struct Varied {
    by: Variation,
    costs: [Vec<Cycles>; PARTS],
}

impl StepCosts {
    pub fn new(
        PartCosts { elsewhere, in_interrupts, in_threads }: &PartCosts,
        variation: Option<Variation>,
    ) -> StepCosts {
        let parts = [elsewhere, in_interrupts, in_threads];
        let fixed = |step: usize| {
            let is_fixed = variation.is_none()
                && elsewhere[step] > Cycles::ZERO
                && parts.iter().all(|part| part[step] == elsewhere[step]);
            let cycles = if is_fixed { elsewhere[step] } else { Cycles::ENDLESS };
            (cycles, PackedStep::new(step as u16, cycles))
        };
        let costs = StepCosts {
            fixed: std::array::from_fn(fixed),
            next: parts.map(|part| std::array::from_fn(|step| Cell::new(part[step]))),
            variation: variation.map(|by| Varied { by, costs: parts.map(Clone::clone) }),
        };
        (0..PARTS).for_each(|part| (0..STEPS.len()).for_each(|step| costs.prepare(part, step)));
        costs
    }

    /// Decides what the next run of a step takes.
    #[inline]
    fn prepare(&self, part: usize, step: usize) {
        if let Some(Varied { by, costs }) = &self.variation {
            cold_path();
            self.next[part][step].set(by.next(part, step, costs[part][step]));
        }
    }

    /// What the next run of a step takes in a part of the kernel.
    #[inline]
    pub fn of(&self, part: Part, step: Step) -> Cycles {
        self.next[part as usize][step as usize].get()
    }

    /// What a run of a step takes that begins now.
    #[inline]
    pub fn take(&self, part: Part, step: Step) -> Cycles {
        let cycles = self.of(part, step);
        self.prepare(part as usize, step as usize);
        cycles
    }

    #[inline(always)]
    pub fn fixed(&self, step: Step) -> (Cycles, PackedStep) {
        self.fixed[step as usize]
    }
}

impl Host {
    /// The steps that have run; `None` if they are not counted and do not vary.
    pub fn steps_run(&self) -> Option<Vec<Step>> {
        let Varied { by, .. } = self.costs.variation.as_ref()?;
        Some(STEPS.iter().map(|row| row.step).filter(|step| by.has_run(*step as usize)).collect())
    }

    /// What the next run of the step takes in the part of the kernel that has the CPU now.
    #[inline]
    pub fn cost(&self, step: Step) -> Cycles {
        self.costs.of(self.current_activity().part, step)
    }

    /// A run of the step has begun that the horizon does not cover.
    #[inline]
    pub(super) fn prepare_next(&self, step: Step) {
        self.costs.prepare(self.current_activity().part as usize, step as usize);
    }
}
