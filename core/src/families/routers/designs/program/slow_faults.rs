//! Rules about time, and those that nobody breaks at one moment: the sentences.

use super::faults::fault;
use crate::cpu::{Fault, Since};
use crate::message;
use crate::message::the;
use crate::program::loops::Endless;
use crate::trace::NO_PACKET;

/// `ring` has no descriptor, and the program keeps this many that it has read.
pub fn ring_starved(ring: &str, held: usize, since: Since) -> Box<Fault> {
    let problem = message!(
        "The program keeps {held} descriptors that it has read from {ring}, so the interface has none for the next packet.",
        held = held.to_string(),
        ring = the(ring)
    );
    let remedy = message!("Call lninitdesc(unit) once for each packet that lnread gave.");
    fault(6, NO_PACKET, Some(since), problem, remedy)
}

/// `raised`: where interrupts were kept out; none in a handler, which keeps them out by itself.
pub fn level_held(name: &str, raised: Option<Since>, milliseconds: u64) -> Box<Fault> {
    let (name, time) = (name.to_string(), milliseconds.to_string());
    let problem = match raised {
        Some(Since { line, .. }) => message!(
            "{name} keeps interrupts out since line {line}, for {time} ms of CPU time, and has moved no packet.",
            name,
            line = line.to_string(),
            time
        ),
        None => message!(
            "{name} is a handler that has run for {time} ms of CPU time and moved no packet, and it keeps interrupts out.",
            name,
            time
        ),
    };
    fault(10, NO_PACKET, raised, problem, message!("Do long work in a thread, at the level that it began with."))
}

/// Why a handler is called again and again.
#[derive(Clone, Copy)]
pub enum StormCause {
    PacketsWait,
    PacketsSent,
    NotAcknowledged,
}

pub fn interrupt_storm(unit: usize, entries: u32, cause: StormCause) -> Box<Fault> {
    let (unit, entries) = (unit.to_string(), entries.to_string());
    let (problem, remedy) = match cause {
        StormCause::PacketsWait => (
            message!(
                "Unit {unit} has interrupted {entries} times for packets that wait, and lnintr has taken none.",
                unit,
                entries
            ),
            message!("Take them with lnread, or turn the interrupts off with lnintdis."),
        ),
        StormCause::PacketsSent => (
            message!(
                "Unit {unit} has interrupted {entries} times for packets that were sent, and lnintr has reclaimed none.",
                unit,
                entries
            ),
            message!("Take their descriptors back with lnreclaim, or turn the interrupts off with lnintdis."),
        ),
        StormCause::NotAcknowledged => (
            message!("Unit {unit} has interrupted {entries} times for nothing: its cause is still set.", unit, entries),
            message!("Clear it with lnack(unit, lnintr_cause(unit))."),
        ),
    };
    fault(11, NO_PACKET, None, problem, remedy)
}

pub fn deaf(unit: usize, packets: usize, off: Since) -> Box<Fault> {
    let problem = message!(
        packets == 1 => "The interrupts of unit {unit} are off since line {line}, and for 1 s nobody has taken the {packets} packet that waits there.",
        "The interrupts of unit {unit} are off since line {line}, and for 1 s nobody has taken the {packets} packets that wait there.",
        unit = unit.to_string(),
        line = off.line.to_string(),
        packets = packets.to_string()
    );
    fault(12, NO_PACKET, Some(off), problem, message!("Call lnintena on every way that ends the work."))
}

/// Where packets wait beside a program that sleeps.
pub enum Beside {
    /// In a receive ring whose interrupts the program has turned off there.
    RingOff(Since),
    /// In a receive ring that the program has looked at there.
    Ring(Option<Since>),
    /// In a receive ring, of which a wake-up told that nobody slept for.
    Unheard(Since),
    /// In a queue; the first of them was put there.
    Queue(Option<Since>),
}

pub fn asleep(place: &str, packets: usize, beside: &Beside) -> Box<Fault> {
    let (place, number) = (the(place), packets.to_string());
    let line = |since: &Since| since.line.to_string();
    let (since, problem, remedy) = match beside {
        Beside::RingOff(since) => (
            Some(*since),
            message!(
                "The kernel sleeps while packets wait in {place} ({number}): its interrupts are off since line {line}.",
                place,
                number,
                line = line(since)
            ),
            message!("Wake the thread that takes them, and call lnintena on every way that ends its work."),
        ),
        Beside::Ring(Some(since)) => (
            Some(*since),
            message!(
                "The kernel sleeps while packets wait in {place} ({number}), at which line {line} looked last.",
                place,
                number,
                line = line(since)
            ),
            message!("Take all packets, and look once more after lnack and lnintena."),
        ),
        Beside::Ring(None) => (
            None,
            message!(
                "The kernel sleeps while packets wait in {place} ({number}), and nobody has ever looked there.",
                place,
                number
            ),
            message!("Take its packets with lnread when the interface interrupts."),
        ),
        Beside::Unheard(since) => (
            Some(*since),
            message!(
                "The kernel sleeps while packets wait in {place} ({number}): line {line} called thread_wakeup before the thread \
                 slept, and nothing remembers that.",
                place,
                number,
                line = line(since)
            ),
            message!(
                "Call assert_wait before the last look: from then on a wake-up counts, and thread_block does not sleep."
            ),
        ),
        Beside::Queue(Some(since)) => (
            Some(*since),
            message!(
                "The kernel sleeps while packets wait in {place} ({number}), into which line {line} put the first.",
                place,
                number,
                line = line(since)
            ),
            message!("Wake its reader for each packet, and let the reader take all."),
        ),
        Beside::Queue(None) => (
            None,
            message!("The kernel sleeps while packets wait in {place} ({number}).", place, number),
            message!("Wake its reader for each packet, and let the reader take all."),
        ),
    };
    fault(13, NO_PACKET, since, problem, remedy)
}

