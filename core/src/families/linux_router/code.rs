//! A packet's path through the router as short pseudo-code, keyed by step. The code view shows it and highlights the
//! current step.

use crate::kernel::CodeLine;
use crate::scenario::{Design, Settings, Step};

const INTERRUPT: &[CodeLine] = &[
    ("interrupt", 0, "the CPU saves its state, interrupts are off", Some(Step::InterruptEntry)),
    ("ISR", 0, "read and clear the interface's events", Some(Step::DriverIsr)),
];

const RECEIVE: &[CodeLine] = &[
    ("driver receive", 2, "take a packet off the ring, get a buffer for it", Some(Step::DriverReceive)),
    ("driver receive", 2, "copy it to the buffer, byte by byte", Some(Step::DriverCopy)),
];

const BACKLOG: &[CodeLine] = &[
    ("kfree_skb", 2, "if the backlog was full and is not empty: throw it away", Some(Step::BacklogFull)),
    ("netif_rx", 2, "else: put it on the backlog, raise the softirq", Some(Step::NetifRx)),
];

const SENT: &[CodeLine] = &[
    ("ISR", 1, "if packets were sent: for each", None),
    ("driver transmit", 2, "reclaim its descriptor", Some(Step::TransmitReclaim)),
    ("dev_kfree_skb_irq", 2, "queue its buffer to be freed, raise the softirq", Some(Step::FreeBufferIrq)),
];

const SOFTIRQ: &[CodeLine] = &[
    ("interrupt", 0, "the CPU restores its state", Some(Step::InterruptReturn)),
    ("do_softirq", 0, "softirq, before any process: which are pending?", Some(Step::DoSoftirq)),
];

/// Only an interface that interrupts for what it has sent gives buffers to the softirq.
const FREE_LATER: &[CodeLine] = &[
    ("net_tx_action", 1, "if buffers are queued:", Some(Step::NetTxAction)),
    ("dev_kfree_skb", 2, "free each of them", Some(Step::FreeBuffer)),
];

const POLL_LIST: &[CodeLine] = &[
    ("ksoftirqd", 1, "if softirqs are still pending after ten rounds: a process continues", None),
    ("ksoftirqd", 1, "and lets other processes run in between", Some(Step::KsoftirqdTurn)),
    ("net_rx_action", 1, "while the poll list has an entry: poll the first one", Some(Step::NetRxAction)),
];

const FORWARD: &[CodeLine] = &[
    ("ip_rcv", 3, "check the IP header, find the route", Some(Step::IpRcv)),
    ("ip_forward", 3, "rewrite the header for the next router or host", Some(Step::LinuxForward)),
    ("kfree_skb", 3, "if the output queue is full: throw it away", Some(Step::QdiscFull)),
    ("dev_queue_xmit", 3, "else: put it on the output queue", Some(Step::DevQueueXmit)),
    ("hard_start_xmit", 3, "while the transmit ring has room: hand it over", Some(Step::HardStartXmit)),
];

const FREE_FIRST: &[CodeLine] = &[
    ("hard_start_xmit", 3, "first, for each packet that was sent meanwhile:", None),
    ("driver transmit", 4, "reclaim its descriptor", Some(Step::TransmitReclaim)),
    ("dev_kfree_skb", 4, "free its buffer", Some(Step::FreeBuffer)),
];

pub fn lines(settings: &Settings) -> Vec<CodeLine> {
    let napi = settings.kernel.design == Design::LinuxNapi;
    let sends_silently = settings.linux.packets_per_interrupt == u64::MAX;
    let mut lines: Vec<CodeLine> = INTERRUPT.to_vec();
    if napi {
        let text = "if packets came: receive interrupts off, schedule a poll";
        lines.push(("netif_rx_schedule", 1, text, Some(Step::NetifRxSchedule)));
    } else {
        lines.push(("ISR", 1, "if packets came: while the receive ring has one", None));
        lines.extend_from_slice(RECEIVE);
        lines.extend_from_slice(BACKLOG);
    }
    if !sends_silently {
        lines.extend_from_slice(SENT);
    }
    lines.extend_from_slice(SOFTIRQ);
    if sends_silently {
        let text = "if packets wait on an output queue: send from it";
        lines.push(("net_tx_action", 1, text, Some(Step::NetTxAction)));
    } else {
        lines.extend_from_slice(FREE_LATER);
    }
    lines.extend_from_slice(POLL_LIST);
    if napi {
        lines.push(("poll", 2, "an interface's turn, up to its quota of packets:", Some(Step::DriverPoll)));
        lines.extend_from_slice(RECEIVE);
    } else {
        lines.push(("process_backlog", 2, "up to 64 packets: take one off the backlog", Some(Step::ProcessBacklog)));
    }
    lines.extend_from_slice(FORWARD);
    if sends_silently {
        lines.extend_from_slice(FREE_FIRST);
    }
    if napi {
        let text = "if the ring is empty: receive interrupts on again";
        lines.push(("netif_rx_complete", 2, text, Some(Step::NetifRxComplete)));
    }
    lines
}
