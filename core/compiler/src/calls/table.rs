//! The calls. A column of words says what a call does; the machine does it.

use super::{Context, Contexts, Parameter, StepId, words};
use crate::types::Type;
use serde::Serialize;

/// What a call does with the ownership of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CallPackets"))]
pub enum Packets {
    /// Nothing: a packet that it gets stays the program's.
    Keeps,
    /// Its result is a packet that now belongs to the program, or `NULL`.
    Gives,
    /// The packet that it gets no longer belongs to the program.
    Takes,
    /// It takes the packet if its result is true.
    TakesIfTrue,
}

/// One row of the table of calls.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Call {
    pub name: &'static str,
    pub result: Type,
    pub parameters: &'static [Parameter],
    /// One sentence, which says nothing of the cost.
    pub does: &'static str,
    /// What it costs, if that is not always its step; empty otherwise.
    pub costs: &'static str,
    /// The step whose cycles it costs; none: only its statement costs.
    pub step: Option<StepId>,
    /// Where it may be called.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<Context>"))]
    pub contexts: Contexts,
    pub packets: Packets,
    /// Whether the context that calls it may lose the CPU.
    pub sleeps: bool,
    /// Whether a program may write a function of this name, which then takes its place and costs its step.
    pub replaceable: bool,
    /// What Linux calls it; empty if it has no such thing.
    pub linux: &'static str,
}

/// Contexts by their letters: D device interrupt, S software interrupt, C clock, T thread, I idle; all of them, and P, a system call
/// of a process.
const ALL: Contexts = Contexts::of(&[
    Context::Device,
    Context::Software,
    Context::Clock,
    Context::Thread,
    Context::Idle,
    Context::Process,
]);
const DSCTI: Contexts =
    Contexts::of(&[Context::Device, Context::Software, Context::Clock, Context::Thread, Context::Idle]);
const DSTI: Contexts = Contexts::of(&[Context::Device, Context::Software, Context::Thread, Context::Idle]);
const T: Contexts = Contexts::of(&[Context::Thread]);

/// Derives the table from rows that begin as C writes the call.
macro_rules! calls {
    ($($result:ident $name:ident ($($type:ident $parameter:ident),*) $step:expr, $contexts:ident, $packets:ident $flag:ident, $linux:literal, $does:literal $(, $costs:literal)?;)*) => {
        pub const CALLS: &[Call] = &[$(Call {
            name: stringify!($name),
            result: Type::$result,
            parameters: &[$(Parameter { name: stringify!($parameter), ty: Type::$type }),*],
            does: words($does),
            costs: words(concat!($($costs)?)),
            step: $step,
            contexts: $contexts,
            packets: Packets::$packets,
            sleeps: matches!(Flag::$flag, Flag::Sleeps),
            replaceable: matches!(Flag::$flag, Flag::Replaceable),
            linux: words($linux),
        }),*];
    };
}

/// What distinguishes a call, beyond the columns of every row.
enum Flag {
    Plain,
    Sleeps,
    Replaceable,
}

const FREE: Option<StepId> = None;

