//! One context that runs functions of the program: the machine's side of the interpreter. The interpreter runs on its own as long
//! as nothing can happen. When a step has to pause, or a thread to sleep, it stops; `Execution::run` awaits that and goes on.

use super::calls::{Next, Outcome};
use super::faults;
use super::state::ProgramState;
use crate::cpu::{Channel, Fault, Host, Packet, TrapCause, Work};
use crate::families::routers::{Kernel, forward};
use crate::program::code::{Address, CallNumber, Function};
use crate::program::run::{Activity, Answer, Calls, Go, Stop, Window, slot};
use crate::scenario::Step;
use crate::trace::{ContextId, PlaceId};
use crate::units::Cycles;
use std::future::pending;
use std::rc::Rc;
use std::sync::Arc;

/// Instructions until somebody looks whether time passes.
const FUEL: u64 = 10_000;
/// Instructions without a change of the time that no program needs.
const FUEL_WITHOUT_TIME: u64 = 1_000_000;
/// Open procedures of a context: a record has four bits, and sending a packet opens six more.
const OPEN_MAX: usize = 9;

/// Why the interpreter has stopped.
pub enum Pause {
    /// A step goes on; then comes the rest of the call.
    Step(Work, Next),
    Sleep(Channel),
    /// The machine's own IP layer processes a packet.
    Process(Packet),
}

/// What belongs to one context while it runs the program.
pub struct Own {
    pub id: ContextId,
    /// The function that runs now may be charged for this packet: procedures that are open, and their packets' values.
    pub open: Vec<(Step, u64)>,
    pub pause: Option<Pause>,
    pub fault: Option<Box<Fault>>,
    /// The instruction of the last call.
    at: Address,
    /// What `lnintr_cause` says.
    pub causes: i32,
    /// Wake-ups cost nothing here: the step around this code has paid, as in the built-in kernels.
    pub wakes_for_nothing: bool,
    /// The number of the thread's function.
    pub thread: Option<usize>,
    /// The place that had no room for a packet when this context looked last, and the step of a drop there.
    pub refused: Option<(PlaceId, Step)>,
    /// It has read a packet since it last yielded or announced that it will sleep: a process may have got work.
    pub has_read: bool,
    /// The levels that spl calls have returned and that are not restored.
    pub levels: Vec<u8>,
}

pub struct Execution {
    pub state: Rc<ProgramState>,
    activity: Activity,
    pub own: Own,
    /// When its fuel was used up last, and how often since then.
    out_of_fuel: (Cycles, u64),
}

/// A context that runs: what the interpreter calls.
pub struct Context<'a> {
    pub state: &'a ProgramState,
    pub kernel: &'a Kernel,
    pub host: &'a Host,
    pub own: &'a mut Own,
}

impl Execution {
    pub fn new(state: &Rc<ProgramState>, id: ContextId) -> Execution {
        let own = Own {
            id,
            open: Vec::with_capacity(OPEN_MAX),
            pause: None,
            fault: None,
            at: 0,
            causes: 0,
            wakes_for_nothing: false,
            thread: None,
            refused: None,
            has_read: false,
            levels: Vec::new(),
        };
        Execution { state: state.clone(), activity: Activity::default(), own, out_of_fuel: (Cycles::ZERO, 0) }
    }

    /// Runs a function to its end.
    pub async fn run(&mut self, function: u16, arguments: &[u64]) {
        self.activity.start(&self.state.program, function, arguments);
        loop {
            match self.go_on() {
                Stop::Returned(_) => break,
                Stop::OutOfFuel => {
                    let (at, times) = self.out_of_fuel;
                    let now = self.state.host().now();
                    self.out_of_fuel = (now, if at == now { times + 1 } else { 0 });
                    if self.out_of_fuel.1 * FUEL >= FUEL_WITHOUT_TIME {
                        self.stop(faults::no_end()).await;
                    }
                }
                Stop::Waiting | Stop::Halted => self.wait().await,
                Stop::Trapped(trap) => {
                    let function = self.activity.frames().last().map_or(0, |frame| frame.function);
                    self.stop(faults::undefined(trap, &self.state.program, function)).await;
                }
            }
        }
        if let Some(fault) = self.end_fault(function) {
            self.stop(fault).await;
        }
    }

    /// Runs until something has to be awaited. No part of a future: so its code exists once.
    #[inline(never)]
    fn go_on(&mut self) -> Stop {
        let Execution { state, activity, own, .. } = self;
        activity.run(&state.program, &state.memory, &mut Context::new(state, own), FUEL)
    }

    /// Awaits what the interpreter has stopped for, and gives it the answer.
    async fn wait(&mut self) {
        if let Some(fault) = self.own.fault.take() {
            self.stop(fault).await;
        }
        let answer = match self.own.pause.take().expect("a program stops for something") {
            Pause::Step(work, next) => {
                work.await;
                Context::new(&self.state, &mut self.own).go_on(next)
            }
            Pause::Sleep(channel) => {
                self.state.host().sleep(channel).await;
                Answer::Now(0)
            }
            Pause::Process(packet) => {
                forward(&self.state.kernel, packet).await;
                Answer::Now(0)
            }
        };
        // Otherwise it has to wait for something else.
        if let Answer::Now(result) = answer
            && self.activity.waits_for_answer()
        {
            self.activity.answer(result);
        }
    }

