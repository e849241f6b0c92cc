//! Protocol processing, the same in every design: IP, UDP or TCP, the socket's receive queue. What differs is who runs it,
//! when, and whether the socket has to be looked for (FreeBSD) or early demultiplexing only to be verified (LRP, SRP).
//!
//!   ip_input -> udp_input or tcp_input -> sbappend -> [ receive queue ]
//!
//! TCP is a window and nothing more: every segment is acknowledged; losses are noticed by time-out. Acknowledgements cost the
//! CPU and the wire time and are no packets of their own (in a gateway they are).

use super::kernel::Kernel;
use super::socket::Socket;
use crate::cpu::Packet;
use crate::scenario::{Design, Step};

/// Ethernet and IP headers and the check sequence, then UDP's or TCP's header: what a frame holds beyond its data.
const HEADERS: u64 = 38;
const UDP_HEADER: u64 = 8;
const TCP_HEADER: u64 = 20;

/// A packet's way through the protocols, to the socket's receive queue.
pub async fn input(kernel: &Kernel, socket: &Socket, packet: Packet) {
    kernel.begins_work_for(socket);
    let host = &kernel.host;
    let is_tcp = kernel.srp.get().purpose.is_tcp();
    let looks_up = kernel.srp.get().design == Design::Freebsd;
    let bytes = data_of(kernel, packet);
    {
        let _ip_input = host.call(Step::Ipinput, packet).await;
        let _transport = host.call(if is_tcp { Step::TcpInput } else { Step::UdpInput }, packet).await;
        host.work_sized(Step::InputBytes, packet, bytes).await;
        host.work(if looks_up { Step::PcbLookup } else { Step::DemultiplexVerify }, packet).await;
        if socket.receive_queue().is_full() {
            kernel.drop_at(packet, socket.receive_queue(), Step::SocketFull).await;
        } else {
            host.work(Step::SocketAppend, packet).await;
            socket.append(packet);
            if is_tcp {
                acknowledge(kernel).await;
            }
            kernel.host.thread_wakeup(socket.arrivals).await;
        }
    }
    kernel.ends_work();
}

/// No delayed acknowledgements (R 6): one for each segment.
async fn acknowledge(kernel: &Kernel) {
    let _tcp_output = kernel.host.call(Step::TcpAcknowledge, Packet::NONE).await;
    if let Some(peer) = kernel.peer.get() {
        peer.acknowledge();
    }
}

/// Every packet of a socket's channel or UIQ through the protocols.
pub async fn process_input(kernel: &Kernel, socket: &Socket) {
    while let Some(packet) = socket.input().take() {
        socket.in_hand.set(socket.in_hand.get() + 1);
        input(kernel, socket, packet).await;
        socket.in_hand.set(socket.in_hand.get() - 1);
    }
}

/// The data that a packet carries, in bytes.
pub fn data_of(kernel: &Kernel, packet: Packet) -> u64 {
    let headers = HEADERS + if kernel.srp.get().purpose.is_tcp() { TCP_HEADER } else { UDP_HEADER };
    u64::from(kernel.host.frame(packet).bytes.0).saturating_sub(headers)
}

/// The receive call: protocols first as far as the design has left them for now, then a packet's data to the process.
pub async fn receive(kernel: &Kernel, socket: &Socket) -> Packet {
    let host = &kernel.host;
    socket.computes.set(false);
    drop(host.call(Step::SocketReceive, Packet::NONE).await);
    loop {
        match kernel.srp.get().design {
            Design::Srp => process_input(kernel, socket).await,
            Design::Lrp if !kernel.srp.get().purpose.is_tcp() && socket.receive_queue().is_empty() => {
                // no more than is asked for (R 3.1: while there is not enough data)
                if let Some(packet) = socket.input().take() {
                    input(kernel, socket, packet).await;
                }
            }
            _ => {}
        }
        let Some((packet, is_cold)) = socket.take() else {
            host.sleep(socket.arrivals).await;
            continue;
        };
        let bytes = data_of(kernel, packet);
        host.work_sized(Step::SocketCopy, packet, bytes).await;
        if is_cold {
            host.work_sized(Step::CacheMiss, packet, bytes).await;
        }
        return packet;
    }
}
