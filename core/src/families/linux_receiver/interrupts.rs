//! Interrupt handlers (W 2.1, figure 2). The interface's handler only schedules a poll (NAPI). The software interrupt polls
//! until the ring is empty, refills descriptors and passes packets up. The clock counts ticks.
//!
//! ```text
//! interface -> handler (its interrupts off) -> net_rx_action: poll, poll, ... ring empty: interrupts on
//! ```
//!
//! Left out: the softirq's budget of 300 packets and two ticks, after which the process ksoftirqd continues.

use super::kernel::{KSWAPD, Kernel};
use super::options::Protocol;
use super::{tcp, udp};
use crate::cpu::Packet;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// The interface's handler.
pub async fn device(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    loop {
        host.next_interrupt().await;
        host.call_leaf(Step::InterruptEntry).await;
        host.call_leaf(Step::RxInterrupt).await;
        host.enable_line(kernel.receiver.line, false);
        kernel.polling.set(true);
        host.set_gate(kernel.gates.polling, true);
        kernel.raise_softirq();
        host.call_leaf(Step::InterruptReturn).await;
    }
}

/// The clock's handler: counts a tick for the scheduler, sends delayed acknowledgements that are due, and retries
/// descriptors without a buffer.
pub async fn clock(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    loop {
        host.next_interrupt().await;
        host.call_leaf(Step::InterruptEntry).await;
        host.call_leaf(Step::Hardclock).await;
        host.tick();
        if tcp::timer_is_due(&kernel) || kernel.missing.get() > 0 {
            kernel.timers_due.set(true);
            kernel.raise_softirq();
        }
        host.call_leaf(Step::InterruptReturn).await;
    }
}

/// The software interrupt's handler.
pub async fn softirq(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    loop {
        host.next_interrupt().await;
        kernel.in_softirq.set(true);
        if kernel.timers_due.replace(false) {
            refill_missing(&kernel).await;
            tcp::timers(&kernel).await;
        }
        if kernel.polling.get() {
            net_rx_action(&kernel).await;
        }
        kernel.in_softirq.set(false);
    }
}

/// Polls the interface until its ring is empty.
async fn net_rx_action(kernel: &Kernel) {
    let host = &kernel.host;
    let _net_rx_action = host.call(Step::NetRxAction, Packet::NONE).await;
    kernel.receiver.acknowledge_all();
    while let Some(packet) = kernel.receiver.take() {
        // the descriptor can hold another packet only after it has a new buffer (W equation 3)
        kernel.set_missing(kernel.missing.get() + 1);
        host.work(Step::RxPoll, packet).await;
        refill_missing(kernel).await;
        ip_rcv(kernel, packet).await;
    }
    host.work(Step::RxComplete, Packet::NONE).await;
    kernel.polling.set(false);
    host.set_gate(kernel.gates.polling, false);
    // a packet that came after the ring was found empty has asserted the line, and is taken at once
    host.enable_line(kernel.receiver.line, true);
}

/// Gives new buffers to descriptors that have none, while there is memory. The other descriptors are tried again at the
/// next packet and at every clock tick (W 4.1).
async fn refill_missing(kernel: &Kernel) {
    let host = &kernel.host;
    let bytes = kernel.options.borrow().buffer.taken;
    while kernel.missing.get() > 0 {
        let granted = kernel.memory.take_buffer(bytes);
        host.work(if granted { Step::RxRefill } else { Step::RxRefillFails }, Packet::NONE).await;
        if granted {
            kernel.set_missing(kernel.missing.get() - 1);
        }
        host.set_gate(kernel.gates.refill, !granted);
        if kernel.memory.is_low() {
            kernel.host.thread_wakeup(KSWAPD).await;
        }
        if !granted {
            break;
        }
    }
}

/// The IP layer: hands the packet to its protocol.
async fn ip_rcv(kernel: &Kernel, packet: Packet) {
    let _ip_rcv = kernel.host.call(Step::IpRcv, packet).await;
    let protocol = kernel.options.borrow().protocol;
    match protocol {
        Protocol::Udp => udp::udp_rcv(kernel, packet).await,
        Protocol::Tcp => tcp::tcp_v4_rcv(kernel, packet).await,
    }
}
