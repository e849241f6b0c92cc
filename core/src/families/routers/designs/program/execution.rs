//! One context that runs functions of the program: the machine's side of the interpreter. The interpreter runs on its own as long
//! as nothing can happen. When a step has to pause, or a thread to sleep, it stops; `Execution::run` awaits that and goes on.

use super::calls::{Next, Outcome, Stopped};
use super::checks::Busy;
use super::faults::{self, Wants};
use super::own::Own;
use super::packets::bits;
use super::slow_faults::Goes;
use super::state::ProgramState;
use super::watch::Mark;
use crate::cpu::{Channel, Fault, Host, Packet, Work};
use crate::families::routers::{Kernel, forward};
use crate::program::code::{Address, CallNumber};
use crate::program::run::{Activity, Answer, Calls, Go, Stop, Trap};
use crate::scenario::Step;
use crate::trace::ContextId;
use crate::units::Cycles;
use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;

/// Instructions until somebody looks whether time passes.
const FUEL: u64 = 10_000;
/// Instructions without a change of the time that no program needs.
const FUEL_WITHOUT_TIME: u64 = 1_000_000;

/// Why the interpreter has stopped.
pub enum Pause {
    /// A step for a packet or none goes on, or something has happened during it; then comes the rest of the call.
    Step(Work, Packet, Next),
    Sleep(Channel),
    /// The machine's own IP layer processes a packet.
    Process(Packet),
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
        let (state, activity, busy) = (state.clone(), state.activity(), Busy::default());
        Execution { state, activity, own: Own::new(id), busy, out_of_fuel: (Cycles::ZERO, 0) }
    }

    /// Runs a function to its end. Most end at once; how others go on is in a box, so that an interrupt does not carry it.
    pub async fn run(&mut self, function: u16, arguments: &[u64]) {
        if let Some(stop) = self.begin(function, arguments) {
            let rest: Pin<Box<dyn Future<Output = ()> + '_>> = Box::pin(self.run_on(function, stop));
            rest.await;
        }
    }

    /// Begins a function. Returns why it has stopped, unless it has returned and everything is in order.
    #[inline(never)]
    fn begin(&mut self, function: u16, arguments: &[u64]) -> Option<Stop> {
        self.own.function = function;
        if self.state.locals.is_on() {
            self.state.locals.called(self.state.host().current_context());
        }
        self.begin_turn();
        let Execution { state, activity, own, .. } = self;
        let calls = &mut Context::new(state, own);
        let stop = activity.borrow_mut().call((function, arguments), &state.program, &state.memory, calls, FUEL);
        let is_over = stop == Stop::Returned && (self.has_nothing() || self.end_fault(function).is_none());
        if is_over {
            self.state.turn_ends(self.own.id);
        }
        (!is_over).then_some(stop)
    }

    /// Runs a function that has stopped to its end.
    async fn run_on(&mut self, function: u16, mut stop: Stop) {
        loop {
            let fault = match stop {
                Stop::Returned => break,
                Stop::Waiting | Stop::Halted => self.wait().await,
                Stop::OutOfFuel => {
                    let fault = self.out_of_fuel();
                    self.state.host().may_pause().await;
                    fault
                }
                Stop::Trapped(trap) => Some(self.trapped(*trap)),
            };
            if let Some(fault) = fault {
                self.stop(fault).await;
            }
            stop = self.go_on();
        }
        if let Some(fault) = self.end_fault(function) {
            self.stop(fault).await;
        }
        self.state.turn_ends(self.own.id);
    }

    /// A program may use up its fuel again and again, but not without an end while no time passes.
    #[cold]
    #[inline(never)]
    fn out_of_fuel(&mut self) -> Option<Box<Fault>> {
        let (at, times) = self.out_of_fuel;
        let now = self.state.host().now();
        self.out_of_fuel = (now, if at == now { times + 1 } else { 0 });
        (self.out_of_fuel.1 * FUEL >= FUEL_WITHOUT_TIME).then(|| self.no_end(&Goes::InNoTime))
    }

    #[cold]
    #[inline(never)]
    fn trapped(&self, trap: Trap) -> Box<Fault> {
        let stack = self.activity.borrow().stack(&self.state.program);
        let function = stack.last().map_or(0, |running| running.function);
        let since = self.own.remembered.iter().find(|(global, _)| trap.is_about(*global));
        let since = since.map(|(_, mark)| self.state.since(*mark));
        faults::undefined(trap, &self.state.program, function, since)
    }

    /// Runs until something has to be awaited.
    fn go_on(&mut self) -> Stop {
        let Execution { state, activity, own, .. } = self;
        activity.borrow_mut().run(&state.program, &state.memory, &mut Context::new(state, own), FUEL)
    }

    /// Awaits what the interpreter has stopped for, and gives it the answer. Returns what stops the machine.
    async fn wait(&mut self) -> Option<Box<Fault>> {
        if self.own.fault.is_some() {
            return self.own.fault.take();
        }
        self.log_locals();
        let answer = match self.own.pause.take().expect("a program stops for something") {
            Pause::Step(work, packet, next) => {
                work.await;
                if let Some(fault) = self.taken_away(packet, &next).or_else(|| self.look()) {
                    return Some(fault);
                }
                Context::new(&self.state, &mut self.own).go_on_after(next)
            }
            Pause::Sleep(channel) => {
                self.state.turn_ends(self.own.id);
                self.state.host().sleep(channel).await;
                self.begin_turn();
                Ok(0)
            }
            Pause::Process(packet) => {
                // in a box, because nobody else has room for it
                Box::pin(forward(&self.state.kernel, packet)).await;
                Ok(0)
            }
        };
        // Otherwise it has to wait for something else.
        if let Ok(result) = answer
            && self.activity.borrow().waits_for_answer()
        {
            self.activity.borrow_mut().answer(&self.state.program, result);
        }
        None
    }
}

