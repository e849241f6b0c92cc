//! The values of all parameters as typed fields, for the modules that simulate. They are derived from `Values`, with one file
//! for each part of a machine. Settings of a single family of kernels are in that family's `options.rs`.

mod kernel;
mod machine;
mod measurement;
mod traffic;

pub use kernel::{
    BreakerSettings, Completions, Consumer, Hung, KernelSettings, LinuxSettings, PollingSettings, PollingThreads,
    WatchedQueues,
};
pub use machine::{MachineSettings, Trigger};
pub use measurement::{IN_INTERRUPTS_PATH, IN_THREADS_PATH, PartCosts, TrialSettings};
pub use traffic::{Pattern, ReplaySettings, TrafficSettings};

use super::costs::Step;
use super::design::Design;
use super::values::Values;
use crate::units::Cycles;

/// All settings of a machine, typed.
#[derive(Clone, Debug)]
pub struct Settings {
    pub traffic: TrafficSettings,
    pub machine: MachineSettings,
    pub kernel: KernelSettings,
    pub polling: PollingSettings,
    pub breaker: BreakerSettings,
    pub linux: LinuxSettings,
    pub trial: TrialSettings,
    /// All values as they were set: a family of kernels reads its own settings from here.
    pub values: Values,
    pub costs: PartCosts,
}

impl From<&Values> for Settings {
    fn from(values: &Values) -> Settings {
        let clock = values.profile().clock;
        Settings {
            traffic: traffic::traffic(values, clock),
            machine: machine::machine(values),
            kernel: kernel::kernel(values),
            polling: kernel::polling(values, clock),
            breaker: kernel::breaker(values, clock),
            linux: kernel::linux(values),
            trial: measurement::trial(values, clock),
            values: values.clone(),
            costs: measurement::costs(values, clock),
        }
    }
}

impl Settings {
    /// Whether the interrupt handler continues with the next packet: batching is on, and polling does not take over.
    pub fn handler_batches(&self) -> bool {
        let polls = self.kernel.design == Design::Polling && self.polling.enabled;
        self.machine.batching && !polls
    }

    /// Interfaces of a machine of M.
    pub fn interface_count(&self) -> usize {
        self.traffic.inputs + usize::from(self.kernel.consumer.forwards())
    }

    /// Whether each interface has a polling thread of its own.
    pub fn polls_by_interface(&self) -> bool {
        self.kernel.design == Design::Polling && self.polling.threads != PollingThreads::Cpu
    }

    /// What a step costs in a process.
    pub fn cost(&self, step: Step) -> Cycles {
        self.costs.elsewhere[step as usize]
    }
}
