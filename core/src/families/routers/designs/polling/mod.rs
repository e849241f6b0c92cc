//! The modified kernel of M 6.4 to 7. An interrupt only wakes a polling thread and stays disabled. The thread, at IPL 0, calls
//! each interface's receive and transmit callbacks in turn, each with a quota. It processes every packet to completion, and
//! enables interrupts again when no work is left. With `polling.enabled` off it acts like the unmodified kernel (M 6.5).
//!
//! ```text
//! interrupt -> lanpoll_intsched -> thread: lanpoll_isr -> lnrintpoll (quota) -> lntintpoll (quota) -> ... -> lnintena
//! ```
//!
//! With several CPUs (M 10.2) each CPU has a polling thread for its share of the interfaces. Two rules can inhibit input, but
//! never output. One is feedback from the state of the queue in front of screend (M 6.6.1) or of the monitor (M 8.2), the other a
//! limit on the share of CPU cycles that packets may use (M 7).

mod facility;
mod inhibitors;
mod watched;

use super::KernelDesign;
use crate::cpu::Packet;
use crate::families::routers::{
    CodeLine, FILTERING, FORWARDING, INSPECTING, INTERPROCESSOR_INTERRUPT, Kernel, LOCKING, MachinePlan, Protocol,
    QUEUED_INPUT, RECEIVING, SCREENING, SERVING, Shape, TRANSMITTING, Transmit, enter, ether_input_direct, ipintr,
    leave, lninitdesc, lnread, lnrint, lntint, lntint_body, netisr,
};
use crate::family::MachineBuilder;
use crate::scenario::{Consumer, PollingThreads, Settings, Step};
use facility::{Polling, PollingThread};
use std::convert::Infallible;
use std::rc::Rc;

pub const DESIGN: KernelDesign = KernelDesign { shape, start, code, gates: facility::add_gates };

fn shape(_: &Settings) -> Shape {
    Shape {
        protocol: Protocol::Thread,
        has_ipintrq: true,
        fetches: true,
        transmit: Transmit::Device,
        gate: None,
        timer: None,
    }
}

fn start(kernel: &Rc<Kernel>, plan: &MachinePlan, machine: &mut MachineBuilder<'_>) {
    let polling = Rc::new(Polling::new(kernel, plan, machine));
    polling.connect();
    for (interface, ids) in plan.interfaces.iter().enumerate() {
        if let Some(receive) = ids.receive {
            machine.run(receive.handler, lnintr(polling.clone(), interface, Event::Received));
        }
        if let Some(transmit) = ids.transmit {
            machine.run(transmit.handler, lnintr(polling.clone(), interface, Event::Sent));
        }
    }
    for (number, activity) in plan.protocol_activities.iter().enumerate() {
        machine.run(*activity, netisr_thread(polling.clone(), number));
    }
    machine.follow(move |_| polling.settings_changed());
}

/// The reason for an interface's interrupt.
#[derive(Clone, Copy)]
enum Event {
    Received,
    Sent,
}

/// The LANCE's interrupt handler: requests the polling thread, and leaves the interface's interrupts disabled.
async fn lnintr(polling: Rc<Polling>, interface: usize, event: Event) -> Infallible {
    let kernel = &polling.kernel;
    let host = kernel.host();
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let lnintr = host.call(Step::Lnintr, Packet::NONE).await;
        host.work(Step::ModifiedInterrupt, Packet::NONE).await;
        let polls = kernel.settings.borrow().polling.enabled;
        match event {
            _ if polls => {
                let _lanpoll_intsched = host.call(Step::LanpollIntsched, Packet::NONE).await;
                polling.disable_interrupts(interface);
                let thread = polling.thread_of(interface);
                kernel.host.thread_wakeup(netisr(thread)).await;
                polling.request_thread(thread);
            }
            Event::Received => lnrint(kernel, interface, || false).await,
            Event::Sent => lntint(kernel, interface).await,
        }
        drop(lnintr);
        leave(host).await;
    }
}

/// A network thread, of a CPU or of an interface: it empties `ipintrq` first, then polls.
async fn netisr_thread(polling: Rc<Polling>, number: usize) -> Infallible {
    let kernel = &polling.kernel;
    let host = kernel.host();
    let queue = kernel.ipintrq.as_ref().expect("the modified kernel keeps its ipintrq");
    loop {
        if !queue.is_empty() {
            ipintr(kernel).await;
        } else if polling.threads[number].requested.get() {
            lanpoll_isr(&polling, number).await;
            host.call_leaf(Step::ThreadBlock).await;
        } else {
            host.sleep(netisr(number)).await;
        }
    }
}