impl<'a> Context<'a> {
    pub fn new(state: &'a ProgramState, own: &'a mut Own) -> Context<'a> {
        Context { state, kernel: &state.kernel, host: state.host(), own }
    }

    /// The packet of the function around, if the program still has it: statements and `charge` work for it.
    pub fn packet(&self) -> Packet {
        let packet = self.own.open.last().and_then(|(_, bits)| self.state.packets.owned(*bits));
        packet.unwrap_or(Packet::NONE)
    }

    /// The last call, and the time.
    #[inline]
    pub fn here(&self) -> Mark {
        Mark { at: self.own.at, time: self.host.now() }
    }

    /// Takes a step, then goes on with the rest of a call.
    #[inline(always)]
    pub fn step(&mut self, step: Step, packet: Packet, opens: bool, next: Next) -> Outcome {
        if self.host.do_at_once(step, packet, opens) {
            return self.go_on(next);
        }
        self.step_slowly(step, packet, opens, next)
    }

    /// A step during which something can happen. It goes on only if no clock tick has passed and nobody has taken the packet away.
    #[inline(never)]
    fn step_slowly(&mut self, step: Step, packet: Packet, opens: bool, next: Next) -> Outcome {
        let ticks = self.state.watch.ticks.get();
        let work = self.host.do_slowly(step, packet, opens);
        // the program does not own yet what it takes
        let owned = if matches!(next, Next::Take(..)) { Packet::NONE } else { packet };
        if self.has_to_look(&work, ticks, owned) {
            return self.pause(Pause::Step(work, packet, next));
        }
        self.go_on_after(next)
    }

    /// The rest of a call whose step was not done at once. Its code exists once.
    #[inline(never)]
    fn go_on_after(&mut self, next: Next) -> Outcome {
        self.go_on(next)
    }

    /// Whether a step goes on, or something has happened during it that the rules are about: a clock tick or none for long, or
    /// somebody has taken the packet away that the program owned.
    fn has_to_look(&self, work: &Work, ticks: u64, owned: Packet) -> bool {
        let is_gone = || owned.is_some() && self.state.packets.owned(bits(owned)).is_none();
        !work.is_over() || self.state.watch.has_ticked(ticks, self.host.now()) || is_gone()
    }

    /// What the interpreter does when a call has no result yet.
    #[cold]
    fn stops(&self) -> Answer {
        if self.own.fault.is_some() { Answer::Halt } else { Answer::Later }
    }

    /// A function begins whose step is not done at once. If the context has to pause, it is not open before the step is over.
    #[inline(never)]
    fn enter_slowly(&mut self, step: Step, packet: Packet, bits: Option<u64>) -> Go {
        let ticks = self.state.watch.ticks.get();
        let work = self.host.do_slowly(step, packet, true);
        if !self.has_to_look(&work, ticks, packet) {
            self.host.procedure_entered();
            return Go::On;
        }
        self.own.open.pop(1);
        let _waits = self.pause(Pause::Step(work, packet, Next::Enter(step, bits.unwrap_or(0))));
        Go::Wait
    }

    /// A function gets a packet that the program does not own.
    #[cold]
    #[inline(never)]
    fn enter_without_packet(&mut self, function: u8, bits: Option<u64>) -> Go {
        let name = &self.state.program.functions[usize::from(function)].name;
        self.refuse(self.not_owned(bits.unwrap_or(0), name, Wants::Uses))
    }

    #[cold]
    #[inline(never)]
    fn refuse(&mut self, fault: Box<Fault>) -> Go {
        self.own.fault = Some(fault);
        Go::Wait
    }

    /// A procedure is entered whose step is over.
    #[inline]
    pub fn entered(&mut self, step: Step, bits: u64) {
        self.host.procedure_entered();
        assert!(self.own.open.push(step, bits), "the step began only because there was room");
    }

    #[cold]
    #[inline(never)]
    pub fn pause(&mut self, pause: Pause) -> Outcome {
        self.own.pause = Some(pause);
        Err(Stopped)
    }
}

