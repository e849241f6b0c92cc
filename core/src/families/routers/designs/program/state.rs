//! The state that all contexts of a program share.

use super::INTERRUPTS_OFF;
use super::calls::{Row, rows};
use super::packets::Packets;
use super::watch::{Mark, Watch};
use crate::cpu::{Channel, Fault, Host, Since, TrapCause};
use crate::families::routers::{Kernel, MachinePlan};
use crate::family::{Changes, MachineBuilder};
use crate::hardware::Fifo;
use crate::program::Program;
use crate::program::calls::{CONSTANTS, StepId};
use crate::program::code::{CallNumber, Period};
use crate::program::run::{Activity, Memory};
use crate::scenario::costs::STEPS;
use crate::scenario::{Intervention, Step};
use crate::trace::{GateId, LocalsLog};
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::future::pending;
use std::rc::{Rc, Weak};
use std::sync::Arc;

/// The first channel of a program's events. Kernels use lower ones.
const EVENTS: u8 = 128;
/// Whom the idle loop waits for.
pub const IDLE: Channel = Channel(EVENTS - 1);

/// What is known of a program before there is a machine.
pub struct Parts {
    pub file: String,
    pub program: Arc<Program>,
    /// The values of its knobs, in its order.
    pub knobs: Vec<i32>,
    /// Cycles of each statement.
    pub statement: u64,
    /// The step of its first line with a statement.
    pub first_line: u16,
}

/// A program in its machine.
pub struct ProgramState {
    pub file: String,
    pub kernel: Rc<Kernel>,
    pub program: Arc<Program>,
    pub memory: Memory,
    /// The values of its knobs, in its order; interventions turn them.
    pub knobs: Vec<Cell<i32>>,
    pub statement: Cycles,
    pub first_line: u16,
    pub packets: Packets,
    /// What `trace` has drawn last, by chart.
    pub charts: Vec<Cell<u32>>,
    pub chart_of_text: Vec<Option<usize>>,
    /// The names of the machine's places, and the ids of its contexts.
    pub place_names: Vec<String>,
    pub context_ids: Vec<String>,
    pub watch: Watch,
    /// All contexts that run the program: each may have a packet in a variable.
    activities: RefCell<Vec<Weak<RefCell<Activity>>>>,
    /// By the number of a call.
    pub calls: [Row; CallNumber::COUNT],
    /// The steps that `charge` takes; the first has the number `CHARGED_FIRST`.
    pub charged: Vec<Step>,
    /// The steps of the program's functions; a function without one has any.
    pub steps: [Step; 256],
    pub has_netisr: bool,
    pub has_several_threads: bool,
    /// By unit: the program has turned its interrupts off.
    pub disabled: Vec<Cell<bool>>,
    pub gate: GateId,
    /// `schednetisr` was called since netisr() last began, in a machine in which netisr() is a thread.
    pub netisr_is_requested: Cell<bool>,
    /// By thread of the program: the event that it has announced to wait for and that has not come since.
    pub announced: Vec<Cell<Option<u64>>>,
    /// Functions that the clock will call, and in how many ticks.
    pub timeouts: RefCell<Vec<(u64, u16)>>,
    /// What `rpcc` counts from.
    pub counter: u32,
    pub locals: Rc<LocalsLog>,
}

impl ProgramState {
    pub fn new(parts: Parts, kernel: &Rc<Kernel>, plan: &MachinePlan, machine: &MachineBuilder<'_>) -> ProgramState {
        let Parts { file, program, knobs, statement, first_line } = parts;
        let units = plan.interfaces.len();
        ProgramState {
            file,
            kernel: kernel.clone(),
            memory: Memory::new(&program),
            knobs: knobs.into_iter().map(Cell::new).collect(),
            statement: Cycles(statement),
            first_line,
            charts: super::variables::untraced(&program),
            chart_of_text: super::variables::charts_of_texts(&program),
            packets: Packets::new(kernel.host.packet_slots(), machine.topology),
            place_names: machine.topology.places.iter().map(|place| place.name.clone()).collect(),
            context_ids: machine.topology.contexts.iter().map(|context| context.id.clone()).collect(),
            watch: Watch::new(plan, machine.topology, kernel.settings.borrow().machine.ticks_per_second),
            activities: RefCell::default(),
            calls: rows(),
            charged: CONSTANTS.iter().filter_map(|constant| constant.step.map(step_of)).collect(),
            steps: std::array::from_fn(|number| {
                program.functions.get(number).and_then(|function| function.step).map_or(STEPS[0].step, step_of)
            }),
            has_netisr: program.function("netisr").is_some(),
            has_several_threads: program.threads().count() > 1,
            disabled: vec![Cell::new(false); units],
            gate: machine.gate(INTERRUPTS_OFF[0]),
            netisr_is_requested: Cell::new(false),
            announced: vec![Cell::new(None); program.functions.len()],
            timeouts: RefCell::default(),
            counter: (machine.seed as u32).wrapping_mul(0x9E37_79B9),
            locals: Rc::default(),
            program,
        }
    }

