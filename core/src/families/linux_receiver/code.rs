//! The path of a packet as short pseudo-code, keyed by step. The code view shows it.

use super::options::Protocol;
use crate::scenario::Step;

type CodeLine = (&'static str, u8, &'static str, Option<Step>);

const INPUT: &[CodeLine] = &[
    ("interrupt", 0, "the CPU saves its state", Some(Step::InterruptEntry)),
    ("interrupt handler", 0, "turn the interface's interrupts off, raise the softirq", Some(Step::RxInterrupt)),
    ("interrupt", 0, "the CPU restores its state", Some(Step::InterruptReturn)),
    ("net_rx_action", 0, "software interrupt:", Some(Step::NetRxAction)),
    ("poll", 1, "while the ring has a packet: take it", Some(Step::RxPoll)),
    ("poll", 2, "give the descriptor a new buffer", Some(Step::RxRefill)),
    ("poll", 3, "no memory: the descriptor stays empty for now", Some(Step::RxRefillFails)),
    ("ip_rcv", 2, "check the IP header", Some(Step::IpRcv)),
];

const UDP: &[CodeLine] = &[
    ("udp_rcv", 2, "find the socket, queue the packet", Some(Step::UdpRcv)),
    ("checksum", 3, "add up its bytes", Some(Step::RxChecksum)),
    ("kfree_skb", 3, "if the socket's buffer is full: throw it away", Some(Step::UdpFull)),
    ("try_to_wake_up", 3, "else: if its process waits, make it ready", Some(Step::ThreadWakeup)),
    ("poll", 1, "the ring is empty: interrupts on", Some(Step::RxComplete)),
    ("udp_recvmsg", 0, "system call of the process: take a packet", Some(Step::UdpRecvmsg)),
    ("skb_copy_datagram", 1, "copy it to the process", Some(Step::CopyToUser)),
    ("kfree_skb", 1, "give its buffer back", Some(Step::KfreeSkb)),
    ("iperf", 0, "count it", Some(Step::Iperf)),
];

const TCP: &[CodeLine] = &[
    ("tcp_v4_rcv", 2, "find the socket", Some(Step::TcpV4Rcv)),
    ("sk_add_backlog", 3, "if its process has locked it: to the backlog", Some(Step::TcpBacklog)),
    ("tcp_prequeue", 3, "else, if its process waits: to the prequeue", Some(Step::TcpPrequeue)),
    ("tcp_v4_do_rcv", 3, "else: process it here", None),
    ("poll", 1, "the ring is empty: interrupts on", Some(Step::RxComplete)),
    ("tcp_rcv_established", 0, "process a segment: check its number", Some(Step::TcpRcvEstablished)),
    ("checksum", 1, "add up its bytes", Some(Step::RxChecksum)),
    ("tcp_data_queue", 1, "if a segment before it is missing: to the out-of-sequence queue", Some(Step::TcpOutOfOrder)),
    ("kfree_skb", 1, "if there is no room, or it has come before: throw it away", Some(Step::TcpFull)),
    ("tcp_data_queue", 1, "in sequence: to the process, or the receive queue", None),
    ("tcp_send_ack", 1, "acknowledge every second segment", Some(Step::TcpSendAck)),
    ("try_to_wake_up", 1, "if the process waits: make it ready", Some(Step::ThreadWakeup)),
    ("tcp_recvmsg", 0, "system call of the process: lock the socket", Some(Step::TcpRecvmsg)),
    ("skb_copy_datagram", 1, "copy what is in the receive queue", Some(Step::CopyToUser)),
    ("kfree_skb", 1, "give its buffers back", Some(Step::KfreeSkb)),
    ("release_sock", 1, "process the backlog, unlock the socket", Some(Step::ReleaseSock)),
    ("iperf", 0, "count the bytes", Some(Step::Iperf)),
    ("tcp_delack_timer", 0, "40 ms after a lone segment: acknowledge it", Some(Step::TcpDelack)),
];

const MEMORY_AND_LOAD: &[CodeLine] = &[
    ("cc1", 0, "background load: compile", Some(Step::Background)),
    ("kswapd", 0, "few pages are free:", Some(Step::Kswapd)),
    ("shrink_list", 1, "take pages from the page and buffer cache", Some(Step::ShrinkList)),
    ("out_of_memory", 1, "no pages left: kill the process that has most", Some(Step::OutOfMemory)),
];

pub fn lines(protocol: Protocol) -> Vec<CodeLine> {
    let transport = if protocol == Protocol::Udp { UDP } else { TCP };
    [INPUT, transport, MEMORY_AND_LOAD].concat()
}
