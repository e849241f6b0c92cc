//! A packet's path from the receive ring to the transmit ring of the next interface. Whoever takes packets off the ring or the
//! backlog (`backlog.rs`, `napi.rs`) calls these procedures.
//!
//! ```text
//! driver receive, copy -> ip_rcv -> ip_forward -> dev_queue_xmit -> [output queue] -> hard_start_xmit -> [transmit ring]
//! ```
//!
//! Left out: routing that differs by destination, ARP, fragments, filters, queueing disciplines other than a plain queue.

use super::kernel::Kernel;
use crate::cpu::Packet;
use crate::kernel::Softirq;
use crate::scenario::Step;

/// Takes the next packet off the receive ring and copies it into a socket buffer.
pub async fn driver_receive(kernel: &Kernel, interface: usize) -> Option<Packet> {
    let packet = kernel.receiver(interface).take()?;
    let _driver_receive = kernel.host.call(Step::DriverReceive, packet).await;
    let bytes = u64::from(kernel.host.header(packet).bytes.0);
    kernel.host.work_sized(Step::DriverCopy, packet, bytes).await;
    Some(packet)
}

/// Forwards a packet through the IP layer and hands it to the interface by which it leaves.
pub async fn ip_rcv(kernel: &Kernel, packet: Packet) {
    let host = &kernel.host;
    let _ip_rcv = host.call(Step::IpRcv, packet).await;
    let _ip_forward = host.call(Step::LinuxForward, packet).await;
    let interface = host.output_interface(packet);
    let queue = &kernel.sender(interface).output;
    if queue.is_full() {
        queue.throw_away(packet, Step::QdiscFull).await;
        return;
    }
    let _dev_queue_xmit = host.call(Step::DevQueueXmit, packet).await;
    queue.put(packet);
    hard_start_xmit(kernel, interface).await;
}

/// Moves packets from the output queue to the transmit ring while the ring has room. Without transmit interrupts the driver
/// first frees the packets that have been sent.
pub async fn hard_start_xmit(kernel: &Kernel, interface: usize) {
    let sender = kernel.sender(interface);
    loop {
        if kernel.settings.borrow().linux.packets_per_interrupt == u64::MAX {
            free_sent(kernel, interface).await;
        }
        if sender.transmitter.ring.is_full() {
            break;
        }
        let Some(packet) = sender.output.take() else { break };
        let _hard_start_xmit = kernel.host.call(Step::HardStartXmit, packet).await;
        sender.transmitter.put(packet);
    }
}

/// Reclaims the descriptors of sent packets and frees their buffers at once. Only code outside interrupts may do that.
async fn free_sent(kernel: &Kernel, interface: usize) {
    let transmitter = &kernel.sender(interface).transmitter;
    while transmitter.finished() > 0 {
        kernel.host.work(Step::TransmitReclaim, Packet::NONE).await;
        transmitter.reclaim();
        drop(kernel.host.call(Step::FreeBuffer, Packet::NONE).await);
    }
}

/// Reclaims the descriptors of sent packets, in an interrupt: their buffers are put on a list, and a softirq frees them.
pub async fn reclaim_in_interrupt(kernel: &Kernel, interface: usize) {
    let transmitter = &kernel.sender(interface).transmitter;
    transmitter.begin_service();
    while transmitter.finished() > 0 {
        kernel.host.work(Step::TransmitReclaim, Packet::NONE).await;
        transmitter.reclaim();
        drop(kernel.host.call(Step::FreeBufferIrq, Packet::NONE).await);
        kernel.completion_queue.set(kernel.completion_queue.get() + 1);
        kernel.softirqs.raise(Softirq::Transmit);
    }
    if !kernel.sender(interface).output.is_empty() {
        kernel.softirqs.raise(Softirq::Transmit); // the ring has room again for waiting packets
    }
}

/// At each clock tick, retries packets that found no room in a ring whose interface does not interrupt when room appears.
/// This is our addition: S does not mention it, and with wires of one speed it does not happen.
pub fn retry_waiting_outputs(kernel: &Kernel) {
    if kernel.waiting_outputs().next().is_some() {
        kernel.softirqs.raise(Softirq::Transmit);
    }
}
