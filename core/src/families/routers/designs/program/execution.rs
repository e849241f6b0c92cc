//! One context that runs functions of the program: the machine's side of the interpreter. The interpreter runs on its own as long
//! as nothing can happen. When a step has to pause, or a thread to sleep, it stops; `Execution::run` awaits that and goes on.

use super::calls::Next;
use super::faults;
use super::packets::HELD_MAX;
use super::state::ProgramState;
use crate::cpu::{Channel, Fault, Packet, TrapCause, Work};
use crate::families::routers::forward;
use crate::program::Type;
use crate::program::calls::Call;
use crate::program::run::{Activity, Answer, Calls, Go, Stop};
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

/// A context while it runs the program.
pub struct Context {
    pub state: Rc<ProgramState>,
    pub id: ContextId,
    /// The function that runs now may be charged for this packet: procedures that are open, and their packets' values.
    pub open: Vec<(Step, u64)>,
    pub pause: Option<Pause>,
    pub fault: Option<Box<Fault>>,
    /// The line of the last statement.
    pub line: u32,
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
    activity: Activity,
    pub context: Context,
    /// When its fuel was used up last, and how often since then.
    out_of_fuel: (Cycles, u64),
}

impl Execution {
    pub fn new(state: &Rc<ProgramState>, id: ContextId) -> Execution {
        let context = Context {
            state: state.clone(),
            id,
            open: Vec::new(),
            pause: None,
            fault: None,
            line: 0,
            causes: 0,
            wakes_for_nothing: false,
            thread: None,
            refused: None,
            has_read: false,
            levels: Vec::new(),
        };
        Execution { activity: Activity::default(), context, out_of_fuel: (Cycles::ZERO, 0) }
    }

    /// Runs a function to its end.
    pub async fn run(&mut self, function: u16, arguments: &[u64]) {
        let state = self.context.state.clone();
        let (program, host) = (&state.program, state.host());
        self.activity.start(program, function, arguments);
        loop {
            let mut fuel = FUEL;
            match self.activity.run(program, &state.memory, &mut self.context, &mut fuel) {
                Stop::Returned(_) => break,
                Stop::OutOfFuel => {
                    let (at, times) = self.out_of_fuel;
                    self.out_of_fuel = (host.now(), if at == host.now() { times + 1 } else { 0 });
                    if self.out_of_fuel.1 * FUEL >= FUEL_WITHOUT_TIME {
                        self.stop(faults::no_end()).await;
                    }
                }
                Stop::Waiting | Stop::Halted => self.wait().await,
                Stop::Trapped(trap) => {
                    let function = self.activity.frames().last().map_or(0, |frame| frame.function);
                    self.stop(faults::undefined(trap, program, function)).await;
                }
            }
        }
        self.check_end(function).await;
    }

    /// Awaits what the interpreter has stopped for, and gives it the answer.
    async fn wait(&mut self) {
        if let Some(fault) = self.context.fault.take() {
            self.stop(fault).await;
        }
        let answer = match self.context.pause.take().expect("a program stops for something") {
            Pause::Step(work, next) => {
                work.await;
                self.context.go_on(next)
            }
            Pause::Sleep(channel) => {
                self.context.state.kernel.host.sleep(channel).await;
                Answer::Now(0)
            }
            Pause::Process(packet) => {
                forward(&self.context.state.kernel, packet).await;
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
    async fn check_end(&mut self, function: u16) {
        let state = &self.context.state;
        if !self.context.levels.is_empty() {
            let fault = faults::level_not_restored(&state.program.functions[usize::from(function)].name);
            return self.stop(fault).await;
        }
        if let Some(fault) = self.lost_packet() {
            self.stop(fault).await;
        }
    }

    /// A packet that this context has taken and that no variable has any more.
    fn lost_packet(&self) -> Option<Box<Fault>> {
        let state = &self.context.state;
        let packets = state.packets.borrow();
        let held = packets.held.iter().filter(|held| held.by == self.context.id);
        let mut lost = held.filter(|held| !state.memory.holds(super::packets::bits(held.packet)));
        lost.next().map(|held| faults::lost(held.packet.id, held.line))
    }

    /// Stops the machine for good, at the line that runs.
    pub async fn stop(&self, fault: Box<Fault>) {
        let state = &self.context.state;
        let program = &state.program;
        let running = self.activity.frames().last().map(|frame| program.lines[usize::from(frame.line)]);
        let line = running.unwrap_or(self.context.line);
        let fault = Fault { file: state.file.clone(), line, ..*fault };
        state.host().trap(TrapCause::Program(Arc::new(fault))).await;
        pending::<()>().await;
    }
}

impl Context {
    /// The packet of the function around, if the program still has it: statements and `charge` work for it.
    pub fn packet(&self) -> Packet {
        let packet = self.open.last().and_then(|(_, bits)| self.state.packets.borrow().in_hand(*bits));
        packet.unwrap_or(Packet::NONE)
    }

    pub fn fail(&mut self, fault: Box<Fault>) -> Answer {
        self.fault = Some(fault);
        Answer::Halt
    }

    /// Takes a step, then goes on with the rest of a call.
    #[inline]
    pub fn step(&mut self, step: Step, packet: Packet, opens: bool, next: Next) -> Answer {
        let host = self.state.host();
        let work = if opens { host.call_leaf_for(step, packet) } else { host.work(step, packet) };
        if work.is_over() {
            return self.go_on(next);
        }
        self.pause = Some(Pause::Step(work, next));
        Answer::Later
    }

    /// A thread never returns, so its lost packets are looked for when the program has too many.
    pub fn holds_too_many(&self) -> Option<Box<Fault>> {
        let packets = self.state.packets.borrow();
        let oldest = packets.held.first().filter(|_| packets.held.len() > HELD_MAX)?;
        Some(faults::lost(oldest.packet.id, oldest.line))
    }
}

impl Calls for Context {
    #[inline]
    fn statement(&mut self, line: u16) -> Go {
        let state = &self.state;
        self.line = state.program.lines[usize::from(line)];
        if state.statement == Cycles::ZERO {
            return Go::On;
        }
        let work = state.host().line(state.first_line + line, state.statement, self.packet());
        if work.is_over() {
            return Go::On;
        }
        self.pause = Some(Pause::Step(work, Next::Answer(0)));
        Go::Wait
    }

    fn enter(&mut self, function: u16, parameters: &[u64]) -> Go {
        let state = self.state.clone();
        let row = &state.program.functions[usize::from(function)];
        let step = row.step.expect("only functions with a step are entered");
        let bits = row.parameters.iter().position(|ty| *ty == Type::Packet).map(|index| parameters[index]);
        let touched = bits.map(|bits| state.packets.borrow().touch(bits, &row.name, state.host().now()));
        let packet = match touched {
            Some(Ok(packet)) => packet,
            Some(Err(fault)) => {
                self.fault = Some(fault);
                return Go::Wait;
            }
            None => Packet::NONE,
        };
        if self.open.len() >= OPEN_MAX {
            self.fault = Some(faults::nested_too_deeply());
            return Go::Wait;
        }
        match self.step(step, packet, true, Next::Enter(step, bits.unwrap_or(0))) {
            Answer::Now(_) => Go::On,
            Answer::Later | Answer::Halt => Go::Wait,
        }
    }

    fn leave(&mut self, _: u16) {
        self.open.pop();
        self.state.host().procedure_left();
    }

    fn call(&mut self, call: &'static Call, number: u8, paid: bool, arguments: &[u64]) -> Answer {
        self.begin(self.state.calls[usize::from(number)], call, paid, arguments)
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
