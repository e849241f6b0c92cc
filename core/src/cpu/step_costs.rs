//! What each step costs, by the part of the kernel that runs it: device interrupts, later kernel work (software interrupts and
//! kernel threads), or anything else. A step such as `lnput` runs in several of them, and two knobs scale all work of a part.

use super::Host;
use super::variation::Variation;
use crate::scenario::costs::STEPS;
use crate::scenario::{PartCosts, Step};
use crate::trace::PackedStep;
use crate::trace::topology::ContextKind;
use crate::units::Cycles;
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

type ByStep<T> = [T; STEPS.len()];

pub(super) struct StepCosts {
    /// Indexed by part.
    by_part: [ByStep<Cycles>; 3],
    /// The part of a trace record that is the same each time that the step runs, by part of the kernel.
    packed: [ByStep<PackedStep>; 3],
    /// The costs that are compared with the horizon. A step without a cost, or whose cost depends on the part or varies, has
    /// `Cycles::ENDLESS` here, so that it never ends before the horizon and is looked at more closely. So most machines pay
    /// nothing for these.
    before_horizon: ByStep<Cycles>,
    pub variation: Option<Variation>,
}

impl StepCosts {
    pub fn new(
        PartCosts { elsewhere, in_interrupts, in_threads }: &PartCosts,
        variation: Option<Variation>,
    ) -> StepCosts {
        let parts = [elsewhere, in_interrupts, in_threads];
        let compared = |step: usize| {
            let is_fixed = variation.is_none()
                && elsewhere[step] > Cycles::ZERO
                && parts.iter().all(|part| part[step] == elsewhere[step]);
            if is_fixed { elsewhere[step] } else { Cycles::ENDLESS }
        };
        StepCosts {
            by_part: parts.map(|part| std::array::from_fn(|step| part[step])),
            packed: parts.map(|part| std::array::from_fn(|step| PackedStep::new(step as u16, part[step]))),
            before_horizon: std::array::from_fn(compared),
            variation,
        }
    }

    pub fn of(&self, part: Part, step: Step) -> Cycles {
        self.by_part[part as usize][step as usize]
    }

    #[inline(always)]
    pub fn before_horizon(&self, step: Step) -> Cycles {
        self.before_horizon[step as usize]
    }
}

impl Host {
    /// What the step costs on average in the part of the kernel that has the CPU now.
    #[inline]
    pub fn cost(&self, step: Step) -> Cycles {
        self.costs.of(self.current_activity().part, step)
    }

    /// The step as its trace record has it, in the part of the kernel that has the CPU now.
    #[inline]
    pub(super) fn packed_step(&self, step: Step) -> PackedStep {
        if self.costs.variation.is_some() {
            cold_path();
            return PackedStep::new(step as u16, self.varied(step, self.cost(step)));
        }
        self.costs.packed[self.current_activity().part as usize][step as usize]
    }

    /// What the current activity's next run of the step takes, if it takes `cycles` on average.
    #[inline]
    pub(super) fn varied(&self, step: Step, cycles: Cycles) -> Cycles {
        let context = self.current_activity().context;
        self.costs.variation.as_ref().map_or(cycles, |variation| variation.next(context, step as u16, cycles))
    }

    /// The current activity has run the step once more.
    #[inline]
    pub(super) fn count_run(&self, step: Step) {
        if let Some(variation) = &self.costs.variation {
            variation.count(self.current_activity().context, step as u16);
        }
    }
}
