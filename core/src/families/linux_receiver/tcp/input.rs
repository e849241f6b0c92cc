//! A segment's path on its way in: to one of the socket's queues, and then through TCP's own work (W figure 3). Also the timer of
//! delayed acknowledgements.

use crate::cpu::Packet;
use crate::families::linux_receiver::kernel::Kernel;
use crate::families::linux_receiver::options::Buffer;
use crate::families::linux_receiver::socket::Socket;
use crate::scenario::Step;
use crate::units::Cycles;

/// Segments that are acknowledged together, and the time for which a single one waits for a second.
const ACKNOWLEDGED_TOGETHER: u32 = 2;
const DELAYED_MS: u64 = 40;

/// Decides, in the software interrupt, who processes the segment.
pub async fn tcp_v4_rcv(kernel: &Kernel, packet: Packet) {
    let host = &kernel.host;
    let socket = &kernel.sockets[usize::from(host.header(packet).stream)];
    let tcp = socket.tcp();
    let _tcp_v4_rcv = host.call(Step::TcpV4Rcv, packet).await;
    if socket.closed.get() {
        kernel.drop_at(packet, socket.receive.place, Step::TcpFull).await;
    } else if tcp.is_locked(host) {
        host.work(Step::TcpBacklog, packet).await;
        tcp.backlog.put(packet);
    } else if tcp.wanted.get() > 0 {
        prequeue(kernel, socket, packet).await;
    } else {
        tcp_v4_do_rcv(kernel, socket, packet).await;
    }
}

/// Leaves the segment to the process, which waits for data. When more than the quota waits there, the software interrupt
/// processes all of it.
async fn prequeue(kernel: &Kernel, socket: &Socket, packet: Packet) {
    let tcp = socket.tcp();
    kernel.host.work(Step::TcpPrequeue, packet).await;
    tcp.prequeue.put(packet);
    let counted = kernel.options.borrow().buffer.counted;
    if tcp.prequeue.length() as u64 * counted > socket.quota() {
        tcp.wanted.set(0);
        while let Some(packet) = tcp.prequeue.take() {
            tcp_v4_do_rcv(kernel, socket, packet).await;
        }
    } else if tcp.prequeue.length() == 1 {
        tcp.delay_acknowledgement(kernel);
        kernel.host.thread_wakeup(socket.channel()).await;
    }
}

/// TCP's own work on a segment, in whichever context empties the queue that held it.
pub async fn tcp_v4_do_rcv(kernel: &Kernel, socket: &Socket, packet: Packet) {
    let host = &kernel.host;
    let tcp = socket.tcp();
    let header = host.header(packet);
    let _tcp_rcv_established = host.call(Step::TcpRcvEstablished, packet).await;
    let ahead = i64::from(header.sequence) - i64::from(tcp.next.get());
    if ahead < 0 || header.sequence >= tcp.edge.get() {
        kernel.drop_at(packet, socket.receive.place, Step::TcpFull).await;
        acknowledge(kernel, socket).await;
        return;
    }
    host.work_sized(Step::RxChecksum, packet, Buffer::summed(header.bytes)).await;
    if ahead > 0 {
        out_of_order(kernel, socket, packet).await;
    } else {
        in_sequence(kernel, socket, packet).await;
    }
}

/// Takes the next segment in sequence: directly to the process if the process waits for it, otherwise to the receive queue. The
/// segments that waited for this one follow it to the receive queue.
async fn in_sequence(kernel: &Kernel, socket: &Socket, packet: Packet) {
    let tcp = socket.tcp();
    let counted = kernel.buffer_of(packet).counted;
    let in_process = !kernel.in_softirq.get();
    if tcp.next.get() == tcp.acknowledged.get() {
        tcp.era.set(kernel.host.header(packet).client);
    }
    if in_process && tcp.wanted.get() > tcp.direct.get() && socket.receive.is_empty() {
        tcp.next.set(tcp.next.get() + 1);
        tcp.direct.set(tcp.direct.get() + 1);
        kernel.copy_to_user(packet, socket.receive.place).await;
    } else if !has_room(kernel, socket, counted) {
        kernel.drop_at(packet, socket.receive.place, Step::TcpFull).await;
        return;
    } else {
        tcp.next.set(tcp.next.get() + 1);
        socket.add(counted);
        socket.receive.put(packet);
    }
    while let Some(next) = tcp.out_of_order.first()
        && kernel.host.header(next).sequence == tcp.next.get()
    {
        let next = tcp.out_of_order.take().expect("just seen");
        tcp.next.set(tcp.next.get() + 1);
        socket.receive.put(next);
    }
    if tcp.next.get() - tcp.acknowledged.get() >= ACKNOWLEDGED_TOGETHER {
        acknowledge(kernel, socket).await;
    } else {
        tcp.delay_acknowledgement(kernel);
    }
    if !in_process {
        kernel.host.thread_wakeup(socket.channel()).await;
    }
}

