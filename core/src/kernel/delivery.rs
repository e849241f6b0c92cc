//! The end of a packet's way when it is for a process of this machine: the packet filter and its queue, and handing it over.
//! Left out: filters that reject, several processes that want a packet.
//!
//!   packet_filter -> [filter queue] -> tcpdump

use super::{Kernel, READER};
use crate::cpu::Packet;
use crate::hardware::Fifo;
use crate::scenario::Step;

/// Finds the process that wants the packet and queues it; a full queue refuses it after all that work (M 8.2).
pub async fn packet_filter(kernel: &Kernel, packet: Packet) {
    let queue = kernel.delivery_queue();
    let _packet_filter = kernel.host.call(Step::PacketFilter, packet).await;
    if queue.is_full() {
        kernel.drop_at(packet, queue, Step::FilterFull).await;
        return;
    }
    kernel.host.work(Step::FilterQueue, packet).await;
    queue.put(packet);
    kernel.wake(READER).await;
}

impl Kernel {
    pub fn delivery_queue(&self) -> &Fifo {
        self.deliveryq.as_ref().expect("packets for a process wait in its queue")
    }

    /// The process has it: whoever waits for it hears so.
    pub fn deliver(&self, packet: Packet) {
        let facts = self.host.packet_consumed(packet, self.delivery_queue().place);
        if let Some(clients) = self.clients.get() {
            clients.answered(facts.client);
        }
    }
}
