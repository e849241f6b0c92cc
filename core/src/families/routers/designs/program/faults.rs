//! What a program can do that breaks a rule: the sentences. Rules have the numbers of `program::RULES`, which also says what a real
//! kernel would do.

use crate::cpu::{Fault, Since};
use crate::message;
use crate::message::{Message, the};
use crate::program::Program;
use crate::program::run::Trap;
use crate::trace::{NO_PACKET, PacketId};

/// A fault without its place.
pub fn fault(rule: u8, packet: PacketId, since: Option<Since>, problem: Message, remedy: Message) -> Box<Fault> {
    let real = (crate::program::rule(rule).real)();
    Box::new(Fault { rule, packet, file: String::new(), line: 0, chain: Vec::new(), since, problem, real, remedy })
}

/// `found_none`: the call that found no packet before, and where.
pub fn null_packet(call: &str, found_none: Option<(&str, Since)>) -> Box<Fault> {
    let call = call.to_string();
    let problem = match found_none {
        Some((source, since)) => message!(
            "{call} gets NULL: {source} found no packet in line {line}.",
            call,
            source = source.to_string(),
            line = since.line.to_string()
        ),
        None => message!("{call} gets NULL instead of a packet.", call),
    };
    fault(1, NO_PACKET, found_none.map(|(_, since)| since), problem, message!("Test for NULL first."))
}

/// Where a packet is that the program owns no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gone<'a> {
    /// It was put into a place that an interface may read.
    Ring(&'a str),
    Queue(&'a str),
    Freed,
    /// The machine's IP layer or a process has got it.
    Away,
}

/// What a call does to a packet that the program does not own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    Uses,
    Moves,
    Frees,
}

/// A packet that the program does not have any more: it went there, in this line.
pub fn not_owned(packet: PacketId, call: &str, wants: Wants, gone: Gone<'_>, since: Since) -> Box<Fault> {
    let [call, number, line] = [call.to_string(), packet.to_string(), since.line.to_string()];
    let told = |rule, problem, remedy| fault(rule, packet, Some(since), problem, remedy);
    match (wants, gone) {
        (Wants::Uses, Gone::Ring(place)) => {
            let place = the(place);
            let problem = message!(
                "{call} uses packet {number}, which line {line} put into {place}: the interface owns it.",
                call,
                number,
                line,
                place
            );
            told(7, problem, message!("Use a packet before you send it."))
        }
        (Wants::Uses, Gone::Queue(place)) => {
            let place = the(place);
            let problem =
                message!("{call} uses packet {number}, which line {line} put into {place}.", call, number, line, place);
            told(2, problem, message!("Use a packet before you pass it on."))
        }
        (_, Gone::Ring(place) | Gone::Queue(place)) => {
            let place = the(place);
            let remedy = message!("A packet is in one place: is a return missing after line {line}?", line);
            let line = since.line.to_string();
            let problem = message!(
                "{call} gets packet {number}, which line {line} put into {place} already.",
                call,
                number,
                line,
                place
            );
            told(3, problem, remedy)
        }
        (Wants::Frees, Gone::Freed) => {
            let remedy = message!("Free a packet once: is a return missing after line {line}?", line);
            let line = since.line.to_string();
            let problem =
                message!("{call} frees packet {number}, which line {line} has freed already.", call, number, line);
            told(5, problem, remedy)
        }
        (_, Gone::Freed | Gone::Away) => {
            let problem = message!("{call} gets packet {number}, which line {line} gave away.", call, number, line);
            told(2, problem, message!("Use a packet before you pass it on or free it, or return after that."))
        }
    }
}

/// A packet that left long ago.
pub fn forgotten(packet: PacketId, call: &str) -> Box<Fault> {
    let problem = message!(
        "{call} gets packet {number}, which the program does not have any more.",
        call = call.to_string(),
        number = packet.to_string()
    );
    fault(2, packet, None, problem, message!("Set a variable to NULL when its packet is passed on."))
}

/// `variable` had it last.
pub fn lost(packet: PacketId, since: Since, variable: Option<&str>) -> Box<Fault> {
    let (number, line) = (packet.to_string(), since.line.to_string());
    let problem = match variable {
        Some(variable) => message!(
            "Packet {number} is lost: line {line} took it, {variable} had it last, and it is in no queue.",
            number,
            line,
            variable = variable.to_string()
        ),
        None => {
            message!("Packet {number} is lost: line {line} took it, and no queue and no variable has it.", number, line)
        }
    };
    fault(4, packet, Some(since), problem, message!("Queue it, send it, or free it with m_freem, on every path."))
}

pub fn no_unit(unit: i32, call: &str) -> Box<Fault> {
    let (unit, call) = (unit.to_string(), call.to_string());
    let problem = message!("{call} gets unit {unit}, but no interface has that number.", call, unit);
    fault(15, NO_PACKET, None, problem, message!("Units have the numbers 0 to UNITS - 1."))
}

