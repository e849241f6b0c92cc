//! Machines that stop for good: code that spends no time, and kernels that break a rule.

use super::small_machine::{Code, Interface, SmallMachine, cycles};
use crate::cpu::{Channel, Host, Packet, Trap, TrapCause};
use crate::hardware::Receiver;
use crate::scenario::{Step, Trigger};
use crate::trace::{Breach, Event, NO_PACKET, PacketRule};
use crate::units::Cycles;
use std::convert::Infallible;
use std::rc::Rc;

const END: Cycles = Cycles(10_000);
const INTERFACE: Interface = Interface { ring: 4, trigger: Trigger::Level, gives_back: false };

fn code<F: Future<Output = Infallible> + 'static>(code: fn(Rc<Host>, Rc<Receiver>) -> F) -> Code {
    Box::new(move |host, receiver| Box::pin(code(host, receiver)))
}

async fn no_handler(host: Rc<Host>, _: Rc<Receiver>) -> Infallible {
    loop {
        host.next_interrupt().await;
    }
}

/// A machine with one thread.
fn machine_of(thread: Code) -> SmallMachine {
    SmallMachine::new(INTERFACE, &[], code(no_handler), vec![thread])
}

/// Works for 20 cycles and then breaks a rule in the handler, on top of the thread.
async fn rule_breaker(host: Rc<Host>, receiver: Rc<Receiver>) -> Infallible {
    host.next_interrupt().await;
    let packet = receiver.take().expect("a packet has interrupted");
    host.work(cycles(20), packet).await;
    host.trap(TrapCause::Kernel { rule: 4, packet: packet.id }).await;
    unreachable!("software does not go on after a trap");
}

async fn computing(host: Rc<Host>, _: Rc<Receiver>) -> Infallible {
    loop {
        host.work(cycles(39), Packet::NONE).await;
    }
}

fn trapped(machine: &mut SmallMachine) -> Trap {
    machine.executor.run_until(END).expect_err("the machine stops")
}

#[test]
fn a_loop_inside_one_poll_traps() {
    async fn thread(host: Rc<Host>, _: Rc<Receiver>) -> Infallible {
        host.work(cycles(30), Packet::NONE).await;
        loop {
            host.thread_wakeup(Channel(9)).await; // nobody sleeps there, so it takes no time
            host.turns(1).await;
        }
    }
    let mut machine = machine_of(code(thread));
    let trap = trapped(&mut machine);
    assert!(matches!(trap.cause, TrapCause::NoTime { .. }), "{trap}");
    assert_eq!(machine.host.now(), trap.at);
}

#[test]
fn a_loop_that_awaits_nothing_but_its_turns_traps() {
    async fn thread(host: Rc<Host>, _: Rc<Receiver>) -> Infallible {
        loop {
            host.turns(1_000).await;
        }
    }
    let trap = trapped(&mut machine_of(code(thread)));
    assert!(matches!(trap.cause, TrapCause::NoTime { .. }), "{trap}");
}

#[test]
fn steps_that_take_no_time_trap() {
    async fn thread(host: Rc<Host>, _: Rc<Receiver>) -> Infallible {
        loop {
            host.work(cycles(0), Packet::NONE).await;
        }
    }
    assert_eq!(trapped(&mut machine_of(code(thread))).cause, TrapCause::NoTime { step: cycles(0) });
}

#[test]
fn turns_count_from_the_last_moment_at_which_time_passed() {
    async fn thread(host: Rc<Host>, _: Rc<Receiver>) -> Infallible {
        loop {
            host.turns(60_000).await;
            host.work(cycles(5), Packet::NONE).await;
        }
    }
    assert_eq!(machine_of(code(thread)).executor.run_until(END), Ok(()));
}

#[test]
fn the_whole_machine_halts_at_the_cycle_of_the_trap() {
    let mut machine = SmallMachine::new(INTERFACE, &[50, 200], code(rule_breaker), vec![code(computing)]);
    let trap = trapped(&mut machine);
    assert_eq!((trap.at, trap.cause.clone()), (Cycles(70), TrapCause::Kernel { rule: 4, packet: 1 }));
    assert_eq!(machine.topology.contexts[usize::from(trap.context)].id, "device");
    let records = machine.records();
    let last = records.last().expect("the trap has a record");
    assert_eq!(
        (last.time(), last.context(), last.event()),
        (trap.at, trap.context, Event::Trap { rule: 4, packet: 1 })
    );
    assert_eq!(machine.executor.run_until(Cycles(2 * END.0)), Err(trap.clone()), "it stays halted");
    assert_eq!((machine.host.now(), machine.records().len()), (trap.at, records.len()));
}

#[test]
fn a_trap_does_not_depend_on_how_the_run_is_sliced() {
    let machine = || SmallMachine::new(INTERFACE, &[50, 200], code(rule_breaker), vec![code(computing)]);
    let (mut whole, mut sliced) = (machine(), machine());
    let trap = trapped(&mut whole);
    let found = (1..END.0).find_map(|end| sliced.executor.run_until(Cycles(end)).err());
    assert_eq!(found, Some(trap.clone()));
    let mut single = machine();
    let found = (0..1_000).find_map(|_| single.executor.run_iterations(END, 1).err());
    assert_eq!(found, Some(trap));
    assert_eq!(whole.records(), sliced.records());
    assert_eq!(whole.records(), single.records());
}

#[test]
fn a_trap_says_when_and_why() {
    let trap = trapped(&mut SmallMachine::new(INTERFACE, &[50], code(rule_breaker), Vec::new()));
    assert_eq!(trap.to_string(), "the kernel stopped at cycle 70, by rule 4 for packet 1");
    let said = |cause| Trap { cause, ..trap }.to_string();
    assert_eq!(said(TrapCause::Kernel { rule: 6, packet: NO_PACKET }), "the kernel stopped at cycle 70, by rule 6");
    let packet =
        Breach { rule: PacketRule::FreedTwice, packet: 312, context: 1, owner: None, since: Cycles::ZERO, given_by: 1 };
    assert_eq!(said(packet.into()), "the kernel stopped at cycle 70, by rule 5 for packet 312");
    let stuck = said(TrapCause::NoTime { step: Step::Lnread });
    assert_eq!(stuck, "no time passes at cycle 70, near step Lnread (lnread)");
}
