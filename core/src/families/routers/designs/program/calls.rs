//! The calls of the table by name, and what happens when the step of a call is over: the same as the built-in kernels do, in the
//! same order of records. What comes before the step is in `interfaces`, `queues` and `scheduling`.

use super::execution::{Context, Pause};
use super::faults::Wants;
use super::packets::{Held, bits};
use super::state::step_of;
use super::{faults, interfaces, queues, scheduling};
use crate::cpu::{Channel, Fault, Packet};
use crate::families::routers::{IpRequest, SCREEND, netisr};
use crate::hardware::Fifo;
use crate::program::calls::{CALLS, Call, Packets};
use crate::program::code::CallNumber;
use crate::scenario::Step;
use crate::trace::PlaceId;

/// Bits of `lnintr_cause`.
pub const RECEIVED: i32 = 1;
pub const SENT: i32 = 2;
pub const MISSED: i32 = 4;

/// There is no result yet: the context has what the call waits for (`Own::pause`), or the rule that it breaks (`Own::fault`).
pub struct Stopped;

/// The result of a call.
pub type Outcome = Result<u64, Stopped>;

/// What a call does before its step: it reads its arguments, tests them, and does what costs nothing. A call with fewer
/// parameters ignores the others.
pub type Begin = fn(&mut Context<'_>, &Row, u64, u64) -> Outcome;

/// What the machine knows of a call.
#[derive(Clone, Copy)]
pub struct Row {
    pub begin: Begin,
    /// The step that it has to pay.
    pub step: Option<Step>,
    pub name: &'static str,
    /// What it does with a packet that it gets.
    wants: Wants,
}

/// The rows by `CallNumber::index`.
pub fn rows() -> [Row; CallNumber::COUNT] {
    std::array::from_fn(|index| {
        let call = CallNumber::from_index(index);
        match CALLS.get(call.number()) {
            Some(Call { name, step, packets, .. }) => {
                let wants = wants_of(name, *packets);
                Row { begin: begin_of(name), step: step.filter(|_| !call.is_paid()).map(step_of), name, wants }
            }
            None => Row { begin: nothing, step: None, name: "", wants: Wants::Uses },
        }
    })
}

fn wants_of(name: &str, packets: Packets) -> Wants {
    match packets {
        Packets::Keeps | Packets::Gives => Wants::Uses,
        Packets::Takes if name == "m_freem" => Wants::Frees,
        Packets::Takes | Packets::TakesIfTrue => Wants::Moves,
    }
}

/// What the call with this name does.
fn begin_of(name: &str) -> Begin {
    match name {
        "lnintr_cause" => interfaces::causes,
        "lnack" => interfaces::acknowledge,
        "lnread" => interfaces::read,
        "lninitdesc" => interfaces::give_back,
        "lnrlen" => interfaces::received,
        "lnput" => interfaces::put,
        "lnreclaim" => interfaces::reclaim,
        "lntdone" => interfaces::sent,
        "lntfree" => interfaces::free,
        "lnactive" => interfaces::is_active,
        "lnsetactive" => interfaces::set_active,
        "lnintdis" => interfaces::disable,
        "lnintena" => interfaces::enable,
        "ether_input" | "ipinput" | "ip_forward" | "ip_output" | "ether_output" => queues::layer,
        "rt_unit" => queues::route,
        "ip_process" => queues::process,
        "screend_enqueue" => queues::screen,
        "screend_len" => queues::screening,
        "IF_ENQUEUE" => queues::enqueue,
        "IF_DEQUEUE" => queues::dequeue,
        "IF_LEN" => queues::length,
        "IF_QFULL" => queues::is_full,
        "if_snd" => queues::output_queue,
        "m_freem" => queues::drop_packet,
        "schednetisr" => scheduling::request,
        "thread_wakeup" => scheduling::wakeup,
        "thread_sleep" => scheduling::sleep,
        "assert_wait" => scheduling::announce,
        "thread_block" => scheduling::block,
        "thread_yield" => scheduling::yield_cpu,
        "splimp" => scheduling::splimp,
        "splnet" => scheduling::splnet,
        "splx" => scheduling::splx,
        "timeout" => scheduling::timeout,
        "rpcc" => scheduling::counter,
        "trace" => scheduling::chart,
        "panic" => scheduling::panic,
        "assert" => scheduling::assert,
        "charge" => scheduling::charge,
        _ => panic!("{name} is a call of the table, and the machine does not know it"),
    }
}

fn nothing(_: &mut Context<'_>, _: &Row, _: u64, _: u64) -> Outcome {
    number(0)
}

pub fn number(number: usize) -> Outcome {
    Ok(number as u64)
}

pub fn flag(flag: bool) -> Outcome {
    number(flag.into())
}

pub fn int(value: u64) -> i32 {
    value as u32 as i32
}

/// Arguments of a call.
impl<'a> Context<'a> {
    /// The call breaks a rule. What tells it is code of its own: a call that breaks none saves no registers for it.
    #[cold]
    #[inline(never)]
    pub fn fails(&mut self, fault: impl FnOnce(&Self) -> Box<Fault>) -> Stopped {
        self.own.fault = Some(fault(self));
        Stopped
    }

    #[inline]
    pub fn unit(&mut self, row: &Row, value: u64) -> Result<usize, Stopped> {
        let unit = value as u32 as usize;
        if unit < self.kernel.outputs.len() {
            return Ok(unit);
        }
        Err(self.fails(|_| faults::no_unit(int(value), row.name)))
    }

    #[inline]
    pub fn touch(&mut self, row: &Row, bits: u64) -> Result<Packet, Stopped> {
        match self.state.packets.owned(bits) {
            Some(packet) => Ok(packet),
            None => Err(self.fails(|context| context.not_owned(bits, row.name, row.wants))),
        }
    }

    /// What is wrong when a call gets a value that is no packet of the program's own.
    #[cold]
    pub fn not_owned(&self, bits: u64, call: &str, wants: Wants) -> Box<Fault> {
        match bits {
            0 => faults::null_packet(call, self.own.found_none.map(|(name, mark)| (name, self.state.since(mark)))),
            _ => self.state.packets.not_owned(bits, call, wants, self.state),
        }
    }

    /// The call finds no packet.
    #[inline]
    pub fn none(&mut self, row: &Row) -> Outcome {
        self.own.found_none = Some((row.name, self.here()));
        number(0)
    }

    #[inline]
    pub fn queue(&mut self, row: &Row, handle: u64) -> Result<&'a Fifo, Stopped> {
        match self.state.queue(handle) {
            Some(queue) => Ok(queue),
            None => Err(self.fails(|_| faults::no_queue(row.name))),
        }
    }
}

