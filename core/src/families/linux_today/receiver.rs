//! The receiving process: each system call takes one packet off its socket, polls the interface, or sleeps.

use super::busy_poll::sk_busy_loop;
use super::kernel::Kernel;
use super::selective::collect;
use crate::cpu::Packet;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// Header bytes of a packet, which are not copied to the process: Ethernet 18, IP 20, UDP 8.
const HEADERS: u64 = 46;

/// A receiving process: one system call for each packet.
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
        // the queue's lock keeps softirqs out; releasing it runs those that were raised meanwhile
        kernel.invoke_softirq(&kernel.cpus[socket.cpu]);
        let data = u64::from(host.header(packet).bytes.0).saturating_sub(HEADERS).max(1);
        host.work_sized(Step::CopyToUser, packet, data).await;
        host.work(Step::KfreeSkb, packet).await;
        match &socket.frame_buffer {
            Some(buffer) => collect(&kernel, socket, buffer, packet).await,
            None => kernel.deliver(packet, socket.queue.place, socket),
        }
        drop((udp_recvmsg, recvfrom));
        host.call_leaf(Step::UseDatagram).await;
    }
}
