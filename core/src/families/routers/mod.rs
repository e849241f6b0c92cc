//! The machines of M: interfaces, a kernel, one of its designs, and the programs of the scenario. Designs and programs use the
//! parts of the kernel (queues, packet input, the path from IP to the wire); the parts know no design.
//!
//! ```text
//! settings -> plan (numbers; its shape is the design's) -> build (builds the machine) -> kernel, one of designs/, apps
//! ```

mod apps;
mod build;
mod contexts;
mod delivery;
mod designs;
mod forwarding;
mod input;
mod interrupts;
mod kernel;
mod places;
mod plan;
mod shape;

use crate::family::{Family, Plan};
use crate::kernel::{CLOCK, COMPUTING, CodeLine, enter, leave};
use crate::scenario::Settings;
use crate::scenario::{KernelProgram, Scenario, ScenarioErrors};
use crate::trace::topology::Topology;
use apps::{INSPECTING, SCREENING};
use build::DesignPlan;
use delivery::{FILTERING, RECEIVING, SERVING, local_input, packet_filter, udp_input};
use forwarding::{FORWARDING, LOCKING, TRANSMITTING, forward, inspect_input, ip_output, lntint_body};
use input::{
    QUEUED_INPUT, copy, ether_input_direct, ipintr, lninitdesc, lnintr_receive, lnintr_transmit, lnread, lnrint, lntint,
};
use interrupts::{INTERPROCESSOR_INTERRUPT, hardclock, interprocessor_interrupt};
use kernel::{
    APPLICATION, DequeueTask, HUNG, INSPECTOR, IpRequest, Kernel, NETISR, Output, ProgramCode, ProgramPart, READER,
    SCREEND, SERVED, SERVERS, TICK, netisr,
};
use plan::{InterfaceIds, MachinePlan, TransmitIds};
use shape::{Additions, Protocol, Shape, Transmit};

pub const FAMILY: Family = Family { id: "routers", plan };

fn plan(settings: &Settings, mut topology: Topology) -> Box<dyn Plan> {
    let design = designs::find(settings.kernel.design);
    topology.cpus = settings.machine.cpus as u8;
    (design.gates)(&mut topology, settings);
    topology.add_code(&(design.code)(settings));
    topology.add_code(CLOCK);
    topology.add_code(COMPUTING);
    let plan = MachinePlan::new(settings, topology, (design.shape)(settings), &Additions::default());
    Box::new(DesignPlan { start: Box::new(design.start), plan })
}

pub use designs::program::target as program_target;

/// Makes the plan of a machine whose kernel is a program.
pub fn plan_program(
    scenario: &Scenario,
    text: &KernelProgram,
    settings: &Settings,
    topology: Topology,
) -> Result<Box<dyn Plan>, ScenarioErrors> {
    designs::program::plan(scenario, text, settings, topology)
}
