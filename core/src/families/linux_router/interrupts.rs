//! The interrupt handlers of the router: the interface's service routine (S 2, 3.2) and the clock's.
//!
//! An interface records its events until they are read, and has one interrupt line for all of them. A service routine therefore
//! handles both received and sent packets, whichever event asserted the line. All interrupts are off while it runs.

use super::kernel::Kernel;
use super::{backlog, forward, napi};
use crate::cpu::Packet;
use crate::kernel::{enter, leave};
use crate::scenario::{Design, Step};
use crate::trace::LineId;
use std::convert::Infallible;
use std::rc::Rc;

/// The reason for an interface's interrupt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Received,
    Sent,
}

/// The interrupt service routine of one interface.
pub async fn isr(kernel: Rc<Kernel>, interface: usize, called_for: Event) -> Infallible {
    let host = &kernel.host;
    let halves = &kernel.interfaces[interface];
    let receive_line = halves.receiver.as_ref().map(|receiver| receiver.line);
    let transmit_line = halves.sender.as_ref().map(|sender| sender.transmitter.line);
    // masked events belong to the polling code: acknowledging them here would lose the packets that they report
    let happened = |line: Option<LineId>| line.is_some_and(|line| host.line_is_enabled(line) && host.acknowledge(line));
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let isr = host.call(Step::DriverIsr, Packet::NONE).await;
        let received = happened(receive_line) || called_for == Event::Received;
        let sent = happened(transmit_line) || called_for == Event::Sent;
        if received {
            packets_received(&kernel, interface).await;
        }
        if sent {
            forward::reclaim_in_interrupt(&kernel, interface).await;
        }
        drop(isr);
        leave(host).await;
        kernel.softirqs.interrupt_returns();
    }
}

async fn packets_received(kernel: &Kernel, interface: usize) {
    let design = kernel.settings.borrow().kernel.design;
    if design == Design::LinuxNapi {
        napi::netif_rx_schedule(kernel, interface).await;
    } else {
        while let Some(packet) = forward::driver_receive(kernel, interface).await {
            backlog::netif_rx(kernel, packet).await;
        }
    }
}

/// The clock's interrupt handler. Like every interrupt it checks for pending softirqs when it returns.
pub async fn clock(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let procedure = host.call(Step::Hardclock, Packet::NONE).await;
        kernel.ticks.set(kernel.ticks.get() + 1);
        host.tick();
        forward::retry_waiting_outputs(&kernel);
        drop(procedure);
        leave(host).await;
        kernel.softirqs.interrupt_returns();
    }
}
