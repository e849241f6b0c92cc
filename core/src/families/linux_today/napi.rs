//! NAPI (net/core/dev.c): one instance for each queue. Once an instance is scheduled, its queue does not interrupt.
//! Somebody polls it, at most `weight` packets at a time, until its ring is empty.
//!
//! ```text
//! interrupt -> napi_schedule -> poll list -> net_rx_action: poll, poll, ... until budget or time is used up
//!                     `-> its thread, when it has one: poll, let others run, poll, ...
//! ```

use super::kernel::{Cpu, Kernel, Napi};
use super::selective::{early_look, refused_at_socket};
use crate::cpu::{Level, Packet};
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// Claims an instance for polling (napi_schedule_prep). Returns false when it is claimed already, and marks it as missed,
/// so that the claimant polls once more.
pub fn claim(kernel: &Kernel, napi: &Napi) -> bool {
    if napi.scheduled.replace(true) {
        napi.missed.set(true);
        return false;
    }
    kernel.host.set_gate(napi.gate, true);
    true
}

/// Schedules a poll of a claimed instance: by its thread, or by the next software interrupt of its CPU.
pub async fn napi_schedule(kernel: &Kernel, napi: &Napi) {
    if let Some(thread) = napi.thread {
        kernel.host.thread_wakeup(thread).await;
        return;
    }
    let cpu = &kernel.cpus[napi.cpu];
    cpu.poll_list.borrow_mut().push_back(napi.number);
    cpu.pending.set(true);
}

/// The software interrupt: polls instances in turn until the list is empty, or the budget of packets or time is used up.
pub async fn net_rx_action(kernel: &Kernel, cpu: &Cpu) {
    let host = &kernel.host;
    let _net_rx_action = host.call(Step::NetRxAction, Packet::NONE).await;
    let (mut budget, end) = {
        let options = kernel.options.borrow();
        (options.budget, host.now() + options.budget_time)
    };
    // instances that are scheduled from now on belong to the next run
    let mut list = cpu.poll_list.take();
    let mut again = Vec::new();
    while let Some(number) = list.pop_front() {
        let napi = &kernel.napis[number];
        let work = napi_poll(kernel, napi).await;
        if work.is_unfinished {
            again.push(number);
        }
        budget = budget.saturating_sub(work.packets);
        if budget == 0 || host.now() >= end {
            cpu.squeezed.set(cpu.squeezed.get() + 1);
            break;
        }
    }
    list.append(&mut cpu.poll_list.borrow_mut());
    list.extend(again);
    if !list.is_empty() {
        cpu.pending.set(true);
    }
    cpu.poll_list.replace(list);
}

pub struct Polled {
    pub packets: u64,
    /// Set when it used up its weight: more packets may wait.
    pub is_unfinished: bool,
}

async fn napi_poll(kernel: &Kernel, napi: &Napi) -> Polled {
    let weight = kernel.options.borrow().weight;
    let _napi_poll = kernel.host.call(Step::NapiPoll, Packet::NONE).await;
    poll(kernel, napi, weight).await
}

/// The driver's poll: takes packets off the ring and passes them up. If it finds fewer packets than `weight`, the ring is empty
/// and polling is complete.
pub async fn poll(kernel: &Kernel, napi: &Napi, weight: u64) -> Polled {
    let packets = take_packets(kernel, napi, weight).await;
    if packets < weight {
        napi_complete_done(kernel, napi, packets).await;
    }
    Polled { packets, is_unfinished: packets >= weight }
}

pub async fn take_packets(kernel: &Kernel, napi: &Napi, weight: u64) -> u64 {
    let mut packets = 0;
    while packets < weight
        && let Some(packet) = napi.queue.take()
    {
        packets += 1;
        if early_look(kernel, napi, packet).await {
            continue;
        }
        let poll = kernel.host.call(Step::RxClean, packet).await;
        netif_receive_skb(kernel, napi, packet).await;
        drop(poll);
    }
    packets
}

/// Takes a packet from the driver to its socket. UDP queues it there if the queue has room; otherwise the packet is dropped
/// after all that work.
async fn netif_receive_skb(kernel: &Kernel, napi: &Napi, packet: Packet) {
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

/// Completes polling: the queue may interrupt again; or, when interrupts are deferred, a timer will schedule the next poll.
async fn napi_complete_done(kernel: &Kernel, napi: &Napi, packets: u64) {
    let host = &kernel.host;
    host.call_leaf(Step::NapiComplete).await;
    napi.scheduled.set(false);
    if napi.missed.replace(false) && !napi.queue.ring.is_empty() && claim(kernel, napi) {
        napi_schedule(kernel, napi).await;
        return;
    }
    let (defer_irqs, flush) = {
        let options = kernel.options.borrow();
        (options.defer_irqs, options.flush)
    };
    if packets > 0 || napi.deferred.get() > defer_irqs {
        napi.deferred.set(defer_irqs);
    }
    if napi.deferred.get() > 0 {
        napi.deferred.set(napi.deferred.get() - 1);
        host.set_gate(napi.gate, true);
        napi.queue.disarm();
        napi.watchdog.start(flush);
        return;
    }
    host.set_gate(napi.gate, false);
    napi.queue.arm();
}

/// An instance's thread: polls with softirqs kept out. Between two polls the scheduler may choose another process.
pub async fn napi_threaded_poll(kernel: Rc<Kernel>, number: usize) -> Infallible {
    let (host, napi) = (&kernel.host, &kernel.napis[number]);
    let channel = napi.thread.expect("only an instance with a thread runs this");
    loop {
        if !napi.scheduled.get() || napi.busy.get() {
            kernel.sleep(channel).await;
            continue;
        }
        let thread = host.call(Step::NapiThread, Packet::NONE).await;
        let level = host.raise(Level::NET);
        napi_poll(&kernel, napi).await;
        host.restore(level);
        kernel.invoke_softirq(&kernel.cpus[napi.cpu]);
        drop(thread);
    }
}
