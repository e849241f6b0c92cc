//! What each call does before its step: it reads its arguments, tests them, and does what costs nothing.

use super::calls::{Does, MISSED, Next, RECEIVED, SENT};
use super::execution::{Context, Pause};
use super::faults;
use super::state::ProgramState;
use crate::cpu::{Fault, Level, Packet};
use crate::families::routers::Output;
use crate::hardware::{Causes, Fifo};
use crate::program::calls::Call;
use crate::program::run::Answer;
use crate::scenario::Step;
use crate::scenario::costs::STEPS;

/// `rt_unit` of a packet that screend judges first.
const SCREEN: i32 = -1;

/// A call with its arguments.
struct Given<'a> {
    state: &'a ProgramState,
    name: &'static str,
    /// The step that it has to pay.
    step: Option<Step>,
    values: &'a [u64],
}

impl Given<'_> {
    fn int(&self, index: usize) -> i32 {
        self.values[index] as u32 as i32
    }

    fn unit(&self, index: usize) -> Result<usize, Box<Fault>> {
        let unit = usize::try_from(self.int(index)).ok().filter(|unit| *unit < self.state.disabled.len());
        unit.ok_or_else(|| faults::no_unit(self.int(index), self.name))
    }

    fn packet(&self, index: usize) -> Result<Packet, Box<Fault>> {
        let now = self.state.host().now();
        self.state.packets.borrow().touch(self.values[index], self.name, now)
    }

    fn queue(&self, index: usize) -> Result<&Fifo, Box<Fault>> {
        self.state.queue(self.values[index]).ok_or_else(|| faults::no_queue(self.name))
    }
}

fn number(number: usize) -> Result<Answer, Box<Fault>> {
    Ok(Answer::Now(number as u64))
}

fn flag(flag: bool) -> Result<Answer, Box<Fault>> {
    number(flag.into())
}

impl Context {
    pub fn begin(&mut self, does: Does, call: &'static Call, paid: bool, values: &[u64]) -> Answer {
        let state = self.state.clone();
        let given = Given { state: &state, name: call.name, step: call.step.filter(|_| !paid), values };
        match self.interface(does, &given) {
            Ok(answer) => answer,
            Err(fault) => self.fail(fault),
        }
    }

    /// Calls about an interface: its receive ring, transmit ring and interrupts.
    fn interface(&mut self, does: Does, call: &Given<'_>) -> Result<Answer, Box<Fault>> {
        let (state, kernel) = (call.state, &*call.state.kernel);
        match does {
            Does::Causes => {
                call.unit(0)?;
                number(self.causes as usize)
            }
            Does::Acknowledge => {
                let (unit, causes) = (call.unit(0)?, call.int(1));
                if let Some(receiver) = &kernel.receivers[unit] {
                    receiver.acknowledge(Causes { received: causes & RECEIVED != 0, missed: causes & MISSED != 0 });
                }
                if let Some(output) = kernel.outputs[unit].as_ref().filter(|_| causes & SENT != 0) {
                    output.transmitter.acknowledge();
                }
                number(0)
            }
            Does::Read => {
                let Some(receiver) = &kernel.receivers[call.unit(0)?] else { return number(0) };
                let Some(packet) = receiver.take() else { return number(0) };
                self.has_read = true;
                Ok(self.paid(call.step, packet, true, Next::Take(packet, receiver.ring.place)))
            }
            Does::GiveBack => Ok(self.paid(call.step, Packet::NONE, true, Next::GiveBack(call.unit(0)?))),
            Does::Received => {
                number(kernel.receivers[call.unit(0)?].as_ref().map_or(0, |receiver| receiver.ring.length()))
            }
            Does::Put => {
                let (unit, packet) = (call.unit(0)?, call.packet(1)?);
                let output = sending(state, unit).ok_or_else(|| faults::no_output(packet.id, call.name))?;
                if output.transmitter.ring.is_full() {
                    self.refused = Some((output.transmitter.ring.place, Step::IfqueueFull));
                    return number(0);
                }
                Ok(self.paid(call.step, packet, true, Next::Put(unit, packet)))
            }
            Does::Reclaim => match sending(state, call.unit(0)?) {
                Some(output) if output.transmitter.finished() > 0 => {
                    Ok(self.paid(call.step, Packet::NONE, false, Next::Reclaim(call.unit(0)?)))
                }
                _ => number(0),
            },
            Does::Sent => number(sending(state, call.unit(0)?).map_or(0, |output| output.transmitter.finished())),
            Does::Free => number(sending(state, call.unit(0)?).map_or(0, |output| {
                let ring = &output.transmitter.ring;
                ring.limit().saturating_sub(ring.length())
            })),
            Does::IsActive => {
                let waits = !kernel.settings.borrow().machine.add_while_active;
                flag(waits && sending(state, call.unit(0)?).is_some_and(|output| output.active.get()))
            }
            Does::SetActive => {
                if let Some(output) = sending(state, call.unit(0)?) {
                    let active = call.values[1] != 0 && !output.transmitter.ring.is_empty();
                    output.active.set(active);
                    kernel.host.set_gate(output.active_gate, active);
                }
                number(0)
            }
            Does::Disable => {
                let unit = call.unit(0)?;
                state.disabled[unit].set(true);
                kernel.lines_of(unit).for_each(|line| kernel.host.enable_line(line, false));
                state.show_interrupts();
                number(0)
            }
            Does::Enable => match call.unit(0)? {
                unit if state.disabled[unit].get() => Ok(self.paid(call.step, Packet::NONE, true, Next::Enable(unit))),
                _ => number(0),
            },
            _ => self.packet_call(does, call),
        }
    }

