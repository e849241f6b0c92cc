//! A packet's way up, and the processes: UDP queues it at the socket if that has room, else it is thrown away after all that
//! work; the receiving process takes one with each system call.

use super::busy::sk_busy_loop;
use super::kernel::{Kernel, Napi};
use super::selective::{collect, refused_at_socket};
use super::softirq::let_in;
use crate::cpu::Packet;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// Bytes of a frame that are not the process's: Ethernet 18, IP 20, UDP 8.
const AROUND: u64 = 46;

/// From the driver to the socket, by whoever polls.
pub async fn netif_receive_skb(kernel: &Kernel, napi: &Napi, packet: Packet) {
    let host = &kernel.host;
    let _netif_receive_skb = host.call(Step::NetifReceive, packet).await;
    let _ip_rcv = host.call(Step::IpRcv, packet).await;
    let _udp_queue_rcv_skb = host.call(Step::UdpQueueRcv, packet).await;
    let socket = kernel.socket_of(packet);
    socket.napi.set(Some(napi.number));
    if socket.queue.is_full() {
        refused_at_socket(kernel, socket, packet);
        host.work(Step::RcvbufFull, packet).await;
        host.packet_dropped(packet, socket.queue.place);
        return;
    }
    socket.queue.put(packet);
    kernel.host.thread_wakeup(socket.waits).await;
}

/// A receiving process: a system call for each packet.
pub async fn receiver(kernel: Rc<Kernel>, number: usize) -> Infallible {
    let (host, socket) = (&kernel.host, &kernel.sockets[number]);
    loop {
        let recvfrom = host.call(Step::Recvfrom, Packet::NONE).await;
        let packet = loop {
            if let Some(packet) = socket.queue.take() {
                break packet;
            }
            sk_busy_loop(&kernel, socket).await;
            if socket.queue.is_empty() {
                kernel.sleep(socket.waits).await;
            }
        };
        let udp_recvmsg = host.call(Step::UdpRecv, packet).await;
        // the queue's lock keeps softirqs out; who gives it back lets in what was asked for meanwhile
        let_in(&kernel, &kernel.cpus[socket.cpu]);
        let data = u64::from(host.frame(packet).bytes.0).saturating_sub(AROUND).max(1);
        host.work_sized(Step::CopyToUser, packet, data).await;
        host.work(Step::KfreeSkb, packet).await;
        match &socket.frame_buffer {
            Some(buffer) => collect(&kernel, socket, buffer, packet).await,
            None => kernel.deliver(packet, socket.queue.place, socket),
        }
        drop((udp_recvmsg, recvfrom));
        host.call_briefly(Step::UseDatagram).await;
    }
}