/// The polling loop: rounds over all interfaces of a thread, until no work is pending. A thread that has one interface gives up
/// the CPU after each round, so that the other interfaces' threads get their turn.
async fn lanpoll_isr(polling: &Polling, number: usize) {
    let kernel = &polling.kernel;
    let host = kernel.host();
    let mut start = polling.start_counting();
    let _lanpoll_isr = host.call(Step::LanpollIsr, Packet::NONE).await;
    let PollingThread { cpu, requested, .. } = &polling.threads[number];
    let yields = polling.settings(|polling| polling.threads == PollingThreads::Interface);
    requested.set(false);
    loop {
        host.work(Step::LanpollLoop, Packet::NONE).await;
        if yields {
            start = host.now(); // the time of other threads does not count
        }
        let mut handled = 0;
        for interface in polling.interfaces_of(number) {
            handled += lnrintpoll(polling, interface).await;
            lntintpoll(polling, interface).await;
        }
        start = polling.count_cycles(start);
        if !polling.settings(|polling| polling.enabled) || !polling.is_pending(number) {
            break;
        }
        let process_got_work =
            handled > 0 && kernel.runs_processes(*cpu) && kernel.process_queue().is_some_and(|queue| !queue.is_empty());
        if process_got_work {
            host.work(Step::Reschedule, Packet::NONE).await;
        }
        if yields {
            host.yield_cpu();
        }
    }
    lnintena(polling, number).await;
    polling.count_cycles(start);
}

/// The receive callback: processes at most a quota of packets to completion, unless input is inhibited. Returns their number.
async fn lnrintpoll(polling: &Polling, interface: usize) -> u64 {
    let kernel = &polling.kernel;
    let Some(receiver) = &kernel.receivers[interface] else { return 0 };
    receiver.acknowledge_all();
    if receiver.ring.is_empty() || polling.is_inhibited(polling.cpu_of(interface)) {
        return 0;
    }
    let _lnrintpoll = kernel.host.call(Step::Lnrintpoll, Packet::NONE).await;
    let mut handled = 0;
    while handled < polling.settings(|polling| polling.quota) {
        let Some(packet) = receiver.take() else { break };
        lnread(kernel, packet).await;
        ether_input_direct(kernel, packet).await;
        lninitdesc(kernel).await;
        receiver.give_back();
        kernel.host.work(Step::LnrintpollNext, Packet::NONE).await;
        handled += 1;
        if polling.settings(|polling| polling.check_every_packet) && polling.check_feedback() {
            break;
        }
    }
    polling.check_feedback();
    handled
}

/// The transmit callback: reclaims at most a quota of descriptors, and sends more.
async fn lntintpoll(polling: &Polling, interface: usize) {
    let kernel = &polling.kernel;
    let Some(output) = &kernel.outputs[interface] else { return };
    output.transmitter.acknowledge();
    if output.transmitter.finished() > 0 {
        let _lntintpoll = kernel.host.call(Step::Lntintpoll, Packet::NONE).await;
        lntint_body(kernel, output, polling.settings(|polling| polling.quota)).await;
    }
}

/// Enables all interrupts that may be enabled again.
async fn lnintena(polling: &Polling, thread: usize) {
    let kernel = &polling.kernel;
    for interface in polling.interfaces_of(thread) {
        if polling.may_enable_interrupts(interface) {
            let _lnintena = kernel.host.call(Step::Lnintena, Packet::NONE).await;
            polling.enable_interrupts(interface);
        }
    }
    polling.update_polling_gate();
}

fn code(settings: &Settings) -> Vec<CodeLine> {
    let mut lines: Vec<CodeLine> = vec![
        ("interrupt", 0, "the CPU saves its state", Some(Step::InterruptEntry)),
        ("lnintr", 0, "ask the interface what happened", Some(Step::Lnintr)),
        ("lnintr", 0, "is polling on?", Some(Step::ModifiedInterrupt)),
        ("lanpoll_intsched", 1, "if polling: wake the polling thread,", Some(Step::LanpollIntsched)),
        ("lanpoll_intsched", 1, "leave this interface's interrupts off", None),
        ("interrupt", 0, "the CPU restores its state", Some(Step::InterruptReturn)),
        ("lanpoll_isr", 0, "polling thread:", Some(Step::LanpollIsr)),
        ("lanpoll_isr", 1, "repeat: for each interface", Some(Step::LanpollLoop)),
        ("lnrintpoll", 2, "receive callback, up to quota packets:", Some(Step::Lnrintpoll)),
        ("lnrintpoll", 3, "count it against the quota", Some(Step::LnrintpollNext)),
        ("lntintpoll", 2, "transmit callback, up to quota descriptors", Some(Step::Lntintpoll)),
        ("lanpoll_isr", 2, "if a process got work: run the scheduler", Some(Step::Reschedule)),
        ("lnintena", 1, "nothing left: enable interrupts", Some(Step::Lnintena)),
        ("thread_block", 1, "give up the CPU", Some(Step::ThreadBlock)),
    ];
    lines.extend_from_slice(QUEUED_INPUT);
    if settings.machine.cpus > 1 {
        lines.extend_from_slice(INTERPROCESSOR_INTERRUPT);
    }
    if settings.kernel.consumer == Consumer::Tcpdump {
        lines.extend_from_slice(FILTERING);
        return lines;
    }
    if settings.kernel.consumer == Consumer::Nfs {
        lines.extend_from_slice(SERVING);
    } else {
        lines.push(("ip_forward", 2, "extra code of the modified kernel", Some(Step::ModifiedPath)));
        lines.extend_from_slice(FORWARDING);
    }
    if settings.kernel.screend {
        lines.extend_from_slice(SCREENING);
    }
    if settings.kernel.inspector {
        lines.extend_from_slice(INSPECTING);
    }
    if settings.kernel.application {
        lines.extend_from_slice(RECEIVING);
    }
    lines.extend_from_slice(TRANSMITTING);
    if settings.machine.cpus > 1 {
        lines.extend_from_slice(LOCKING);
    }
    lines
}
