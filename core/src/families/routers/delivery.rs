//! Packets for a process of this machine: the packet filter or the socket, its queue, and the delivery. Left out: filters that
//! reject packets, several processes that want the same packet.
//!
//! ```text
//! packet_filter -> [filter queue] -> tcpdump        udp_input -> [socket queue] -> one of the server's threads
//! ```

use super::{APPLICATION, CodeLine, Kernel, READER, SERVERS};
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

/// The pseudo-code of `local_input` and `application`.
pub const RECEIVING: &[CodeLine] = &[
    ("udp_input", 2, "for this machine: put it on the socket's queue", Some(Step::LocalInput)),
    ("udp_input", 3, "if that is full: throw the packet away", Some(Step::LocalFull)),
    ("application", 0, "receiving application: read a packet", Some(Step::LocalRead)),
    ("application", 1, "use the data", Some(Step::LocalUse)),
];

/// The pseudo-code of a file server, in place of `FORWARDING`.
pub const SERVING: &[CodeLine] = &[
    ("ipinput", 2, "check the IP header", Some(Step::Ipinput)),
    ("udp_input", 2, "find the socket, put the request on its queue", Some(Step::RequestInput)),
    ("udp_input", 3, "if that is full: throw the request away", Some(Step::RequestFull)),
    ("nfsd", 0, "server thread: take a request", Some(Step::NfsdRead)),
    ("nfsd", 1, "if it needs the disk: wait for it", None),
    ("nfsd", 1, "build the answer", Some(Step::NfsdAnswer)),
    ("ip_output", 1, "write the IP header", Some(Step::IpOutput)),
    ("ether_output", 1, "write the Ethernet header", Some(Step::EtherOutput)),
    ("lnoutput", 1, "put it on the output queue", Some(Step::Lnoutput)),
    ("lnoutput", 2, "if that is full: throw the answer away", Some(Step::IfqueueFull)),
    ("lnput", 1, "copy it to the transmit ring", Some(Step::Lnput)),
    ("disk interrupt", 0, "take the disk's data, wake the thread", Some(Step::DiskInterrupt)),
];

/// The pseudo-code of `packet_filter` and `tcpdump`.
pub const FILTERING: &[CodeLine] = &[
    ("packet filter", 2, "find the process that wants the packet", Some(Step::PacketFilter)),
    ("packet filter", 3, "if its queue is full: throw the packet away", Some(Step::FilterFull)),
    ("packet filter", 2, "else: queue it, and wake the process", Some(Step::FilterQueue)),
    ("tcpdump", 0, "monitor process:", None),
    ("tcpdump", 1, "system call: copy the header", Some(Step::FilterRead)),
    ("tcpdump", 1, "look at it, write it out", Some(Step::Tcpdump)),
    ("tcpdump", 1, "if to a disk file: that takes longer", Some(Step::TcpdumpWrite)),
];