    /// A function that the machine has called returns: it has put interrupts and packets in order.
    fn end_fault(&self, function: u16) -> Option<Box<Fault>> {
        if !self.own.levels.is_empty() {
            return Some(faults::level_not_restored(&self.state.program.functions[usize::from(function)].name));
        }
        let lost = self.state.packets.borrow().lost(self.own.id, &self.state.memory)?;
        Some(faults::lost(lost.packet.id, lost.line))
    }

    /// Stops the machine for good, at the line that runs.
    pub async fn stop(&self, fault: Box<Fault>) {
        let line = self.activity.last_line(&self.state.program);
        let fault = Fault { file: self.state.file.clone(), line, ..*fault };
        self.state.host().trap(TrapCause::Program(Arc::new(fault))).await;
        pending::<()>().await;
    }
}

impl<'a> Context<'a> {
    pub fn new(state: &'a ProgramState, own: &'a mut Own) -> Context<'a> {
        Context { state, kernel: &state.kernel, host: state.host(), own }
    }

    /// The packet of the function around, if the program still has it: statements and `charge` work for it.
    pub fn packet(&self) -> Packet {
        let packet = self.own.open.last().and_then(|(_, bits)| self.state.packets.borrow().in_hand(*bits));
        packet.unwrap_or(Packet::NONE)
    }

    /// The line of the last call.
    pub fn line(&self) -> u32 {
        self.state.program.line(self.own.at)
    }

    pub fn fail(&mut self, fault: Box<Fault>) -> Answer {
        self.own.fault = Some(fault);
        Answer::Halt
    }

    /// Takes a step, then goes on with the rest of a call.
    #[inline(always)]
    pub fn step(&mut self, step: Step, packet: Packet, opens: bool, next: Next) -> Answer {
        let work = self.begin_step(step, packet, opens);
        if work.is_over() {
            return self.go_on(next);
        }
        self.pause(Pause::Step(work, next))
    }

    #[inline(never)]
    pub fn begin_step(&self, step: Step, packet: Packet, opens: bool) -> Work {
        if opens { self.host.call_leaf_for(step, packet) } else { self.host.work(step, packet) }
    }

    #[cold]
    fn refuse(&mut self, fault: Box<Fault>) -> Go {
        self.own.fault = Some(fault);
        Go::Wait
    }

    #[cold]
    #[inline(never)]
    pub fn pause(&mut self, pause: Pause) -> Answer {
        self.own.pause = Some(pause);
        Answer::Later
    }
}

impl Calls for Context<'_> {
    fn statement(&mut self, line: u16) -> Go {
        let state = self.state;
        let work = self.host.line(state.first_line + line, state.statement, self.packet());
        if work.is_over() {
            return Go::On;
        }
        self.pause(Pause::Step(work, Next::Answer(0)));
        Go::Wait
    }

    #[inline]
    fn enter(&mut self, function: &Function, window: &Window) -> Go {
        let step = function.step.expect("only functions with a step are entered");
        let (mut bits, mut packet) = (0, Packet::NONE);
        if let Some(register) = function.packet {
            bits = window[slot(register)];
            match self.state.packets.borrow().in_hand(bits) {
                Some(touched) => packet = touched,
                None => return self.refuse(self.state.packets.borrow().not_in_hand(bits, &function.name)),
            }
        }
        if self.own.open.len() >= OPEN_MAX {
            return self.refuse(faults::nested_too_deeply());
        }
        match self.step(step, packet, true, Next::Enter(step, bits)) {
            Answer::Now(_) => Go::On,
            Answer::Later | Answer::Halt => Go::Wait,
        }
    }

    #[inline]
    fn leave(&mut self) {
        self.own.open.pop();
        self.host.procedure_left();
    }

    #[inline]
    fn call(&mut self, call: CallNumber, first: u64, second: u64, at: Address) -> Answer {
        self.own.at = at;
        let row = &self.state.calls[call.index()];
        match (row.begin)(self, row, first, second) {
            Ok(Answer::Now(result)) => Answer::Now(result),
            other => stops(other),
        }
    }

    fn knob(&mut self, knob: u16) -> i32 {
        self.state.knobs[usize::from(knob)].get()
    }

    fn global_changed(&mut self, global: u16, value: u64) {
        self.state.global_changed(global, value);
    }

    fn element_changed(&mut self, element: usize, value: u64) {
        self.state.element_changed(element, value);
    }
}

/// What the interpreter does when a call has no result yet.
#[cold]
#[inline(never)]
fn stops(outcome: Outcome) -> Answer {
    outcome.unwrap_or(Answer::Halt)
}