    /// An intervention has changed settings: knobs of the program among them have new values.
    pub fn turn_knobs(&self, changes: &Changes) {
        for (_, name, value) in Intervention::knobs(changes) {
            let knob = self.program.knobs.iter().position(|knob| knob.name == name);
            let knob = &self.knobs[knob.expect("the knobs of interventions are checked")];
            knob.set(value as i32);
        }
        self.set_period();
    }

    /// Sets the period of the machine's timer, if the program has one.
    pub fn set_period(&self) {
        let (Some(timer), Some(interval)) = (self.program.timer, &self.kernel.interval_timer) else { return };
        let microseconds = match timer.period {
            Period::Number(number) => number,
            Period::Knob(knob) => self.knobs[usize::from(knob)].get(),
        };
        let clock = self.kernel.settings.borrow().machine.clock;
        interval.change(clock.cycles_in_microseconds(microseconds as u64));
    }

    pub fn host(&self) -> &Host {
        &self.kernel.host
    }

    /// Where the threads sleep that wait for an event of the program.
    pub fn channel(&self, event: u64) -> Channel {
        Channel(EVENTS.wrapping_add(event as u8))
    }

    /// The queue of a handle: a program's own, or the output queue of a unit behind them.
    pub fn queue(&self, handle: u64) -> Option<&Fifo> {
        let own = self.kernel.program_queues.len();
        let index = (handle as usize).checked_sub(1)?;
        match self.kernel.program_queues.get(index) {
            Some(queue) => Some(queue),
            None => self.kernel.outputs.get(index - own)?.as_ref().map(|output| &*output.queue),
        }
    }

    /// Whether a queue is the program's own.
    pub fn is_own(&self, handle: u64) -> bool {
        handle as usize <= self.kernel.program_queues.len()
    }

    /// The handle of the output queue of a unit.
    pub fn output_queue(&self, unit: usize) -> u64 {
        (self.kernel.program_queues.len() + unit + 1) as u64
    }

    pub fn since(&self, mark: Mark) -> Since {
        Since { line: self.program.line(mark.at), at: mark.time }
    }

    /// A new context that runs the program.
    pub fn activity(&self) -> Rc<RefCell<Activity>> {
        let activity = Rc::default();
        let mut activities = self.activities.borrow_mut();
        activities.retain(|one| one.strong_count() > 0);
        activities.push(Rc::downgrade(&activity));
        activity
    }

    /// Whether a variable has this packet. Nobody else may be in the middle of his work.
    pub fn is_kept(&self, bits: u64) -> bool {
        let activities = self.activities.borrow();
        let has = |activity: Rc<RefCell<Activity>>| activity.borrow().holds(bits);
        self.memory.holds(bits) || activities.iter().filter_map(Weak::upgrade).any(has)
    }

    /// Stops the machine for good.
    pub async fn stop(&self, fault: Box<Fault>) {
        let fault = Fault { file: self.file.clone(), ..*fault };
        self.host().trap(TrapCause::Program(Arc::new(fault))).await;
        pending::<()>().await;
    }

    /// Whether a queue that the program declares has a packet. A program without queues may have work anywhere.
    pub fn has_queued_work(&self) -> bool {
        let queues = &self.kernel.program_queues;
        queues.is_empty() || queues.iter().any(|queue| !queue.is_empty())
    }

    pub fn show_interrupts(&self) {
        let off = self.disabled.iter().any(Cell::get);
        self.host().set_gate(self.gate, off);
    }
}

/// The step that the compiler's tables name.
pub fn step_of(id: StepId) -> Step {
    STEPS.iter().find(|row| row.id == id).expect("the compiler's tables name steps of the simulator").step
}
