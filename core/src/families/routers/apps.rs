//! The programs of M's machines, beside the compute-bound process: screend and an inspector after it, a receiving application, tcpdump, a
//! reader of a data-link socket, and a file server.
//! Left out: screend's rules (it accepts every packet), tcpdump's disk (writes are buffered), the contents of requests, writes
//! to the file server, fragments.

use super::{
    APPLICATION, CodeLine, INSPECTOR, Kernel, READER, SCREEND, SERVED, SERVERS, copy, enter, inspect_input, ip_output,
    leave,
};
use crate::cpu::{Channel, Packet};
use crate::scenario::{Hung, Step};
use std::convert::Infallible;
use std::rc::Rc;

/// The screend firewall (M 6.1): a user process that judges every packet, with one system call for each. It accepts every
/// packet. The same system call then sends the packet (`ip_output`).
pub async fn screend(kernel: Rc<Kernel>) -> Infallible {
    let host = kernel.host();
    let queue = kernel.screenq.as_ref().expect("a machine with screend has a screening queue");
    loop {
        let packet = kernel.next_packet(Hung::Screend, queue, SCREEND).await;
        drop(host.call(Step::ScreendRead, packet).await);
        drop(host.call(Step::ScreendDecide, packet).await);
        if kernel.inspectq.is_some() {
            inspect_input(&kernel, packet).await;
        } else {
            ip_output(&kernel, packet).await;
        }
    }
}

/// The inspector: a second user process in the path of a packet, after screend. It accepts every packet, too.
pub async fn inspector(kernel: Rc<Kernel>) -> Infallible {
    let host = kernel.host();
    let queue = kernel.inspectq.as_ref().expect("an inspector has a queue");
    loop {
        let packet = kernel.next_packet(Hung::Inspector, queue, INSPECTOR).await;
        drop(host.call(Step::InspectRead, packet).await);
        drop(host.call(Step::Inspect, packet).await);
        ip_output(&kernel, packet).await;
    }
}

/// The receiving application: a user process for which a part of the packets is, while the others are forwarded.
pub async fn application(kernel: Rc<Kernel>) -> Infallible {
    let host = kernel.host();
    let queue = kernel.localq.as_ref().expect("a receiving application has a queue");
    loop {
        let packet = kernel.next_packet(Hung::Application, queue, APPLICATION).await;
        drop(host.call(Step::LocalRead, packet).await);
        drop(host.call(Step::LocalUse, packet).await);
        host.packet_consumed(packet, queue.place);
    }
}

/// tcpdump, the network monitor (M 8): a user process that takes packets off the packet filter's queue and writes their headers to
/// the null device or to a disk file.
pub async fn tcpdump(kernel: Rc<Kernel>) -> Infallible {
    let host = kernel.host();
    loop {
        let Some(packet) = kernel.delivery_queue().take() else {
            host.sleep(READER).await;
            continue;
        };
        kernel.notify_dequeued(kernel.delivery_queue());
        drop(host.call(Step::FilterRead, packet).await);
        drop(host.call(Step::Tcpdump, packet).await);
        let to_disk = kernel.settings.borrow().kernel.to_disk;
        if to_disk {
            drop(host.call(Step::TcpdumpWrite, packet).await);
        }
        kernel.deliver(packet);
    }
}

/// A user process that reads from a data-link socket (M 4.3): it wakes up and copies each packet into its own buffer.
pub async fn datalink(kernel: Rc<Kernel>) -> Infallible {
    let host = kernel.host();
    loop {
        let Some(packet) = kernel.delivery_queue().take() else {
            host.sleep(READER).await;
            continue;
        };
        let procedure = host.call(Step::DatalinkRead, packet).await;
        if kernel.costs_per_byte(Step::DatalinkReadBytes) {
            copy(&kernel, packet, Step::DatalinkReadBytes).await;
        }
        kernel.deliver(packet);
        drop(procedure);
    }
}

/// A thread of the file server (M 7.1). There are several, because a thread may have to wait for the disk. Each takes a request
/// off the socket queue, gets its data, and sends the answer as the same packet.
///
/// ```text
/// [socket queue] -> nfsd (1 of n): in memory? -> answer -> output queue
///                                   `-> disk, wait, disk interrupt
/// ```
pub async fn nfsd(kernel: Rc<Kernel>, number: u8) -> Infallible {
    let host = &kernel.host;
    let queue = kernel.socketq.as_ref().expect("a file server has a socket");
    let disk = kernel.disk.as_ref().expect("a file server has a disk");
    loop {
        let Some(packet) = queue.take() else {
            host.sleep(Channel(SERVERS + number)).await;
            continue;
        };
        kernel.notify_dequeued(queue);
        drop(host.call(Step::NfsdRead, packet).await);
        if disk.is_needed(packet) {
            disk.request(number);
            host.sleep(Channel(SERVED + number)).await;
        }
        drop(host.call(Step::NfsdAnswer, packet).await);
        ip_output(&kernel, packet).await;
    }
}

/// The disk's interrupt: wakes the threads whose data has come.
pub async fn disk_interrupt(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    let disk = kernel.disk.as_ref().expect("a file server has a disk");
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let procedure = host.call(Step::DiskInterrupt, Packet::NONE).await;
        while let Some(number) = disk.take_served() {
            kernel.host.thread_wakeup(Channel(SERVED + number)).await;
        }
        drop(procedure);
        leave(host).await;
    }
}

/// The pseudo-code of the screening queue and `screend`.
pub const SCREENING: &[CodeLine] = &[
    ("ip_forwardscreen", 2, "put it on the screening queue", Some(Step::IpForwardscreen)),
    ("ip_forwardscreen", 3, "if that is full: throw the packet away", Some(Step::ScreenqFull)),
    ("screend", 0, "firewall process:", None),
    ("screend", 1, "system call: fetch a packet to judge", Some(Step::ScreendRead)),
    ("screend", 1, "decide: accept", Some(Step::ScreendDecide)),
];

/// The pseudo-code of `inspect_input` and `inspector`.
pub const INSPECTING: &[CodeLine] = &[
    ("screend", 1, "put it on the inspector's queue", Some(Step::InspectQueue)),
    ("screend", 2, "if that is full: throw the packet away", Some(Step::InspectFull)),
    ("inspector", 0, "inspector process: fetch a packet", Some(Step::InspectRead)),
    ("inspector", 1, "inspect it, then send it", Some(Step::Inspect)),
];
