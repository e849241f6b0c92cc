//! Selective dropping (M 10.3, 10.4): decides which packets are dropped first when some must be dropped. An early look at a
//! packet, before any work is spent on it, drops packets that the receiver could not use, or that have to give way to packets of
//! another receiver. `shares` has the shares of receivers.
//!
//! ```text
//! ring -> early look: of a video frame that has lost a packet? of a receiver that has had its share, or does not run? -> dropped
//!              `-> up to the socket -> process: [frame buffer] all packets there -> used; one missing -> discarded
//! ```

use super::kernel::{Kernel, Napi, Socket};
use crate::cpu::Packet;
use crate::hardware::Fifo;
use crate::scenario::Step;

/// Looks at a packet just taken off a ring; returns whether it dropped the packet. The packet counts as dropped on the way
/// to its receiver's queue, with the little work that was spent on it.
pub async fn early_look(kernel: &Kernel, napi: &Napi, packet: Packet) -> bool {
    let (selective, looks, prefers_running) = {
        let options = kernel.options.borrow();
        (options.selective, options.looks_early(), options.prefers_running())
    };
    if !looks {
        return false;
    }
    let watches_frames = selective.watches_frames();
    let host = &kernel.host;
    host.work(Step::EarlyLook, packet).await;
    let (socket, sequence) = (kernel.socket_of(packet), host.header(packet).sequence);
    let ring = &napi.queue.ring;
    if is_half_full(ring) {
        kernel.shares.note_pressure();
    }
    let is_tight = is_half_full(ring) || is_half_full(&socket.queue);
    let gives_way = prefers_running && is_tight && another_runs(kernel, socket);
    let within = !gives_way && kernel.shares.admits(socket.number, host.now());
    if !within && watches_frames {
        socket.video_frames.drop_frame(sequence, selective.frame_packets);
    }
    let whole = !watches_frames
        || socket.video_frames.admits(sequence, selective.frame_packets, selective.frames, &socket.queue);
    if within && whole {
        return false;
    }
    host.work(Step::EarlyDrop, packet).await;
    host.packet_dropped(packet, socket.queue.place);
    true
}

fn is_half_full(queue: &Fifo) -> bool {
    queue.length() * 2 >= queue.limit()
}

/// Whether another receiver's process is running. While no receiver runs, no packet has to give way.
fn another_runs(kernel: &Kernel, socket: &Socket) -> bool {
    let running = kernel.cpus[socket.cpu].scheduler.running();
    kernel.sockets.iter().any(|other| other.number != socket.number && Some(other.process) == running)
}

/// Notes that the socket had no room: the remaining packets of the video frame are dropped earlier.
pub fn refused_at_socket(kernel: &Kernel, socket: &Socket, packet: Packet) {
    let packets = kernel.options.borrow().selective.frame_packets;
    socket.video_frames.drop_frame(kernel.host.header(packet).sequence, packets);
    kernel.shares.note_pressure();
}

/// Collects the packets of a video frame for the process, which uses the video frame when all are there. Discards an
/// incomplete one when another begins, or when its last packet comes.
pub async fn collect(kernel: &Kernel, socket: &Socket, buffer: &Fifo, packet: Packet) {
    let packets = kernel.options.borrow().selective.frame_packets;
    let sequence = kernel.host.header(packet).sequence;
    let frame_of = |packet: Packet| kernel.host.header(packet).sequence / packets;
    // packets of another video frame, whose last packet never came
    let older = match buffer.get(0) {
        Some(first) if frame_of(first) != sequence / packets => buffer.length(),
        _ => 0,
    };
    buffer.put(packet);
    discard(kernel, buffer, older).await;
    if (sequence + 1).is_multiple_of(packets) {
        if buffer.length() < packets as usize {
            discard(kernel, buffer, buffer.length()).await;
        }
        while let Some(packet) = buffer.take() {
            kernel.deliver(packet, buffer.place, socket);
        }
    }
}

/// Discards the oldest `count` packets.
async fn discard(kernel: &Kernel, buffer: &Fifo, count: usize) {
    for packet in (0..count).map_while(|_| buffer.take()) {
        kernel.host.work(Step::FrameBroken, packet).await;
        kernel.host.packet_dropped(packet, buffer.place);
    }
}
