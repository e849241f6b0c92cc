//! The rules that a kernel has to keep, in one table: the machine tells which one a program breaks, the command line and the
//! reference list them. A rule about packets, levels or arithmetic halts the machine; one about time is a verdict, and the machine
//! goes on. Livelock breaks none of them. The browser's build has only what a fault and the diagnosis say: the page has the table as
//! a file.

use crate::message;
use crate::message::Message;
#[cfg(feature = "catalogue")]
use serde::{Serialize, Serializer};

/// What happens to a machine whose program breaks a rule.
#[cfg(feature = "catalogue")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Consequence {
    /// It stops for good.
    Halts,
    /// It is told with its place, and the machine goes on.
    Verdict,
}

#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "catalogue", derive(Serialize))]
pub struct Rule {
    /// The number that texts, tests and `core/programs/panics` call it by: P1, P2 ...
    pub number: u8,
    pub id: &'static str,
    #[cfg_attr(feature = "catalogue", serde(serialize_with = "message"))]
    pub name: fn() -> Message,
    #[cfg(feature = "catalogue")]
    pub consequence: Consequence,
    /// What breaks it.
    #[cfg(feature = "catalogue")]
    #[serde(serialize_with = "message")]
    pub when: fn() -> Message,
    /// What a real kernel does then.
    #[cfg_attr(feature = "catalogue", serde(serialize_with = "message"))]
    pub real: fn() -> Message,
    /// Sentences of the compiler that tell it before a run.
    #[cfg(feature = "catalogue")]
    pub refused_as: &'static [&'static str],
}

#[cfg(feature = "catalogue")]
fn message<S: Serializer>(text: &fn() -> Message, to: S) -> Result<S::Ok, S::Error> {
    text().serialize(to)
}

macro_rules! rules {
    ($($number:literal $id:ident $consequence:ident $name:expr, $when:expr, $real:expr, [$($refused:literal)*];)*) => {
        pub const RULES: &[Rule] = &[$(Rule {
            number: $number,
            id: stringify!($id),
            name: || $name,
            #[cfg(feature = "catalogue")]
            consequence: Consequence::$consequence,
            #[cfg(feature = "catalogue")]
            when: || $when,
            real: || $real,
            #[cfg(feature = "catalogue")]
            refused_as: &[$($refused),*],
        }),*];
    };
}

