//! The calls of the table by name, and what happens when the step of a call is over: the same as the built-in kernels do, in the
//! same order of records. `begin` has what comes before.

use super::execution::{Context, Pause};
use super::faults;
use super::packets::{Held, bits};
use crate::cpu::{Channel, Fault, Packet};
use crate::families::routers::{IpRequest, SCREEND, netisr};
use crate::program::run::Answer;
use crate::scenario::Step;
use crate::trace::PlaceId;

/// Bits of `lnintr_cause`.
pub const RECEIVED: i32 = 1;
pub const SENT: i32 = 2;
pub const MISSED: i32 = 4;

/// Names the calls of the table.
macro_rules! does {
    ($($variant:ident $name:literal)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Does { $($variant),* }

        impl Does {
            /// What the call with this name does.
            pub fn of(name: &str) -> Does {
                match name {
                    $($name => Does::$variant,)*
                    _ => panic!("{name} is a call of the table, and the machine does not know it"),
                }
            }
        }
    };
}

does! {
    Causes "lnintr_cause" Acknowledge "lnack" Read "lnread" GiveBack "lninitdesc" Received "lnrlen" Put "lnput"
    Reclaim "lnreclaim" Sent "lntdone" Free "lntfree" IsActive "lnactive" SetActive "lnsetactive" Disable "lnintdis"
    Enable "lnintena" EtherInput "ether_input" IpInput "ipinput" IpForward "ip_forward" Route "rt_unit" IpOutput "ip_output"
    EtherOutput "ether_output" Process "ip_process" Screen "screend_enqueue" Screening "screend_len" Enqueue "IF_ENQUEUE"
    Dequeue "IF_DEQUEUE" Length "IF_LEN" IsFull "IF_QFULL" OutputQueue "if_snd" Drop "m_freem" Request "schednetisr"
    Wakeup "thread_wakeup" Sleep "thread_sleep" Announce "assert_wait" Block "thread_block" Yield "thread_yield"
    SplImp "splimp" SplNet "splnet" SplX "splx" Timeout "timeout" Counter "rpcc" Trace "trace" Panic "panic"
    Assert "assert" Charge "charge"
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

impl Context {
    /// Takes the step of a call, if it has to be paid.
    #[inline]
    pub fn paid(&mut self, step: Option<Step>, packet: Packet, opens: bool, next: Next) -> Answer {
        match step {
            Some(step) => self.step(step, packet, opens, next),
            None => self.go_on(next),
        }
    }

    /// The rest of a call.
    pub fn go_on(&mut self, next: Next) -> Answer {
        let state = self.state.clone();
        let kernel = &*state.kernel;
        match next {
            Next::Answer(result) => return Answer::Now(result),
            Next::Enter(step, bits) => {
                kernel.host.procedure_entered();
                self.open.push((step, bits));
            }
            Next::Take(packet, from) => {
                let held = Held { packet, line: self.line, by: self.id, from };
                state.packets.borrow_mut().take(held, state.host().now());
                self.refused = None;
                return match self.holds_too_many() {
                    Some(fault) => self.fail(fault),
                    None => Answer::Now(bits(packet)),
                };
            }
            Next::GiveBack(unit) => {
                let gives = kernel.receivers[unit].as_ref().is_some_and(|receiver| receiver.give_back());
                if !gives {
                    return self.fail(faults::descriptor_not_yours());
                }
            }
            Next::Put(unit, packet) => {
                let output = kernel.output(unit);
                if output.transmitter.ring.is_full() {
                    return Answer::Now(0);
                }
                self.give(packet, Some(output.transmitter.ring.place));
                output.transmitter.put(packet);
                return Answer::Now(1);
            }
            Next::Reclaim(unit) => return Answer::Now(kernel.output(unit).transmitter.reclaim().into()),
            Next::Enable(unit) => {
                state.disabled[unit].set(false);
                kernel.lines_of(unit).for_each(|line| kernel.host.enable_line(line, true));
                state.show_interrupts();
            }
            Next::Drop(packet, place) => {
                self.give(packet, None);
                kernel.host.packet_dropped(packet, place);
            }
            Next::Screen(packet) => {
                let queue = kernel.screenq.as_ref().expect("tested when the call began");
                if queue.is_full() {
                    self.refused = Some((queue.place, Step::ScreenqFull));
                    return Answer::Now(0);
                }
                self.give(packet, Some(queue.place));
                queue.put(packet);
                return match kernel.host.has_sleeper(SCREEND) {
                    true => self.step(Step::ThreadWakeup, Packet::NONE, true, Next::Wake(SCREEND, 1)),
                    false => Answer::Now(1),
                };
            }
            Next::Request => match kernel.ip_request {
                IpRequest::SoftwareInterrupt(line) => kernel.host.assert_line(line),
                IpRequest::Thread => {
                    state.netisr_is_requested.set(true);
                    return self.wake(netisr(0), None);
                }
            },
            Next::Wake(channel, result) => {
                kernel.host.wake(channel);
                return Answer::Now(result);
            }
        }
        Answer::Now(0)
    }

    /// Wakes the threads that sleep on a channel. Costs nothing if none does. Threads that have only announced that they will
    /// sleep do not sleep.
    pub fn wake(&mut self, channel: Channel, event: Option<u64>) -> Answer {
        let state = self.state.clone();
        if event.is_some() {
            state
                .announced
                .iter()
                .filter(|announced| announced.get() == event)
                .for_each(|announced| announced.set(None));
        }
        if state.host().has_sleeper(channel) {
            if self.wakes_for_nothing {
                return self.go_on(Next::Wake(channel, 0));
            }
            return self.step(Step::ThreadWakeup, Packet::NONE, true, Next::Wake(channel, 0));
        }
        Answer::Now(0)
    }

    pub fn sleep(&mut self, event: u64) -> Result<Answer, Box<Fault>> {
        if !self.levels.is_empty() {
            return Err(faults::sleeps_at_level());
        }
        self.pause = Some(Pause::Sleep(self.state.channel(event)));
        Ok(Answer::Later)
    }

    pub fn announced(&self) -> &std::cell::Cell<Option<u64>> {
        &self.state.announced[self.thread.expect("the checker lets only threads wait")]
    }

    /// The packet leaves the program's hand.
    pub fn give(&mut self, packet: Packet, into: Option<PlaceId>) {
        let state = &self.state;
        state.packets.borrow_mut().give(packet, into, self.line, state.host().now());
    }

    /// The place that a packet of the program was taken from.
    pub fn taken_from(&self, packet: Packet) -> PlaceId {
        let packets = self.state.packets.borrow();
        packets.held.iter().find(|held| held.packet == packet).map_or(0, |held| held.from)
    }
}
