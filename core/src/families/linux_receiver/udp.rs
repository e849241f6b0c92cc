//! UDP: queues a packet if the socket's quota has room, otherwise drops it after all that work (W 2.2.3). The process takes
//! one packet with each system call.

use super::kernel::Kernel;
use super::options::Buffer;
use crate::cpu::Packet;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// Receives a packet of UDP, in the software interrupt.
pub async fn udp_rcv(kernel: &Kernel, packet: Packet) {
    let host = &kernel.host;
    let socket = &kernel.sockets[0];
    let buffer = kernel.buffer_of(packet);
    let _udp_rcv = host.call(Step::UdpRcv, packet).await;
    host.work_sized(Step::RxChecksum, packet, Buffer::summed(host.header(packet).bytes)).await;
    if socket.closed.get() || !socket.has_room(buffer.counted) {
        kernel.drop_at(packet, socket.receive.place, Step::UdpFull).await;
        return;
    }
    socket.add(buffer.counted);
    socket.receive.put(packet);
    kernel.host.thread_wakeup(socket.channel()).await;
}

/// The receiving process.
pub async fn process(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    let socket = &kernel.sockets[0];
    loop {
        if socket.closed.get() {
            super::reclaim::exit(&kernel, socket).await;
        }
        let Some(packet) = socket.receive.take() else {
            host.sleep(socket.channel()).await;
            continue;
        };
        let counted = kernel.buffer_of(packet).counted;
        let recvmsg = host.call(Step::UdpRecvmsg, packet).await;
        kernel.copy_to_user(packet, socket.receive.place).await;
        socket.give_back(counted);
        drop(recvmsg);
        host.call_leaf(Step::Iperf).await;
    }
}
