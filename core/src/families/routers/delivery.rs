//! Packets for a process of this machine: the packet filter or the socket, its queue, and the delivery. Left out: filters that
//! reject packets, several processes that want the same packet.
//!
//! ```text
//! packet_filter -> [filter queue] -> tcpdump        udp_input -> [socket queue] -> one of the server's threads
//! ```

use super::{APPLICATION, Kernel, READER, SERVERS};
use crate::cpu::{Channel, Packet, PacketHeader};
use crate::hardware::Fifo;
use crate::scenario::Step;

/// Finds the process that wants the packet and queues the packet. A full queue refuses it after all that work (M 8.2).
pub async fn packet_filter(kernel: &Kernel, packet: Packet) {
    let queue = kernel.delivery_queue();
    let _packet_filter = kernel.host.call(Step::PacketFilter, packet).await;
    if queue.is_full() {
        queue.throw_away(packet, Step::FilterFull).await;
        return;
    }
    kernel.host.work(Step::FilterQueue, packet).await;
    queue.put(packet);
    kernel.host.thread_wakeup(READER).await;
}

/// Checks the IP header, finds the file server's socket, queues the request and wakes a thread that waits for work.
pub async fn udp_input(kernel: &Kernel, packet: Packet) {
    let queue = kernel.socketq.as_ref().expect("a file server has a socket");
    let _ipinput = kernel.host.call(Step::Ipinput, packet).await;
    let _udp_input = kernel.host.call(Step::RequestInput, packet).await;
    if queue.is_full() {
        queue.throw_away(packet, Step::RequestFull).await;
        return;
    }
    queue.put(packet);
    let threads = SERVERS..SERVERS + kernel.settings.borrow().kernel.servers as u8;
    let mut channels = threads.map(Channel);
    if let Some(channel) = channels.find(|channel| kernel.host.has_sleeper(*channel)) {
        kernel.host.thread_wakeup(channel).await;
    }
}

/// Checks the IP header, finds the receiving application's socket and queues the packet.
pub async fn local_input(kernel: &Kernel, packet: Packet) {
    let queue = kernel.localq.as_ref().expect("a packet for an application that is there");
    let _ipinput = kernel.host.call(Step::Ipinput, packet).await;
    let _udp_input = kernel.host.call(Step::LocalInput, packet).await;
    if queue.is_full() {
        queue.throw_away(packet, Step::LocalFull).await;
        return;
    }
    queue.put(packet);
    kernel.host.thread_wakeup(APPLICATION).await;
}

impl Kernel {
    /// Whether a packet is for the receiving application.
    pub fn is_local(&self, packet: Packet) -> bool {
        self.localq.is_some() && self.host.header(packet).output == PacketHeader::NO_OUTPUT
    }

    pub fn delivery_queue(&self) -> &Fifo {
        self.deliveryq.as_ref().expect("packets for a process wait in its queue")
    }

    /// Delivers the packet to the process, and tells the client that waits for it.
    pub fn deliver(&self, packet: Packet) {
        let header = self.host.packet_consumed(packet, self.delivery_queue().place);
        self.clients.reply_arrived(header.client);
    }
}