/// The rest of a call, when its step is over.
pub enum Next {
    Answer(u64),
    Enter(Step, u64),
    /// The program has a packet that it took from a place.
    Take(Packet, PlaceId),
    GiveBack(usize),
    Put(usize, Packet),
    Reclaim(usize),
    Enable(usize),
    Drop(Packet, PlaceId),
    Screen(Packet),
    Request,
    Wake(Channel, u64),
}

impl Context<'_> {
    /// Takes a step of a call, if there is one to pay.
    #[inline(always)]
    pub fn paid(&mut self, step: Option<Step>, packet: Packet, opens: bool, next: Next) -> Outcome {
        match step {
            Some(step) => self.step(step, packet, opens, next),
            None => self.go_on(next),
        }
    }

    /// The rest of a call.
    #[inline(always)]
    pub fn go_on(&mut self, next: Next) -> Outcome {
        let (state, kernel) = (self.state, self.kernel);
        match next {
            Next::Answer(result) => return Ok(result),
            Next::Enter(step, bits) => self.entered(step, bits),
            Next::Take(packet, from) => return self.take(packet, from),
            Next::GiveBack(unit) => {
                let gives = kernel.receivers[unit].as_ref().is_some_and(|receiver| receiver.give_back());
                let before = state.watch.units[unit].gave_back.replace(Some(self.here()));
                if !gives {
                    let before = before.map(|mark| state.since(mark));
                    return Err(self.fails(|_| faults::descriptor_not_yours(unit, before)));
                }
            }
            Next::Put(unit, packet) => return self.put(unit, packet),
            Next::Reclaim(unit) => {
                self.has_moved();
                return Ok(kernel.output(unit).transmitter.reclaim().into());
            }
            Next::Enable(unit) => {
                state.disabled[unit].set(false);
                kernel.lines_of(unit).for_each(|line| kernel.host.enable_line(line, true));
                state.show_interrupts();
                state.enabled(unit, self.here(), self.own.turn());
            }
            Next::Drop(packet, place) => {
                self.pass_on(packet, None, true);
                kernel.host.packet_dropped(packet, place);
            }
            Next::Screen(packet) => return self.screen(packet),
            Next::Request => match kernel.ip_request {
                IpRequest::SoftwareInterrupt(line) => kernel.host.assert_line(line),
                IpRequest::Thread => {
                    state.netisr_is_requested.set(true);
                    return self.wake(netisr(0), None);
                }
            },
            Next::Wake(channel, result) => {
                kernel.host.wake(channel);
                return Ok(result);
            }
        }
        Ok(0)
    }

    fn take(&mut self, packet: Packet, from: PlaceId) -> Outcome {
        self.own.refused = None;
        self.has_moved();
        self.state.packets.take(Held { packet, mark: self.here(), by: self.own.id, from });
        Ok(bits(packet))
    }

    fn put(&mut self, unit: usize, packet: Packet) -> Outcome {
        let transmitter = &self.kernel.output(unit).transmitter;
        if transmitter.ring.is_full() {
            return Ok(0);
        }
        self.give(packet, Some(transmitter.ring.place));
        self.state.watch.units[unit].put.set(Some(self.here()));
        transmitter.put(packet);
        Ok(1)
    }

    fn screen(&mut self, packet: Packet) -> Outcome {
        let host = self.host;
        let queue = self.kernel.screenq.as_ref().expect("tested when the call began");
        if queue.is_full() {
            self.own.refused = Some((queue.place, Step::ScreenqFull));
            return Ok(0);
        }
        self.give(packet, Some(queue.place));
        queue.put(packet);
        match host.has_sleeper(SCREEND) {
            true => self.step_and_wake(SCREEND, 1),
            false => Ok(1),
        }
    }

    /// Wakes the threads that sleep on a channel. Costs nothing if none does. Threads that have only announced that they will
    /// sleep do not sleep.
    pub fn wake(&mut self, channel: Channel, event: Option<u64>) -> Outcome {
        let state = self.state;
        let mut is_announced = false;
        if event.is_some() {
            let announced = state.announced.iter().filter(|announced| announced.get() == event);
            announced.for_each(|announced| {
                announced.set(None);
                is_announced = true;
            });
        }
        let has_sleeper = self.host.has_sleeper(channel);
        // the clock and the idle loop wake now and then, whatever has happened
        if event.is_some() && !has_sleeper && !is_announced && !self.own.wakes_for_nothing {
            state.watch.unheard.set(Some(self.here()));
        }
        match has_sleeper {
            true if self.own.wakes_for_nothing => self.go_on(Next::Wake(channel, 0)),
            true => self.step_and_wake(channel, 0),
            false => Ok(0),
        }
    }

    fn step_and_wake(&mut self, channel: Channel, result: u64) -> Outcome {
        let work = self.host.call_leaf(Step::ThreadWakeup);
        if !work.is_over() {
            return self.pause(Pause::Step(work, Packet::NONE, Next::Wake(channel, result)));
        }
        self.host.wake(channel);
        Ok(result)
    }

    /// The program passes the packet on to a place, or to the machine's IP layer.
    pub fn give(&mut self, packet: Packet, into: Option<PlaceId>) {
        self.pass_on(packet, into, false);
    }

    fn pass_on(&mut self, packet: Packet, into: Option<PlaceId>, is_freed: bool) {
        self.has_moved();
        self.state.packets.give(packet, into, is_freed, self.here());
    }

    /// A packet has come or gone.
    fn has_moved(&mut self) {
        self.own.has_moved = true;
        self.state.watch.has_moved();
    }
}
