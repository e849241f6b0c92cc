//! The path of a packet as short pseudo-code, keyed by step. The code view shows it.

use super::options::Options;
use crate::kernel::CodeLine;
use crate::scenario::Step;

const INTERRUPT: &[CodeLine] = &[
    ("interrupt", 0, "the CPU saves its state", Some(Step::InterruptEntry)),
    ("napi_schedule", 0, "turn the queue's interrupt off, schedule a poll", Some(Step::NapiSchedule)),
    ("napi_schedule_prep", 0, "if it is polled already: mark it as missed", Some(Step::NapiMissed)),
    ("interrupt", 0, "the CPU restores its state", Some(Step::InterruptReturn)),
];

const SOFTIRQ: &[CodeLine] = &[
    ("do_softirq", 0, "software interrupt: at most 2 ms, 10 rounds", Some(Step::DoSoftirq)),
    ("net_rx_action", 1, "within the budget: for each queue on the poll list", Some(Step::NetRxAction)),
    ("napi_poll", 2, "at most 64 packets, then the next queue's turn", Some(Step::NapiPoll)),
    ("wakeup_softirqd", 1, "if work is left: leave it to ksoftirqd", Some(Step::WakeupSoftirqd)),
    ("run_ksoftirqd", 0, "process: run softirqs when the scheduler chooses it", Some(Step::RunKsoftirqd)),
];

const THREAD: &[CodeLine] = &[
    ("napi_threaded_poll", 0, "the queue's thread: while packets wait", Some(Step::NapiThread)),
    ("napi_poll", 1, "at most 64 packets, then others may run", Some(Step::NapiPoll)),
];

const EARLY: &[CodeLine] = &[
    ("early look", 2, "find receiver and video frame: receiver's share used up? does it run?", Some(Step::EarlyLook)),
    ("early look", 3, "if the receiver cannot use the packet now: throw it away", Some(Step::EarlyDrop)),
];

const FRAMES: &[CodeLine] =
    &[("application", 1, "if a packet of its video frame is missing: throw the others away", Some(Step::FrameBroken))];

const SHARED: &[CodeLine] = &[
    ("poll", 2, "take a packet off the ring, refill the descriptor", Some(Step::RxClean)),
    ("netif_receive_skb", 3, "hand it to its protocol", Some(Step::NetifReceive)),
    ("ip_rcv", 3, "check the IP header", Some(Step::IpRcv)),
    ("udp_queue_rcv_skb", 3, "find the socket, queue the packet", Some(Step::UdpQueueRcv)),
    ("udp_queue_rcv_skb", 4, "its buffer is full: throw the packet away", Some(Step::RcvbufFull)),
    ("try_to_wake_up", 4, "else: if its process waits, make it ready", Some(Step::ThreadWakeup)),
    ("napi_complete_done", 2, "the ring is empty: its interrupt on again", Some(Step::NapiComplete)),
    ("napi_watchdog", 0, "if interrupts are deferred: a timer schedules the poll", Some(Step::NapiWatchdog)),
    ("recvfrom", 0, "system call of the process", Some(Step::Recvfrom)),
    ("sk_busy_loop", 1, "nothing there: poll the ring itself for a while", Some(Step::BusyLoop)),
    ("schedule", 1, "still nothing: sleep; when woken, switch to it", Some(Step::Schedule)),
    ("udp_recvmsg", 1, "take a packet off the receive queue; run pending softirqs", Some(Step::UdpRecv)),
    ("skb_copy_datagram", 1, "copy it to the process", Some(Step::CopyToUser)),
    ("kfree_skb", 1, "give its buffer back", Some(Step::KfreeSkb)),
    ("application", 0, "use the data", Some(Step::UseDatagram)),
];

pub fn lines(options: &Options) -> Vec<CodeLine> {
    let poller = if options.threaded { THREAD } else { SOFTIRQ };
    let early = if options.labels_packets() { EARLY } else { &[] };
    let frames = if options.selective.frame_packets > 1 { FRAMES } else { &[] };
    [INTERRUPT, poller, early, SHARED, frames].concat()
}