/// Keeps a segment that comes after a hole, and tells the sender at once. The queue is in order: a segment that does not
/// come after those that wait is dropped. (Linux would sort it in.)
async fn out_of_order(kernel: &Kernel, socket: &Socket, packet: Packet) {
    let host = &kernel.host;
    let tcp = socket.tcp();
    let sequence = |packet| host.header(packet).sequence;
    let comes_last = tcp.out_of_order.last().is_none_or(|last| sequence(packet) > sequence(last));
    let counted = kernel.buffer_of(packet).counted;
    if comes_last && has_room(kernel, socket, counted) {
        host.work(Step::TcpOutOfOrder, packet).await;
        socket.add(counted);
        tcp.out_of_order.put(packet);
    } else {
        kernel.drop_at(packet, socket.receive.place, Step::TcpFull).await;
    }
    acknowledge(kernel, socket).await;
}

/// Whether the socket's quota and the limit for all TCP sockets (`tcp_mem`) have room.
fn has_room(kernel: &Kernel, socket: &Socket, counted: u64) -> bool {
    let options = kernel.options.borrow();
    socket.has_room(counted) && !kernel.tcp_uses_more_than(options.tcp_pages)
}

/// Acknowledges to the sender, and tells it how far it may send: never less than before.
pub async fn acknowledge(kernel: &Kernel, socket: &Socket) {
    let tcp = socket.tcp();
    kernel.host.call_leaf(Step::TcpSendAck).await;
    tcp.delayed.set(Cycles::NEVER);
    tcp.acknowledged.set(tcp.next.get());
    tcp.edge.set(tcp.edge.get().max(tcp.next.get() + window(kernel, socket)));
    let network = kernel.network.as_ref().expect("TCP has a sender");
    network.acknowledge(socket.number, tcp.next.get(), tcp.edge.get(), tcp.era.get());
}

/// Returns how many segments the sender may send, counted from the next one in sequence.
pub fn window(kernel: &Kernel, socket: &Socket) -> u32 {
    let options = kernel.options.borrow();
    socket.window(options.segment, kernel.tcp_uses_more_than(options.tcp_pressure))
}

impl crate::families::linux_receiver::socket::Stream {
    pub fn is_locked(&self, host: &crate::cpu::Host) -> bool {
        host.counters.gate_is_on(self.locked_gate)
    }

    /// Acknowledges later when one segment waits alone and no second comes.
    pub fn delay_acknowledgement(&self, kernel: &Kernel) {
        if self.delayed.get() == Cycles::NEVER {
            let clock = kernel.settings.borrow().machine.clock;
            self.delayed.set(kernel.host.now() + clock.cycles_in_milliseconds(DELAYED_MS));
        }
    }
}

/// Whether a delayed acknowledgement is due, checked at every clock tick.
pub fn timer_is_due(kernel: &Kernel) -> bool {
    let now = kernel.host.now();
    kernel.sockets.iter().filter_map(|socket| socket.tcp.as_ref()).any(|tcp| tcp.delayed.get() <= now)
}

/// Sends delayed acknowledgements that are due, in the software interrupt. It also empties the prequeue, so that segments left
/// to a process without CPU time are processed after all. A socket that its process has locked is tried again at the next tick.
pub async fn timers(kernel: &Kernel) {
    let host = &kernel.host;
    for socket in &kernel.sockets {
        let Some(tcp) = &socket.tcp else { continue };
        if tcp.delayed.get() > host.now() || tcp.is_locked(host) {
            continue;
        }
        let _tcp_delack_timer = host.call(Step::TcpDelack, Packet::NONE).await;
        while let Some(packet) = tcp.prequeue.take() {
            tcp_v4_do_rcv(kernel, socket, packet).await;
        }
        tcp.delayed.set(crate::units::Cycles::NEVER);
        if tcp.next.get() > tcp.acknowledged.get() {
            acknowledge(kernel, socket).await;
        }
    }
}
