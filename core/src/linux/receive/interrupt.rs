//! What interrupts do: the interface's handler only asks to be polled (NAPI); the software interrupt polls until the ring is
//! empty, refills each descriptor and passes packets up; the clock ticks (W 2.1, figure 2).
//!
//!   interface -> handler (its interrupts off) -> net_rx_action: poll, poll, ... ring empty: interrupts on
//!
//! Left out: the softirq's budget of 300 packets and two ticks, after which ksoftirqd, a process, goes on.

use super::kernel::{KSWAPD, Kernel};
use super::options::Protocol;
use super::{tcp, udp};
use crate::cpu::Packet;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// The interface has received.
pub async fn device(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    loop {
        host.next_interrupt().await;
        host.call_briefly(Step::InterruptEntry).await;
        host.call_briefly(Step::RxInterrupt).await;
        host.enable_line(kernel.receiver.line, false);
        kernel.polling.set(true);
        host.set_gate(kernel.gates.polling, true);
        kernel.raise_softirq();
        host.call_briefly(Step::InterruptReturn).await;
    }
}

/// The clock: the scheduler counts its tick; delayed acknowledgements and descriptors without a buffer are seen to.
pub async fn clock(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    loop {
        host.next_interrupt().await;
        host.call_briefly(Step::InterruptEntry).await;
        host.call_briefly(Step::Hardclock).await;
        host.tick();
        if tcp::timer_is_due(&kernel) || kernel.missing.get() > 0 {
            kernel.timers_due.set(true);
            kernel.raise_softirq();
        }
        host.call_briefly(Step::InterruptReturn).await;
    }
}

/// The software interrupt.
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
    while let Some(packet) = kernel.receiver.take() {
        // its descriptor is not ready for another packet until it has a new buffer (W equation 3)
        kernel.set_missing(kernel.missing.get() + 1);
        host.work(Step::RxPoll, packet).await;
        refill_missing(kernel).await;
        ip_rcv(kernel, packet).await;
    }
    host.work(Step::RxComplete, Packet::NONE).await;
    kernel.polling.set(false);
    host.set_gate(kernel.gates.polling, false);
    // a packet that came since the ring was found empty has asserted the line: it is taken at once
    host.enable_line(kernel.receiver.line, true);
}

/// Gives new buffers to descriptors that have none, as far as there is memory; the others are tried again at the next
/// packet and at every clock tick (W 4.1).
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

/// The IP layer hands the packet to its protocol.
async fn ip_rcv(kernel: &Kernel, packet: Packet) {
    let _ip_rcv = kernel.host.call(Step::IpRcv, packet).await;
    let protocol = kernel.options.borrow().protocol;
    match protocol {
        Protocol::Udp => udp::udp_rcv(kernel, packet).await,
        Protocol::Tcp => tcp::tcp_v4_rcv(kernel, packet).await,
    }
}