/// A wire that sends nothing: packets wait for it in this queue or, without one, fill its ring and have been sent.
pub fn wire_idle(ring: &str, queue: Option<&str>, packets: usize, since: Since) -> Box<Fault> {
    let (ring, packets) = (the(ring), packets.to_string());
    let (problem, remedy) = match queue {
        Some(queue) => (
            message!(
                "The wire behind {ring} sends nothing, although packets wait in {queue} ({packets}).",
                ring,
                queue = the(queue),
                packets
            ),
            message!("Move them to the ring with lnput: when one is queued, and when lnreclaim makes room."),
        ),
        None => (
            message!(
                "{Ring} is full of sent packets ({packets}), and nobody takes their descriptors back.",
                Ring = ring,
                packets
            ),
            message!("Call lnreclaim for each packet that was sent."),
        ),
    };
    fault(17, NO_PACKET, Some(since), problem, remedy)
}

/// How a loop goes on.
pub enum Goes {
    InNoTime,
    /// It has had so much CPU time without a packet.
    Milliseconds(u64),
}

/// `keeps_out`: no interrupt can change what the loop waits for.
pub fn no_end(endless: Option<&Endless>, goes: &Goes, keeps_out: bool, since: Option<Since>) -> Box<Fault> {
    let remedy = message!("Let it end, or let a thread sleep until there is work.");
    let problem = match (endless, goes) {
        (Some(Endless::NoExit), _) => message!("This loop has no end: no condition, no break and no return."),
        (Some(Endless::Unchanged(names)), _) => message!(
            keeps_out => "Nothing in this loop changes {names}, and no interrupt can, because they are kept out.",
            "Nothing in this loop changes {names}.",
            names = names.join(", ")
        ),
        (None, Goes::InNoTime) => message!("This loop goes on without an end, and no time passes in it."),
        (None, Goes::Milliseconds(time)) => {
            message!("This has run for {time} ms of CPU time and moved no packet.", time = time.to_string())
        }
    };
    fault(18, NO_PACKET, since, problem, remedy)
}

/// What shows that a thread has no work.
pub enum NoWork {
    /// At so many of all clock ticks no packet waited.
    NoPacket { without_work: u64, ticks: u64 },
    /// It has had so much CPU time without moving a packet.
    Unmoved { milliseconds: u64 },
}

/// `starved`: the id of who wants the CPU and gets none. `sleeps`: it is a thread of the program, not netisr.
pub fn awake(name: &str, no_work: &NoWork, starved: Option<&str>, sleeps: bool) -> Box<Fault> {
    let thread = name.to_string();
    let effect = match starved {
        Some("user") => message!("the user process gets no CPU"),
        Some("screend") => message!("the firewall process (screend) gets no CPU"),
        Some(_) => message!("another thread gets no CPU"),
        None => message!("the CPU is never idle"),
    };
    let problem = match no_work {
        NoWork::NoPacket { without_work, ticks } => message!(
            "{thread} does not sleep, although no packet waited at {count} of {ticks} clock ticks: {effect}.",
            thread,
            count = without_work.to_string(),
            ticks = ticks.to_string(),
            effect
        ),
        NoWork::Unmoved { milliseconds } => message!(
            "{thread} does not sleep, although it has moved no packet for {time} ms of CPU time: {effect}.",
            thread,
            time = milliseconds.to_string(),
            effect
        ),
    };
    let remedy = match sleeps {
        true => message!("When nothing waits, let it sleep: call assert_wait, look once more, then call thread_block."),
        false => message!("When nothing waits, let it return."),
    };
    fault(23, NO_PACKET, None, problem, remedy)
}

pub fn unannounced_block() -> Box<Fault> {
    let problem =
        message!("thread_block returns at once and the thread does not sleep: it has not called assert_wait before.");
    fault(23, NO_PACKET, None, problem, message!("Call assert_wait before the last look for work, then thread_block."))
}

pub fn budget_broken(unit: usize, left: usize, since: Since) -> Box<Fault> {
    let problem = message!(
        "lnintena says that the work of unit {unit} is done, but line {line} left packets in its ring ({left}).",
        unit = unit.to_string(),
        line = since.line.to_string(),
        left = left.to_string()
    );
    let remedy =
        message!("As long as packets are left in the ring, leave its interrupts off, and take them in a later turn.");
    fault(19, NO_PACKET, Some(since), problem, remedy)
}
