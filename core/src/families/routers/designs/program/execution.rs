//! One context that runs functions of the program: the machine's side of the interpreter. The interpreter runs on its own as long
//! as nothing can happen. When a step has to pause, or a thread to sleep, it stops; `Execution::run` awaits that and goes on.

use super::calls::{Next, Outcome};
use super::checks::Busy;
use super::faults::{self, Wants};
use super::slow_faults::Goes;
use super::state::ProgramState;
use super::watch::Mark;
use crate::cpu::{Channel, Fault, Host, Packet, Work};
use crate::families::routers::{Kernel, forward};
use crate::program::code::{Address, CallNumber, Function};
use crate::program::run::{Activity, Answer, Calls, Go, Stop, Window, slot};
use crate::scenario::Step;
use crate::trace::{ContextId, PlaceId};
use crate::units::Cycles;
use std::cell::RefCell;
use std::rc::Rc;

/// Instructions until somebody looks whether time passes.
const FUEL: u64 = 10_000;
/// Instructions without a change of the time that no program needs.
const FUEL_WITHOUT_TIME: u64 = 1_000_000;
/// Open procedures of a context: a record has four bits, and sending a packet opens six more.
const OPEN_MAX: usize = 9;

/// Why the interpreter has stopped.
pub enum Pause {
    /// A step for a packet or none goes on, or something has happened during it; then comes the rest of the call.
    Step(Work, Packet, Next),
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
    pub levels: Vec<Raised>,
    /// The function that the machine has called, and how many times this context has been called or has slept before.
    pub function: u16,
    pub turn: u64,
    /// It keeps interrupts out by itself.
    pub is_handler: bool,
    /// The call that found no packet last, in this turn, and where.
    pub found_none: Option<(&'static str, Mark)>,
    /// Variables outside functions whose values are kept, and since when.
    remembered: Vec<(u16, Mark)>,
    /// It has moved a packet, or called something, since somebody looked.
    pub has_moved: bool,
    pub has_called: bool,
}

impl Own {
    pub fn turn(&self) -> (ContextId, u64) {
        (self.id, self.turn)
    }
}

/// A level that was raised: the one before, and where.
#[derive(Clone, Copy)]
pub struct Raised {
    pub before: u8,
    pub mark: Mark,
}

pub struct Execution {
    pub state: Rc<ProgramState>,
    pub activity: Rc<RefCell<Activity>>,
    pub own: Own,
    pub busy: Busy,
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
            function: 0,
            turn: 0,
            is_handler: false,
            found_none: None,
            remembered: Vec::new(),
            has_moved: false,
            has_called: false,
        };
        let (state, activity, busy) = (state.clone(), state.activity(), Busy::default());
        Execution { state, activity, own, busy, out_of_fuel: (Cycles::ZERO, 0) }
    }

    /// Runs a function to its end.
    pub async fn run(&mut self, function: u16, arguments: &[u64]) {
        self.activity.borrow_mut().start(&self.state.program, function, arguments);
        self.own.function = function;
        self.begin_turn();
        loop {
            match self.go_on() {
                Stop::Returned(_) => break,
                Stop::OutOfFuel => {
                    let (at, times) = self.out_of_fuel;
                    let now = self.state.host().now();
                    self.out_of_fuel = (now, if at == now { times + 1 } else { 0 });
                    if self.out_of_fuel.1 * FUEL >= FUEL_WITHOUT_TIME {
                        self.stop(self.no_end(&Goes::InNoTime)).await;
                    }
                }
                Stop::Waiting | Stop::Halted => self.wait().await,
                Stop::Trapped(trap) => {
                    let function = self.activity.borrow().frames().last().map_or(0, |frame| frame.function);
                    let since = self.own.remembered.iter().find(|(global, _)| trap.is_about(*global));
                    let since = since.map(|(_, mark)| self.state.since(*mark));
                    self.stop(faults::undefined(trap, &self.state.program, function, since)).await;
                }
            }
        }
        if let Some(fault) = self.end_fault(function) {
            self.stop(fault).await;
        }
        self.state.turn_ends(self.own.id);
    }

    /// Runs until something has to be awaited. No part of a future: so its code exists once.
    #[inline(never)]
    fn go_on(&mut self) -> Stop {
        let Execution { state, activity, own, .. } = self;
        activity.borrow_mut().run(&state.program, &state.memory, &mut Context::new(state, own), FUEL)
    }

    /// Awaits what the interpreter has stopped for, and gives it the answer.
    async fn wait(&mut self) {
        if let Some(fault) = self.own.fault.take() {
            self.stop(fault).await;
        }
        let answer = match self.own.pause.take().expect("a program stops for something") {
            Pause::Step(work, packet, next) => {
                work.await;
                if let Some(fault) = self.taken_away(packet, &next).or_else(|| self.look()) {
                    self.stop(fault).await;
                }
                Context::new(&self.state, &mut self.own).go_on(next)
            }
            Pause::Sleep(channel) => {
                self.state.turn_ends(self.own.id);
                self.state.host().sleep(channel).await;
                self.begin_turn();
                Answer::Now(0)
            }
            Pause::Process(packet) => {
                forward(&self.state.kernel, packet).await;
                Answer::Now(0)
            }
        };
        // Otherwise it has to wait for something else.
        if let Answer::Now(result) = answer
            && self.activity.borrow().waits_for_answer()
        {
            self.activity.borrow_mut().answer(result);
        }
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

    /// The last call, and the time.
    #[inline]
    pub fn here(&self) -> Mark {
        Mark { at: self.own.at, time: self.host.now() }
    }

    pub fn fail(&mut self, fault: Box<Fault>) -> Answer {
        self.own.fault = Some(fault);
        Answer::Halt
    }

    /// Takes a step, then goes on with the rest of a call.
    #[inline(always)]
    pub fn step(&mut self, step: Step, packet: Packet, opens: bool, next: Next) -> Answer {
        let changes = self.state.watch.changes.get();
        let work = self.begin_step(step, packet, opens);
        if work.is_over() && self.state.watch.changes.get() == changes {
            return self.go_on(next);
        }
        self.pause(Pause::Step(work, packet, next))
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
        let (packet, changes) = (self.packet(), state.watch.changes.get());
        let work = self.host.line(state.first_line + line, state.statement, packet);
        if work.is_over() && state.watch.changes.get() == changes {
            return Go::On;
        }
        self.pause(Pause::Step(work, packet, Next::Answer(0)));
        Go::Wait
    }

    #[inline]
    fn enter(&mut self, function: &Function, window: &Window) -> Go {
        let step = self.state.steps[usize::from(function.number)].expect("only functions with a step are entered");
        let (mut bits, mut packet) = (0, Packet::NONE);
        if let Some(register) = function.packet {
            bits = window[slot(register)];
            match self.state.packets.borrow().in_hand(bits) {
                Some(touched) => packet = touched,
                None => return self.refuse(self.not_in_hand(bits, &function.name, Wants::Uses)),
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
        (self.own.at, self.own.has_called) = (at, true);
        let row = &self.state.calls[call.index()];
        match (row.begin)(self, row, first, second) {
            Ok(Answer::Now(result)) => Answer::Now(result),
            other => stops(other),
        }
    }

    fn remembers(&mut self, global: u16, at: Address) {
        let mark = Mark { at, time: self.host.now() };
        self.own.remembered.retain(|(known, _)| *known != global);
        self.own.remembered.push((global, mark));
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