calls! {
    // the interface
    Int lnintr_cause(Int unit) FREE, DSCTI, Keeps Plain, "read of the status register",
        "Why the interface interrupts: bits of LN_RINT, LN_TINT and LN_MISS. The function lnintr has paid for it.";
    Void lnack(Int unit, Int causes) FREE, DSCTI, Keeps Plain, "write of the status register",
        "Clears these causes of an interrupt.";
    Packet lnread(Int unit) Some("Lnread"), DSCTI, Gives Plain, "build_skb",
        "Copies the next received packet into an mbuf. NULL if no packet waits, or no mbuf is free.",
        "It costs the step Lnread; nothing if it gives NULL.";
    Void lninitdesc(Int unit) Some("Lninitdesc"), DSCTI, Keeps Plain, "refill of the ring",
        "Gives a receive descriptor back to the interface, once for each packet that was read.";
    Int lnrlen(Int unit) FREE, ALL, Keeps Plain, "",
        "How many received packets wait in the ring.";
    Bool lnput(Int unit, Packet p) Some("Lnput"), DSTI, TakesIfTrue Plain, "ndo_start_xmit",
        "Copies the packet to the transmit ring; false if the ring is full.",
        "It costs the step Lnput; nothing if it gives false.";
    Int lnreclaim(Int unit) Some("LntintReclaim"), DSCTI, Keeps Plain, "clean of the transmit ring",
        "Takes one sent descriptor back; 0 if there is none.",
        "It costs the step LntintReclaim; nothing if it gives 0.";
    Int lntdone(Int unit) FREE, ALL, Keeps Plain, "",
        "How many sent descriptors wait in the transmit ring to be taken back.";
    Int lntfree(Int unit) FREE, ALL, Keeps Plain, "",
        "How many descriptors of the transmit ring are free.";
    Bool lnactive(Int unit) FREE, ALL, Keeps Plain, "netif_queue_stopped",
        "Whether the interface is still marked active: until its finished transmissions are serviced it takes no more packets.";
    Void lnsetactive(Int unit, Bool active) FREE, ALL, Keeps Plain, "netif_stop_queue",
        "Marks the interface active, if its transmit ring has packets; or marks it ready. A program without this call may add packets at any time.";
    Void lnintdis(Int unit) FREE, ALL, Keeps Plain, "napi_schedule_prep",
        "Turns the interface's interrupts off.";
    Void lnintena(Int unit) Some("Lnintena"), ALL, Keeps Plain, "napi_complete_done",
        "Turns the interface's interrupts on. It does not look whether a packet waits.",
        "It costs the step Lnintena; nothing if they are on.";
    // the IP layer
    Void ether_input(Packet p) Some("EtherInput"), ALL, Keeps Replaceable, "eth_type_trans",
        "Parses the Ethernet header.";
    Void ipinput(Packet p) Some("Ipinput"), DSTI, Keeps Replaceable, "ip_rcv",
        "Checks the IP header.";
    Void ip_forward(Packet p) Some("IpForward"), DSTI, Keeps Replaceable, "ip_forward",
        "Finds the next hop. Then rt_unit(p) says where the packet goes.";
    Int rt_unit(Packet p) FREE, DSTI, Keeps Plain, "skb_dst",
        "The unit that the packet leaves by, or SCREEN if the screening process wants it first.";
    Void ip_output(Packet p) Some("IpOutput"), DSTI, Keeps Replaceable, "ip_output",
        "Writes the IP header.";
    Void ether_output(Packet p) Some("EtherOutput"), DSTI, Keeps Replaceable, "dev_queue_xmit",
        "Writes the Ethernet header.";
    Void ip_process(Packet p) FREE, DSTI, Takes Plain, "netif_receive_skb",
        "All of the IP layer: ipinput, ip_forward, ip_output, ether_output, and on to the output queue.",
        "It costs the steps of all these.";
    Bool screend_enqueue(Packet p) Some("IpForwardscreen"), DSTI, TakesIfTrue Plain, "",
        "Queues the packet for the screening process; false if its queue is full.";
    Int screend_len() FREE, ALL, Keeps Plain, "",
        "How many packets wait for the screening process.";
    // queues and packets
    Bool IF_ENQUEUE(Queue q, Packet p) FREE, ALL, TakesIfTrue Plain, "skb_queue_tail",
        "Puts the packet at the end of the queue; false if the queue is full.";
    Packet IF_DEQUEUE(Queue q) Some("IpDequeue"), ALL, Gives Plain, "skb_dequeue",
        "Takes the first packet off the queue; NULL if it is empty.",
        "It costs the step IpDequeue; nothing if it gives NULL, and nothing at an output queue.";
    Int IF_LEN(Queue q) FREE, ALL, Keeps Plain, "skb_queue_len",
        "How many packets are in the queue.";
    Bool IF_QFULL(Queue q) FREE, ALL, Keeps Plain, "",
        "Whether the queue is full.";
    Queue if_snd(Int unit) FREE, ALL, Keeps Plain, "dev->qdisc",
        "The output queue of an interface.";
    Void m_freem(Packet p) Some("IpintrqFull"), ALL, Takes Plain, "kfree_skb",
        "Drops the packet, here.";
    // interrupts, threads and time
    Void schednetisr() Some("NetisrInput"), DSCTI, Keeps Plain, "raise_softirq",
        "Requests the software interrupt, which runs netisr().";
    Void thread_wakeup(Event event) Some("ThreadWakeup"), ALL, Keeps Plain, "wake_up",
        "Makes the threads ready that sleep on the event. If none sleeps, nothing remembers it.",
        "It costs the step ThreadWakeup; nothing if none sleeps, and nothing in the clock interrupt, the idle loop and a system call.";
    Void thread_sleep(Event event) FREE, T, Keeps Sleeps, "schedule",
        "Sleeps until thread_wakeup(event).";
    Void assert_wait(Event event) FREE, T, Keeps Plain, "prepare_to_wait",
        "Announces that this thread will sleep on the event: from now on a wake-up counts.";
    Void thread_block() FREE, T, Keeps Sleeps, "schedule",
        "Sleeps until the event of assert_wait comes; returns at once if it has come since, or if nothing was announced.";
    Void thread_yield() Some("Reschedule"), T, Keeps Sleeps, "cond_resched",
        "Lets other threads of the kernel run that are ready; processes run only when all threads sleep.",
        "It costs the step Reschedule if a process has got work since the last time; nothing otherwise.";
    Int splimp() FREE, ALL, Keeps Plain, "local_irq_save",
        "Keeps the interfaces' interrupts out; gives the level that was before.";
    Int splnet() FREE, ALL, Keeps Plain, "local_bh_disable",
        "Keeps the software interrupt out; gives the level that was before.";
    Void splx(Int level) FREE, ALL, Keeps Plain, "local_irq_restore",
        "Returns to a level that splimp() or splnet() gave.";
    Void timeout(Function function, Int ticks) FREE, ALL, Keeps Plain, "mod_timer",
        "Calls the function from the clock interrupt, so many ticks from now.";
    Unsigned rpcc() FREE, ALL, Keeps Plain, "get_cycles",
        "The cycle counter: 32 bits, which begin somewhere.";
    // what a person wants to know
    Void trace(Text name, Int value) FREE, ALL, Keeps Plain, "trace_printk",
        "Draws the value in a chart of this name.";
    Void panic(Text why) FREE, ALL, Keeps Plain, "BUG",
        "Stops the machine.";
    Void assert(Bool condition) FREE, ALL, Keeps Plain, "BUG_ON",
        "Stops the machine if the condition is false.";
    Void charge(Int step) FREE, ALL, Keeps Plain, "",
        "Spends the cycles of a step that no call has, such as LANPOLL_LOOP: only to compare a program with a built-in kernel.",
        "It costs the step that it gets.";
}
