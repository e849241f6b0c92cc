//! What a program can do that stops its machine: the sentences. Numbers of rules are those of the reference (workshop, table 5c).

use crate::cpu::Fault;
use crate::message;
use crate::message::Message;
use crate::program::Program;
use crate::program::run::Trap;
use crate::trace::{NO_PACKET, PacketId};

/// A fault without its place.
fn fault(rule: u8, packet: PacketId, problem: Message, remedy: Message) -> Box<Fault> {
    Box::new(Fault { rule, packet, file: String::new(), line: 0, problem, remedy })
}

pub fn null_packet(call: &str) -> Box<Fault> {
    let problem = message!("{call} gets NULL instead of a packet.", call = call.to_string());
    fault(1, NO_PACKET, problem, message!("Test for NULL before."))
}

/// A packet that is in no hand: it is in a place, or has left the machine.
pub fn not_yours(packet: PacketId, call: &str, place: Option<&str>, given: Option<u32>) -> Box<Fault> {
    let (number, call) = (packet.to_string(), call.to_string());
    let problem = match (place, given) {
        (Some(place), Some(line)) => message!(
            "{call} gets packet {number}, which has been in the {place} since line {line}.",
            call,
            number,
            place = place.to_string(),
            line = line.to_string()
        ),
        (_, Some(line)) => message!(
            "{call} gets packet {number}, which the kernel gave away in line {line}.",
            call,
            number,
            line = line.to_string()
        ),
        _ => message!("{call} gets packet {number}, which the kernel does not have any more.", call, number),
    };
    let remedy = message!("A packet is in one place: use it before you pass it on, or return.");
    fault(if place.is_some() { 3 } else { 2 }, packet, problem, remedy)
}

pub fn lost(packet: PacketId, line: u32) -> Box<Fault> {
    let problem = message!(
        "Packet {number} is lost: it was taken in line {line}, and no queue and no variable has it.",
        number = packet.to_string(),
        line = line.to_string()
    );
    fault(4, packet, problem, message!("Queue it, send it, or free it with m_freem."))
}

pub fn no_unit(unit: i32, call: &str) -> Box<Fault> {
    let (unit, call) = (unit.to_string(), call.to_string());
    let problem = message!("{call} gets unit {unit}, but no interface has that number.", call, unit);
    fault(15, NO_PACKET, problem, message!("Units have the numbers 0 to UNITS - 1."))
}

pub fn no_queue(call: &str) -> Box<Fault> {
    let problem = message!("{call} gets NULL instead of a queue.", call = call.to_string());
    fault(1, NO_PACKET, problem, message!("Name a queue that QUEUE declares, or if_snd(unit) of a unit that sends."))
}

pub fn no_output(packet: PacketId, call: &str) -> Box<Fault> {
    let problem = message!("{call} gets a unit that does not send.", call = call.to_string());
    fault(15, packet, problem, message!("Send to rt_unit(p)."))
}

pub fn descriptor_not_yours() -> Box<Fault> {
    let problem = message!("lninitdesc gives a receive descriptor back, but none has been read.");
    fault(7, NO_PACKET, problem, message!("Call it once for each packet that lnread gave."))
}

pub fn sleeps_at_level() -> Box<Fault> {
    let problem = message!("The thread sleeps while interrupts are kept out.");
    fault(8, NO_PACKET, problem, message!("Call splx before it sleeps."))
}

pub fn level_not_given() -> Box<Fault> {
    let problem = message!("splx gets a level that no splimp or splnet of this function's context gave.");
    fault(9, NO_PACKET, problem, message!("Keep what splimp() gives, and pass that."))
}

pub fn level_not_restored(name: &str) -> Box<Fault> {
    let problem = message!("{name} returns while interrupts are still kept out.", name = name.to_string());
    fault(9, NO_PACKET, problem, message!("Call splx on each way out."))
}

pub fn nested_too_deeply() -> Box<Fault> {
    let problem = message!("Too many of the papers' procedures are inside of each other here.");
    fault(16, NO_PACKET, problem, message!("Call them one after the other."))
}

pub fn no_end() -> Box<Fault> {
    let problem = message!("This loop goes on without an end, and no time passes in it.");
    fault(18, NO_PACKET, problem, message!("Let it end, or call something that takes time or waits."))
}

pub fn no_netisr() -> Box<Fault> {
    let problem = message!("schednetisr requests netisr, but the program has no such function.");
    fault(1, NO_PACKET, problem, message!("Write void netisr(void)."))
}

pub fn no_lnintr() -> Box<Fault> {
    let problem = message!("An interface interrupts, but the program has no function lnintr.");
    fault(11, NO_PACKET, problem, message!("Write void lnintr(int unit), or leave interrupts off."))
}

pub fn no_screend() -> Box<Fault> {
    let problem = message!("No screening process runs on this machine.");
    fault(1, NO_PACKET, problem, message!("Ask rt_unit(p) == SCREEN before."))
}

pub fn panicked(why: &str) -> Box<Fault> {
    let problem = message!("The kernel panics: {why}", why = why.to_string());
    fault(21, NO_PACKET, problem, message!("This line calls panic itself."))
}

pub fn assertion() -> Box<Fault> {
    fault(21, NO_PACKET, message!("The condition of this assert is false."), message!("This line calls assert itself."))
}

/// What C leaves undefined.
pub fn undefined(trap: Trap, program: &Program, function: u16) -> Box<Fault> {
    let rule = match trap {
        Trap::Index { .. } => 15,
        _ => 20,
    };
    let text = trap.text(program, function);
    fault(rule, NO_PACKET, text.problem, text.remedy)
}
