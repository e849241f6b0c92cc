//! The path of a packet from the IP layer to the wire, which is the same in every design of M.
//!
//! ```text
//! ipinput -> ip_forward -> ip_output -> ether_output -> lnoutput -> [output queue] -> lnstart: lnput -> [transmit ring]
//!                 `-> ip_forwardscreen -> [screening queue] -> screend -> ip_output ...
//! ```
//!
//! Left out: routing lookups that differ by destination, ARP, fragments, checksums as a cost of their own.

use super::{CodeLine, INSPECTOR, Kernel, Output, SCREEND};
use crate::cpu::{Level, Packet};
use crate::scenario::{Design, Step};

/// Processes a packet from its IP header to the output queue, or to the screening queue.
pub async fn forward(kernel: &Kernel, packet: Packet) {
    let host = kernel.host();
    let _ipinput = host.call(Step::Ipinput, packet).await;
    let _ip_forward = host.call(Step::IpForward, packet).await;
    if kernel.is_modified() {
        host.work(Step::ModifiedPath, packet).await;
    }
    match &kernel.screenq {
        None => ip_output(kernel, packet).await,
        Some(queue) => {
            let _ip_forwardscreen = host.call(Step::IpForwardscreen, packet).await;
            if queue.is_full() {
                queue.throw_away(packet, Step::ScreenqFull).await;
            } else {
                queue.put(packet);
                kernel.host.thread_wakeup(SCREEND).await;
            }
        }
    }
    host.call_leaf(Step::FreeCopy).await;
}

/// screend's system call in a chain of two processes: it queues the packet for the inspector.
pub async fn inspect_input(kernel: &Kernel, packet: Packet) {
    let queue = kernel.inspectq.as_ref().expect("an inspector has a queue");
    let _inspect_queue = kernel.host.call(Step::InspectQueue, packet).await;
    if queue.is_full() {
        queue.throw_away(packet, Step::InspectFull).await;
        return;
    }
    queue.put(packet);
    kernel.host.thread_wakeup(INSPECTOR).await;
}

/// Writes the headers, puts the packet on the output queue, and starts the interface when it is not active.
pub async fn ip_output(kernel: &Kernel, packet: Packet) {
    let host = kernel.host();
    let output = kernel.output(host.output_interface(packet));
    let _ip_output = host.call(Step::IpOutput, packet).await;
    let _ether_output = host.call(Step::EtherOutput, packet).await;
    let _lnoutput = host.call(Step::Lnoutput, packet).await;
    if output.queue.is_full() {
        output.queue.throw_away(packet, Step::IfqueueFull).await;
        return;
    }
    output.queue.put(packet);
    lnstart(kernel, output).await;
}

/// Moves packets from the output queue to the transmit ring, unless the interface is active. Runs at device level, because it
/// shares its data with the transmit interrupt.
pub async fn lnstart(kernel: &Kernel, output: &Output) {
    let must_wait = || output.active.get() && !kernel.adds_while_active();
    if must_wait() {
        return;
    }
    let host = kernel.host();
    let level = host.raise(Level::IMP);
    if host.cpu_count() > 1 {
        lock(kernel, output).await;
        if must_wait() {
            // another CPU has started the interface meanwhile
            output.locked.set(false);
            host.restore(level);
            return;
        }
    }
    while !output.transmitter.ring.is_full()
        && let Some(packet) = output.queue.take()
    {
        kernel.notify_dequeued(&output.queue);
        let _lnput = host.call(Step::Lnput, packet).await;
        output.transmitter.put(packet);
    }
    let active = !output.transmitter.ring.is_empty();
    output.active.set(active);
    host.set_gate(output.active_gate, active);
    output.locked.set(false);
    host.restore(level);
}

/// Takes the lock of an interface, which keeps other CPUs out; the raised level keeps only this CPU's interrupts out. A CPU
/// tries again and again until the lock is free.
async fn lock(kernel: &Kernel, output: &Output) {
    kernel.host.work(Step::SimpleLock, Packet::NONE).await;
    while output.locked.replace(true) {
        kernel.host.work(Step::SimpleLockSpin, Packet::NONE).await;
    }
}

/// Reclaims up to `quota` finished transmit descriptors and starts the interface again. Runs inside `lntint` or `lntintpoll`.
pub async fn lntint_body(kernel: &Kernel, output: &Output, quota: u64) {
    let mut reclaimed = 0;
    output.transmitter.acknowledge();
    while reclaimed < quota && output.transmitter.finished() > 0 {
        kernel.host.work(Step::LntintReclaim, Packet::NONE).await;
        output.transmitter.reclaim();
        reclaimed += 1;
    }
    output.active.set(false);
    kernel.host.set_gate(output.active_gate, false);
    lnstart(kernel, output).await;
}

/// The pseudo-code of `forward` and `ip_output`.
pub const FORWARDING: &[CodeLine] = &[
    ("ipinput", 2, "check the IP header", Some(Step::Ipinput)),
    ("ip_forward", 2, "find the next hop (router or host)", Some(Step::IpForward)),
    ("ip_output", 2, "write the IP header", Some(Step::IpOutput)),
    ("ether_output", 2, "write the Ethernet header", Some(Step::EtherOutput)),
    ("lnoutput", 2, "put it on the output queue", Some(Step::Lnoutput)),
    ("lnoutput", 3, "if that is full: throw the packet away", Some(Step::IfqueueFull)),
    ("lnstart", 2, "unless the interface is active:", None),
    ("lnput", 3, "copy packets to the transmit ring", Some(Step::Lnput)),
    ("m_freem", 2, "free the copy kept for error messages", Some(Step::FreeCopy)),
];

/// The pseudo-code of `lock`.
pub const LOCKING: &[CodeLine] = &[
    ("simple_lock", 0, "before lnstart: take the interface's lock", Some(Step::SimpleLock)),
    ("simple_lock", 1, "while another CPU holds it: try again", Some(Step::SimpleLockSpin)),
];

/// The pseudo-code of `lntint_body`.
pub const TRANSMITTING: &[CodeLine] = &[
    ("lntint", 0, "transmit interrupt:", Some(Step::Lntint)),
    ("lntint", 1, "reclaim each sent descriptor", Some(Step::LntintReclaim)),
    ("lntint", 1, "the interface is no longer active; lnstart", None),
];

/// The steps of `forward` before `ip_output`, for the edges on which packets are routed.
pub fn route_steps(design: Design) -> &'static [Step] {
    match design {
        Design::Polling => &[Step::Ipinput, Step::IpForward, Step::ModifiedPath],
        _ => &[Step::Ipinput, Step::IpForward],
    }
}

/// The steps of `ip_output`, for the edges on which packets come to an output queue.
pub const SEND: &[Step] = &[Step::IpOutput, Step::EtherOutput, Step::Lnoutput];
