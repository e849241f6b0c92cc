//! ULTRIX 3.0, a kernel of 4.2BSD's design, with a data-link socket (M 4.3): link-level processing runs at device level, a
//! software interrupt dispatches every packet to its process, and the process copies the packet.
//!
//! ```text
//! receive interrupt (SPLIMP) -> [input queue] -> software interrupt (SPLNET): dispatch -> [delivery queue] -> process
//! ```
//!
//! The kernel reads a whole burst before it dispatches any packet, and dispatches the whole burst before the process runs: the
//! first packet waits for the last. The delivery queue is short, both in packets and in bytes.

use super::KernelDesign;
use crate::cpu::Packet;
use crate::families::routers::{
    CodeLine, Kernel, MachinePlan, Protocol, QUEUED_INPUT, READER, Shape, Transmit, enter, leave, lnintr_receive,
};
use crate::family::MachineBuilder;
use crate::scenario::{Settings, Step};
use std::convert::Infallible;
use std::rc::Rc;

pub const DESIGN: KernelDesign = KernelDesign { shape, start, code, gates: |_, _| {} };

fn shape(_: &Settings) -> Shape {
    Shape {
        protocol: Protocol::SoftwareInterrupt,
        has_ipintrq: true,
        fetches: false,
        transmit: Transmit::Device,
        gate: None,
        timer: None,
    }
}

fn start(kernel: &Rc<Kernel>, plan: &MachinePlan, machine: &mut MachineBuilder<'_>) {
    for (interface, ids) in plan.interfaces.iter().enumerate() {
        if let Some(receive) = ids.receive {
            machine.run(receive.handler, lnintr_receive(kernel.clone(), interface));
        }
    }
    let protocol = plan.protocol_activity.expect("dispatching has an activity of its own");
    machine.run(protocol, datalink_intr(kernel.clone()));
}

/// The software interrupt: dispatches all received packets, then wakes the process.
async fn datalink_intr(kernel: Rc<Kernel>) -> Infallible {
    let host = kernel.host();
    let queue = kernel.ipintrq.as_ref().expect("this design has an input queue");
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let procedure = host.call(Step::DatalinkIntr, Packet::NONE).await;
        while let Some(packet) = queue.take() {
            dispatch(&kernel, packet).await;
        }
        if !kernel.delivery_queue().is_empty() {
            kernel.host.thread_wakeup(READER).await;
        }
        drop(procedure);
        leave(host).await;
    }
}

/// Finds the process and queues the packet for it, if the queue has room for the packet and for its bytes.
async fn dispatch(kernel: &Kernel, packet: Packet) {
    let queue = kernel.delivery_queue();
    let _dispatch = kernel.host.call(Step::DatalinkDispatch, packet).await;
    if queue.is_full() || !has_room_for(kernel, packet) {
        queue.throw_away(packet, Step::DatalinkFull).await;
    } else {
        queue.put(packet);
    }
}

/// Whether the queue has room for the packet's bytes. Few packets are queued, so their bytes are added up each time.
fn has_room_for(kernel: &Kernel, packet: Packet) -> bool {
    let queue = kernel.delivery_queue();
    let bytes = |packet: Packet| u64::from(kernel.host.header(packet).bytes.0);
    let queued: u64 = (0..queue.length()).filter_map(|index| queue.get(index)).map(bytes).sum();
    queued + bytes(packet) <= kernel.settings.borrow().kernel.delivery_bytes
}

fn code(_: &Settings) -> Vec<CodeLine> {
    let mut lines: Vec<CodeLine> = vec![
        ("interrupt", 0, "the CPU saves its state", Some(Step::InterruptEntry)),
        ("lnintr", 0, "ask the interface what happened", Some(Step::Lnintr)),
        ("interrupt", 0, "the CPU restores its state", Some(Step::InterruptReturn)),
    ];
    let is_of_ip = |line: &&CodeLine| !matches!(line.3, Some(Step::Ipintr | Step::IpDequeue | Step::ThreadWakeup));
    lines.extend(QUEUED_INPUT.iter().filter(is_of_ip));
    lines.extend_from_slice(&[
        ("lnread", 3, "64 bytes at a time", Some(Step::LnreadBytes)),
        ("software interrupt", 0, "software interrupt:", Some(Step::DatalinkIntr)),
        ("dispatch", 1, "each packet: find its process, queue it", Some(Step::DatalinkDispatch)),
        ("dispatch", 2, "if the queue is full: throw it away", Some(Step::DatalinkFull)),
        ("wakeup", 1, "if the process waits: make it ready", Some(Step::ThreadWakeup)),
        ("read", 0, "process: copy a packet to its own buffer", Some(Step::DatalinkRead)),
        ("read", 1, "64 bytes at a time", Some(Step::DatalinkReadBytes)),
    ]);
    lines
}
