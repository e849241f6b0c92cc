//! The Fast Ethernet driver (S 2, 3.2): its interrupt service routine, and handing packets to the interface. An interface
//! remembers what happened since its events were last read, and has one interrupt line for all of it: a service sees to
//! received and to sent frames, whichever it was called for. All interrupts are off meanwhile.

use super::kernel::Kernel;
use super::{backlog, napi};
use crate::cpu::Packet;
use crate::kernel::{enter, leave};
use crate::linux::Softirq;
use crate::scenario::{Design, Step};
use crate::trace::LineId;
use std::convert::Infallible;
use std::rc::Rc;

/// What an interface interrupts for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Received,
    Sent,
}

/// The interrupt service routine of one interface.
pub async fn isr(kernel: Rc<Kernel>, interface: usize, called_for: Event) -> Infallible {
    let host = &kernel.host;
    let own = &kernel.interfaces[interface];
    let receive_line = own.receiver.as_ref().map(|receiver| receiver.line);
    let transmit_line = own.sender.as_ref().map(|sender| sender.transmitter.line);
    // events that are masked are left to whoever polls: acknowledged here, the frames that they tell of would be forgotten
    let happened = |line: Option<LineId>| line.is_some_and(|line| host.line_is_enabled(line) && host.acknowledge(line));
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let isr = host.call(Step::DriverIsr, Packet::NONE).await;
        let received = happened(receive_line) || called_for == Event::Received;
        let sent = happened(transmit_line) || called_for == Event::Sent;
        if received {
            frames_received(&kernel, interface).await;
        }
        if sent {
            frames_sent(&kernel, interface).await;
        }
        drop(isr);
        leave(host).await;
        kernel.softirqs.interrupt_returns();
    }
}

async fn frames_received(kernel: &Kernel, interface: usize) {
    let design = kernel.settings.borrow().kernel.design;
    if design == Design::LinuxNapi {
        napi::netif_rx_schedule(kernel, interface).await;
    } else {
        while let Some(packet) = receive(kernel, interface).await {
            backlog::netif_rx(kernel, packet).await;
        }
    }
}

/// Takes the next frame off the receive ring and copies it into a socket buffer.
pub async fn receive(kernel: &Kernel, interface: usize) -> Option<Packet> {
    let packet = kernel.receiver(interface).take()?;
    let _driver_receive = kernel.host.call(Step::DriverReceive, packet).await;
    let bytes = u64::from(kernel.host.frame(packet).bytes.0);
    kernel.host.work_sized(Step::DriverCopy, packet, bytes).await;
    Some(packet)
}

/// Takes back every sent descriptor. In an interrupt buffers can only be put aside, for a softirq to free them.
async fn frames_sent(kernel: &Kernel, interface: usize) {
    let transmitter = &kernel.sender(interface).transmitter;
    transmitter.begin_service();
    while transmitter.finished() > 0 {
        kernel.host.work(Step::TransmitReclaim, Packet::NONE).await;
        transmitter.reclaim();
        drop(kernel.host.call(Step::FreeBufferIrq, Packet::NONE).await);
        kernel.put_aside.set(kernel.put_aside.get() + 1);
        kernel.softirqs.raise(Softirq::Transmit);
    }
    if !kernel.sender(interface).output.is_empty() {
        kernel.softirqs.raise(Softirq::Transmit); // there is room again for what waits
    }
}

/// Gives the interface the packets of its output queue, as far as its ring has room. Without transmit interrupts the driver
/// first frees what was sent before.
pub async fn hard_start_xmit(kernel: &Kernel, interface: usize) {
    let own = kernel.sender(interface);
    loop {
        if kernel.settings.borrow().linux.frames_an_interrupt == u64::MAX {
            free_sent(kernel, interface).await;
        }
        if own.transmitter.ring.is_full() {
            break;
        }
        let Some(packet) = own.output.take() else { break };
        let _hard_start_xmit = kernel.host.call(Step::HardStartXmit, packet).await;
        own.transmitter.put(packet);
    }
}

/// Takes back sent descriptors and frees their buffers, outside of any interrupt: at once.
async fn free_sent(kernel: &Kernel, interface: usize) {
    let transmitter = &kernel.sender(interface).transmitter;
    while transmitter.finished() > 0 {
        kernel.host.work(Step::TransmitReclaim, Packet::NONE).await;
        transmitter.reclaim();
        drop(kernel.host.call(Step::FreeBuffer, Packet::NONE).await);
    }
}

/// At a clock tick: packets for which the ring had no room, and whose interface does not interrupt when it has, are tried
/// again. Ours: S does not say; with wires of one speed it does not happen.
pub fn tick(kernel: &Kernel) {
    if kernel.waiting_outputs().next().is_some() {
        kernel.softirqs.raise(Softirq::Transmit);
    }
}