impl Calls for Context<'_> {
    #[inline(never)]
    fn statement(&mut self, line: u16, depth: impl FnOnce() -> usize) -> Go {
        let state = self.state;
        if state.statement == Cycles::ZERO {
            return Go::On;
        }
        let (packet, ticks) = (self.packet(), state.watch.ticks.get());
        // An interrupt that comes meanwhile changes the time and the context.
        let logs = state.locals.is_on();
        if logs {
            state.locals.begins.set(Some((self.host.now(), self.host.current_context())));
        }
        let is_over = self.host.begin_line(state.first_line + line, state.statement, packet, depth);
        if is_over && !logs {
            return Go::On;
        }
        let work = if is_over { Work::done() } else { self.host.end_line(state.statement) };
        if !logs && !self.has_to_look(&work, ticks, packet) {
            return Go::On;
        }
        let _waits = self.pause(Pause::Step(work, packet, Next::Answer(0)));
        Go::Wait
    }

    #[inline(always)]
    fn enter(&mut self, function: u8, bits: Option<u64>) -> Go {
        let packet = match bits {
            None => Some(Packet::NONE),
            Some(bits) => self.state.packets.owned(bits),
        };
        let Some(packet) = packet else { return self.enter_without_packet(function, bits) };
        let step = self.state.steps[usize::from(function)];
        if !self.own.open.push(step, bits.unwrap_or(0)) {
            return self.refuse(faults::nested_too_deeply());
        }
        if !self.host.do_at_once(step, packet, true) {
            return self.enter_slowly(step, packet, bits);
        }
        self.host.procedure_entered();
        Go::On
    }

    #[inline]
    fn leave(&mut self, count: u8) {
        let count = self.own.open.pop(count.into());
        self.host.procedures_left(count);
    }

    #[inline]
    fn call(&mut self, call: CallNumber, first: u64, second: u64, at: Address) -> Answer {
        (self.own.at, self.own.has_called) = (at, true);
        let row = &self.state.calls[call.index()];
        match (row.begin)(self, row, first, second) {
            Ok(result) => Answer::Now(result),
            Err(Stopped) => self.stops(),
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

    #[inline(never)]
    fn global_changed(&mut self, global: u16, value: u64) {
        self.state.global_changed(global, value);
    }

    fn element_changed(&mut self, element: usize, value: u64) {
        self.state.element_changed(element, value);
    }
}
