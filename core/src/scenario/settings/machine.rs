//! The hardware: the group `machine`, rings and interrupts, and which CPU programs run on and for how long.

use crate::scenario::design::Design;
use crate::scenario::profiles::Profile;
use crate::scenario::values::Values;
use crate::units::{Cycles, Hertz, Link};

/// When an interface's line is asserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// While there is work: the interface deasserts it when its ring is empty.
    Level,
    /// From an event until the CPU takes the interrupt.
    Latched,
    /// From an event until software acknowledges it, whether its ring is empty by then or not.
    Acknowledged,
}

#[derive(Clone, Debug)]
pub struct MachineSettings {
    pub profile: &'static Profile,
    pub clock: Hertz,
    pub ticks_per_second: u64,
    pub link: Link,
    pub receive_ring: usize,
    pub transmit_ring: usize,
    pub trigger: Trigger,
    /// A receive descriptor is free only when software has given it back, not as soon as its packet is read.
    pub gives_descriptors_back: bool,
    pub batching: bool,
    /// The kernel hands packets to the interface while earlier ones are being sent (M 7.5).
    pub add_while_active: bool,
    pub quantum: Cycles,
    /// How much longer or shorter than its cost a single run of a step may be, in per cent.
    pub variation: u64,
    /// More than one only in the modified kernel (M 10.2).
    pub cpus: usize,
    /// The CPU that processes run on.
    pub programs_cpu: usize,
}

pub(super) fn machine(values: &Values) -> MachineSettings {
    let number = |path: &str| values.get(path).integer();
    let profile = values.profile();
    let clock = profile.clock;
    let cpus = if values.design() == Design::Polling { number("machine.cpus") as usize } else { 1 };
    MachineSettings {
        profile,
        clock,
        ticks_per_second: number("machine.clock_hz"),
        link: Link { bits_per_second: number("machine.link_mbps") * 1_000_000, overhead: profile.wire.overhead },
        receive_ring: number("queues.receive_ring") as usize,
        transmit_ring: number("queues.transmit_ring") as usize,
        trigger: match values.get("interrupts.trigger").choice() {
            "latched" => Trigger::Latched,
            "acknowledged" => Trigger::Acknowledged,
            _ => Trigger::Level,
        },
        gives_descriptors_back: values.design().is_router_of_m() && values.get("queues.give_back").switch(),
        batching: values.get("interrupts.batching").switch(),
        add_while_active: values.get("transmit.add_while_active").switch(),
        quantum: clock.cycles_in_milliseconds(number("programs.quantum_ms")),
        variation: number("machine.variation"),
        cpus,
        programs_cpu: if cpus > 1 { number("programs.cpu") as usize } else { 0 },
    }
}

impl MachineSettings {
    /// Returns the CPU that an interface interrupts and whose thread polls it.
    pub fn cpu_of(&self, interface: usize) -> usize {
        interface % self.cpus
    }
}
