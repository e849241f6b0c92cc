//! Protocol processing, which is the same in every design: IP, UDP or TCP, and the socket's receive queue. The designs differ in
//! the context that runs it, in the time when it runs, and in the last check: FreeBSD looks for the socket, LRP and SRP only
//! verify early demultiplexing.
//!
//! ```text
//! ip_input -> udp_input or tcp_input -> sbappend -> [ receive queue ]
//! ```
//!
//! TCP is only a window: the receiver acknowledges every segment, and the sender notices losses by a time-out. Acknowledgements
//! take time of the CPU and of the wire, but are not packets of their own (except in a gateway).

use super::kernel::Kernel;
use super::socket::Socket;
use crate::cpu::Packet;
use crate::scenario::{Design, Step};

/// Bytes of the Ethernet header, the IP header and the check sequence; UDP's or TCP's header is added.
const HEADERS: u64 = 38;
const UDP_HEADER: u64 = 8;
const TCP_HEADER: u64 = 20;

/// Processes a packet by the protocols, and puts it on the socket's receive queue.
pub async fn input(kernel: &Kernel, socket: &Socket, packet: Packet) {
    kernel.start_work_for(socket);
    let host = &kernel.host;
    let is_tcp = kernel.srp.get().purpose.is_tcp();
    let looks_up = kernel.srp.get().design == Design::Freebsd;
    let bytes = data_bytes(kernel, packet);
    {
        let _ip_input = host.call(Step::Ipinput, packet).await;
        let _transport = host.call(if is_tcp { Step::TcpInput } else { Step::UdpInput }, packet).await;
        host.work_sized(Step::InputBytes, packet, bytes).await;
        host.work(if looks_up { Step::PcbLookup } else { Step::DemultiplexVerify }, packet).await;
        if socket.receive_queue().is_full() {
            socket.receive_queue().throw_away(packet, Step::SocketFull).await;
        } else {
            host.work(Step::SocketAppend, packet).await;
            socket.append(packet);
            if is_tcp {
                acknowledge(kernel).await;
            }
            kernel.host.thread_wakeup(socket.arrivals).await;
        }
    }
    kernel.end_work();
}

/// Acknowledges a segment. There are no delayed acknowledgements (R 6).
async fn acknowledge(kernel: &Kernel) {
    let _tcp_output = kernel.host.call(Step::TcpAcknowledge, Packet::NONE).await;
    if let Some(peer) = &kernel.peer {
        peer.acknowledge();
    }
}

/// Processes every packet of a socket's channel or UIQ by the protocols.
pub async fn process_input(kernel: &Kernel, socket: &Socket) {
    while let Some(packet) = socket.input().take() {
        socket.in_protocols.set(socket.in_protocols.get() + 1);
        input(kernel, socket, packet).await;
        socket.in_protocols.set(socket.in_protocols.get() - 1);
    }
}

/// Returns the number of data bytes in a packet.
pub fn data_bytes(kernel: &Kernel, packet: Packet) -> u64 {
    let headers = HEADERS + if kernel.srp.get().purpose.is_tcp() { TCP_HEADER } else { UDP_HEADER };
    u64::from(kernel.host.header(packet).bytes.0).saturating_sub(headers)
}

/// The receive call: first runs the protocols that the design has left to it, then copies a packet's data to the process.
pub async fn receive(kernel: &Kernel, socket: &Socket) -> Packet {
    let host = &kernel.host;
    socket.computes.set(false);
    drop(host.call(Step::SocketReceive, Packet::NONE).await);
    loop {
        match kernel.srp.get().design {
            Design::Srp => process_input(kernel, socket).await,
            Design::Lrp if !kernel.srp.get().purpose.is_tcp() && socket.receive_queue().is_empty() => {
                // runs the protocols only until there is enough data for the process (R 3.1)
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
        let bytes = data_bytes(kernel, packet);
        host.work_sized(Step::SocketCopy, packet, bytes).await;
        if is_cold {
            host.work_sized(Step::CacheMiss, packet, bytes).await;
        }
        return packet;
    }
}