pub fn no_queue(call: &str) -> Box<Fault> {
    let problem = message!("{call} gets NULL instead of a queue.", call = call.to_string());
    let remedy = message!("Name a queue that QUEUE declares, or if_snd(unit) of a unit that sends.");
    fault(1, NO_PACKET, None, problem, remedy)
}

pub fn no_output(packet: PacketId, call: &str) -> Box<Fault> {
    let problem = message!("{call} gets a unit that does not send.", call = call.to_string());
    fault(22, packet, None, problem, message!("Send to rt_unit(p)."))
}

/// `before`: the last descriptor was given back there.
pub fn descriptor_not_yours(unit: usize, before: Option<Since>) -> Box<Fault> {
    let unit = unit.to_string();
    let problem = match before {
        Some(Since { line, .. }) => message!(
            "lninitdesc gives a descriptor of unit {unit} back, but line {line} gave the last one back already.",
            unit,
            line = line.to_string()
        ),
        None => message!("lninitdesc gives a descriptor of unit {unit} back before a packet was read.", unit),
    };
    fault(7, NO_PACKET, before, problem, message!("Call it once for each packet, after the lnread that gave it."))
}

pub fn sleeps_at_level(raised: Since) -> Box<Fault> {
    let line = raised.line.to_string();
    let problem = message!("The thread sleeps while line {line} keeps interrupts out.", line);
    fault(8, NO_PACKET, Some(raised), problem, message!("Call splx before it sleeps."))
}

pub fn sleeps_in_interrupt(call: &str) -> Box<Fault> {
    let problem = message!("{call} would let an interrupt sleep.", call = call.to_string());
    fault(8, NO_PACKET, None, problem, message!("Wake a thread, and let it sleep."))
}

pub fn level_not_given(level: i32, raised: Option<Since>) -> Box<Fault> {
    let level = level.to_string();
    let problem = message!("splx gets {level}, which no splimp or splnet has given here.", level);
    fault(9, NO_PACKET, raised, problem, message!("Keep what splimp() gives in a variable, and pass that."))
}

pub fn too_many_levels(most: usize, raised: Since) -> Box<Fault> {
    let problem = message!("This raises the level again, after {most} times without splx.", most = most.to_string());
    fault(9, NO_PACKET, Some(raised), problem, message!("Call splx on each way out."))
}

pub fn too_many_timeouts(most: usize) -> Box<Fault> {
    let problem = message!("{most} functions wait for the clock already.", most = most.to_string());
    fault(21, NO_PACKET, None, problem, message!("Call timeout again when the function before has run."))
}

/// `way`: the lines from the spl to the end.
pub fn level_not_restored(name: &str, raised: Since, way: &[u32]) -> Box<Fault> {
    let way = way.iter().map(u32::to_string).collect::<Vec<String>>().join(", ");
    let problem = message!(
        "{name} returns while line {line} keeps interrupts out: the way through lines {way} has no splx.",
        name = name.to_string(),
        line = raised.line.to_string(),
        way
    );
    fault(9, NO_PACKET, Some(raised), problem, message!("Call splx on each way out."))
}

pub fn nested_too_deeply() -> Box<Fault> {
    let problem = message!("Too many of the papers' procedures are inside of each other here.");
    fault(16, NO_PACKET, None, problem, message!("Call them one after the other."))
}

pub fn no_netisr() -> Box<Fault> {
    let problem = message!("schednetisr requests netisr, but the program has no such function.");
    fault(1, NO_PACKET, None, problem, message!("Write void netisr(void)."))
}

pub fn no_lnintr() -> Box<Fault> {
    let problem = message!("An interface interrupts, but the program has no function lnintr.");
    fault(11, NO_PACKET, None, problem, message!("Write void lnintr(int unit), or leave interrupts off."))
}

pub fn no_screend() -> Box<Fault> {
    let problem = message!("No screening process runs on this machine.");
    fault(22, NO_PACKET, None, problem, message!("Ask rt_unit(p) == SCREEN before."))
}

pub fn panicked(why: &str) -> Box<Fault> {
    let problem = message!("The kernel panics: {why}.", why = why.trim_end_matches('.').to_string());
    fault(21, NO_PACKET, None, problem, message!("This line calls panic itself."))
}

pub fn assertion() -> Box<Fault> {
    let problem = message!("The condition of this assert is false.");
    fault(21, NO_PACKET, None, problem, message!("This line calls assert itself."))
}

/// What C leaves undefined, and a variable that was changed between two lines, since the first of them.
pub fn undefined(trap: Trap, program: &Program, function: u16, since: Option<Since>) -> Box<Fault> {
    let rule = match trap {
        Trap::Index { .. } => 15,
        Trap::Torn { .. } => 14,
        _ => 20,
    };
    let text = trap.text(program, function);
    let fault = fault(rule, NO_PACKET, since, text.problem(), text.remedy());
    let Trap::Index { array, index } = trap else { return fault };
    let Some(neighbour) = program.neighbour(array, index) else { return fault };
    let real =
        message!("A real kernel reads or writes the variable {neighbour} instead.", neighbour = neighbour.to_string());
    Box::new(Fault { real, ..*fault })
}
