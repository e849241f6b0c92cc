//! The values of all parameters as typed fields, for the rooms that simulate. Derived, never written by hand. A file for
//! each part of a machine; what only one family of kernels knows is in that family's own `options.rs` or `settings.rs`.

mod kernel;
mod linux;
mod machine;
mod measurement;
mod polling;
mod traffic;

pub use kernel::{BreakerSettings, Completions, Consumer, KernelSettings};
pub use linux::LinuxSettings;
pub use machine::MachineSettings;
pub use measurement::TrialSettings;
pub use polling::PollingSettings;
pub use traffic::{Pattern, TrafficSettings};

use super::costs::Step;
use super::design::Design;
use super::value::Values;
use crate::units::Cycles;

/// Everything, typed.
#[derive(Clone, Debug)]
pub struct Settings {
    pub traffic: TrafficSettings,
    pub machine: MachineSettings,
    pub kernel: KernelSettings,
    pub polling: PollingSettings,
    pub breaker: BreakerSettings,
    pub linux: LinuxSettings,
    pub trial: TrialSettings,
    /// Everything, as it was set: what only one family of kernels knows, it reads from here.
    pub values: Values,
    /// Cycles of each step, probes included, by step number.
    pub costs: Vec<Cycles>,
}

impl From<&Values> for Settings {
    fn from(values: &Values) -> Settings {
        let clock = values.profile().clock;
        Settings {
            traffic: traffic::traffic(values, clock),
            machine: machine::machine(values),
            kernel: kernel::kernel(values),
            polling: polling::polling(values, clock),
            breaker: kernel::breaker(values, clock),
            linux: linux::linux(values),
            trial: measurement::trial(values, clock),
            values: values.clone(),
            costs: measurement::costs(values, clock),
        }
    }
}

impl Settings {
    /// An interrupt handler goes on with the next packet: it batches, and polling is not to take over.
    pub fn handler_goes_on(&self) -> bool {
        let polls = self.kernel.design == Design::Polling && self.polling.enabled;
        self.machine.batching && !polls
    }

    pub fn cost(&self, step: Step) -> Cycles {
        self.costs[step as usize]
    }
}