rules! {
    1 null_pointer Halts message!("NULL pointer"),
        message!("A call gets NULL."),
        message!("A real kernel reads at address 0: a page fault in the handler."), [];
    2 stale_packet Halts message!("stale packet"),
        message!("A packet is used after the program has passed it on or freed it."),
        message!("A real kernel would write into memory that is another packet's by now."), [];
    3 in_two_places Halts message!("in two places"),
        message!("A packet is queued, sent or freed while it is in a queue or ring."),
        message!("A real kernel has the mbuf in two lists then, and both free it."), [];
    4 packet_lost Halts message!("packet lost"),
        message!("No queue and no variable has a packet that was read, and nobody freed it."),
        message!("A real kernel leaks this mbuf, and after some thousand of them lnread finds none."), ["packet_unused"];
    5 freed_twice Halts message!("freed twice"),
        message!("m_freem gets a packet that it has freed already."),
        message!("A real kernel has the mbuf twice in its free list, and gives it to two packets."), [];
    6 ring_starved Halts message!("ring starved"),
        message!("For 10 ms no descriptor of a receive ring is the interface's, because the program keeps those that it read."),
        message!("A real interface drops every packet from here on, and says nothing."), [];
    7 not_yours Halts message!("not yours"),
        message!("The program uses a packet or a descriptor that the interface owns."),
        message!("A real interface may overwrite it at any time."), [];
    8 sleep_in_interrupt Halts message!("sleep in an interrupt"),
        message!("A function sleeps in an interrupt, or while it keeps interrupts out."),
        message!("Linux says: BUG: sleeping function called from invalid context."), ["wrong_context"];
    9 level_not_restored Halts message!("level not restored"),
        message!("A function that the machine has called returns above the level that it began with, or splx gets another value than spl gave."),
        message!("A real machine is deaf from here on: no interrupt comes through."), [];
    10 level_held Verdict message!("level held"),
        message!("A handler, or code after splimp or splnet, runs for 5 ms and moves no packet."),
        message!("On a real machine other devices lose what they receive meanwhile."), [];
    11 interrupt_storm Halts message!("interrupt storm"),
        message!("lnintr is called 100 times more often than packets arrive, and none of these calls moves a packet."),
        message!("A real machine does nothing else any more; Linux says: nobody cared."), [];
    12 deaf Verdict message!("deaf"),
        message!("The interrupts of an interface are off for 1 s, packets wait in its ring, and nobody takes one."),
        message!("On a real machine this wire is silent until somebody resets the interface."), [];
    13 asleep Verdict message!("asleep beside work"),
        message!("Everything sleeps, packets wait in a ring or queue, and nothing will come that wakes their reader."),
        message!("A real machine shows nothing: the packets wait until another one comes."), [];
    14 torn_data Halts message!("torn data"),
        message!("A variable is read, an interrupt changes it, and then it gets a value that was computed from the old one."),
        message!("On a real machine this happens once in many thousand times, and the interrupt's change is lost."), [];
    15 index_out_of_range Halts message!("index out of range"),
        message!("An index is outside its array, or a call gets a number that no interface has."),
        message!("A real kernel reads or writes what lies beside it in memory."), ["index_out_of_range"];
    16 stack_too_deep Halts message!("stack too deep"),
        message!("Functions call each other more deeply than a kernel's stack has room for."),
        message!("A real kernel has 16 KB of stack, and would overwrite what lies behind it."), ["recursion" "deep_calls"];
    17 wire_idle Verdict message!("wire idle"),
        message!("For 100 ms a wire sends nothing, although packets wait for it or its ring is full of sent ones, and the program has ended its work meanwhile."),
        message!("Linux says: NETDEV WATCHDOG: transmit queue timed out."), [];
    18 endless_loop Halts message!("loop without an end"),
        message!("A loop does not end: no time passes in it, or it runs for 200 ms of CPU time and moves no packet. The loop of a thread may do that if it calls something."),
        message!("Linux says: watchdog: BUG: soft lockup."), [];
    19 budget_broken Verdict message!("budget broken"),
        message!("lnintena says that the work is done, but packets were left in the ring, and no interrupt will come for them."),
        message!("A real interface has told of these packets already, so they wait until another one comes."), [];
    20 arithmetic Halts message!("arithmetic"),
        message!("A division by 0, a shift by 32 or more, INT_MIN / -1, or a variable that was never set."),
        message!("C leaves open what happens: this machine stops, and another one may go on with any value."),
        ["division_by_zero" "shift_too_far" "never_set"];
    21 panic Halts message!("panic"),
        message!("The program calls panic, or an assert is false."),
        message!("A real kernel stops here, too."), [];
    22 no_such_device Halts message!("no such device"),
        message!("A call is for a part that this machine does not have."),
        message!("A real driver writes to an address at which no device answers."), [];
    23 awake_without_work Verdict message!("awake without work"),
        message!("A thread does not sleep, although it has nothing to do: it moves no packet for 100 ms, or no packet waits at the clock ticks of 100 ms. Or it calls thread_block without assert_wait."),
        message!("On a real machine this thread takes all of the CPU, and every other program stands still."), [];
}

/// The rule with this number.
pub fn rule(number: u8) -> &'static Rule {
    RULES.iter().find(|rule| rule.number == number).expect("a rule of the table")
}

/// The rule that a sentence of the compiler tells.
#[cfg(feature = "catalogue")]
pub fn rule_refused_as(sentence: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.refused_as.contains(&sentence))
}