    /// Calls about the IP layer, queues and packets.
    fn packet_call(&mut self, does: Does, call: &Given<'_>) -> Result<Answer, Box<Fault>> {
        let (state, kernel) = (call.state, &*call.state.kernel);
        match does {
            Does::EtherInput | Does::IpInput | Does::IpForward | Does::IpOutput | Does::EtherOutput => {
                Ok(self.paid(call.step, call.packet(0)?, true, Next::Answer(0)))
            }
            Does::Route => {
                let packet = call.packet(0)?;
                let unit = || kernel.host.output_interface(packet) as i32;
                number((if kernel.screenq.is_some() { SCREEN } else { unit() }) as u32 as usize)
            }
            Does::Process => {
                let packet = call.packet(0)?;
                self.give(packet, None);
                self.pause = Some(Pause::Process(packet));
                Ok(Answer::Later)
            }
            Does::Screen => {
                let packet = call.packet(0)?;
                kernel.screenq.as_ref().ok_or_else(faults::no_screend)?;
                Ok(self.paid(call.step, packet, true, Next::Screen(packet)))
            }
            Does::Screening => number(kernel.screenq.as_ref().map_or(0, |queue| queue.length())),
            Does::Enqueue => {
                let (queue, packet) = (call.queue(0)?, call.packet(1)?);
                if queue.is_full() {
                    self.refused = Some((queue.place, full_step(state, queue)));
                    return number(0);
                }
                self.give(packet, Some(queue.place));
                queue.put(packet);
                number(1)
            }
            Does::Dequeue => {
                let queue = call.queue(0)?;
                let Some(packet) = queue.take() else { return number(0) };
                kernel.notify_dequeued(queue);
                let is_own = kernel.program_queues.iter().any(|own| own.place == queue.place);
                Ok(self.paid(call.step.filter(|_| is_own), packet, false, Next::Take(packet, queue.place)))
            }
            Does::Length => number(call.queue(0)?.length()),
            Does::IsFull => {
                let queue = call.queue(0)?;
                if queue.is_full() {
                    self.refused = Some((queue.place, full_step(state, queue)));
                }
                flag(queue.is_full())
            }
            Does::OutputQueue => {
                let unit = call.unit(0)?;
                number(sending(state, unit).map_or(0, |_| state.output_queue(unit)) as usize)
            }
            Does::Drop => {
                let packet = call.packet(0)?;
                let (place, full) = self.refused.unwrap_or((self.taken_from(packet), Step::IpintrqFull));
                Ok(self.paid(call.step.map(|_| full), packet, true, Next::Drop(packet, place)))
            }
            _ => self.context_call(does, call),
        }
    }

    /// Calls about interrupts, threads and time.
    fn context_call(&mut self, does: Does, call: &Given<'_>) -> Result<Answer, Box<Fault>> {
        let (state, kernel) = (call.state, &*call.state.kernel);
        match does {
            Does::Request => {
                if state.program.function("netisr").is_none() {
                    return Err(faults::no_netisr());
                }
                Ok(self.paid(call.step, Packet::NONE, true, Next::Request))
            }
            Does::Wakeup => Ok(self.wake(state.channel(call.values[0]), Some(call.values[0]))),
            Does::Sleep => self.sleep(call.values[0]),
            Does::Announce => {
                self.announced().set(Some(call.values[0]));
                self.has_read = false;
                number(0)
            }
            Does::Block => match self.announced().take() {
                Some(event) => self.sleep(event),
                None => number(0),
            },
            Does::Yield => {
                let has_work = kernel.process_queue().is_some_and(|queue| !queue.is_empty());
                let pays = std::mem::take(&mut self.has_read) && has_work;
                if state.program.threads().count() > 1 {
                    kernel.host.yield_cpu();
                }
                Ok(self.paid(call.step.filter(|_| pays), Packet::NONE, false, Next::Answer(0)))
            }
            Does::SplImp | Does::SplNet => {
                let Level(before) = kernel.host.raise(if does == Does::SplImp { Level::IMP } else { Level::NET });
                self.levels.push(before);
                number(before.into())
            }
            Does::SplX => {
                let level = call.int(0);
                let known = self.levels.iter().rposition(|given| i32::from(*given) == level);
                self.levels.truncate(known.ok_or_else(faults::level_not_given)?);
                kernel.host.restore(Level(level as u8));
                number(0)
            }
            Does::Timeout => {
                state.timeouts.borrow_mut().push((call.int(1).max(1) as u64, call.values[0] as u16));
                number(0)
            }
            Does::Counter => number((kernel.host.now().0 as u32).wrapping_add(state.counter) as usize),
            Does::Trace => {
                state.chart(call.values[0], call.values[1]);
                number(0)
            }
            Does::Panic => Err(faults::panicked(&state.program.texts[call.values[0] as usize])),
            Does::Assert if call.values[0] == 0 => Err(faults::assertion()),
            Does::Assert => number(0),
            Does::Charge => {
                // the checker has seen that it is one
                let step = STEPS[call.values[0] as usize].step;
                let around = self.open.last().map(|(step, _)| step.row().procedure);
                let opens = around.is_none_or(|around| around != step.row().procedure);
                Ok(self.step(step, self.packet(), opens, Next::Answer(0)))
            }
            _ => unreachable!("{does:?} is about interfaces or packets"),
        }
    }
}

fn sending(state: &ProgramState, unit: usize) -> Option<&Output> {
    state.kernel.outputs[unit].as_ref()
}

/// The step of a drop at a full queue.
fn full_step(state: &ProgramState, queue: &Fifo) -> Step {
    let is_output = state.kernel.outputs.iter().flatten().any(|output| output.queue.place == queue.place);
    if is_output { Step::IfqueueFull } else { Step::IpintrqFull }
}
