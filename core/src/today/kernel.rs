//! The state that all code of this kernel shares: what each CPU has of its own, the NAPI instances (one a queue), the
//! socket.

use super::frames::Frames;
use super::interface::{RxQueue, Watchdog};
use super::options::Options;
use super::shares::Shares;
use crate::cpu::{Channel, Host, Level, Packet, ThreadId};
use crate::hardware::{Clients, Fifo};
use crate::scenario::Step;
use crate::schedulers::{Fair, InterruptTime};
use crate::trace::{GateId, LineId, PlaceId};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// The first receiving process waits for a packet.
const RECEIVER: u8 = 1;
/// The compute-bound process waits to be switched on.
pub const COMPUTE: Channel = Channel(2);
/// ksoftirqd of each CPU, and the thread of each NAPI instance, wait for work.
const KSOFTIRQD: u8 = 8;
const NAPI_THREAD: u8 = 16;
/// The other receiving processes, by their numbers.
const RECEIVER_OTHERS: u8 = 24;

pub struct Kernel {
    pub host: Rc<Host>,
    pub options: RefCell<Options>,
    pub cpus: Vec<Cpu>,
    pub napis: Vec<Napi>,
    /// By receiver.
    pub sockets: Vec<Socket>,
    pub shares: Shares,
    pub clients: OnceCell<Rc<Clients>>,
    /// Shown while the receive call polls.
    pub busy: GateId,
}

/// What a CPU has of its own (softnet_data, its softirqs, its run queue).
pub struct Cpu {
    pub scheduler: Rc<Fair>,
    pub interrupts: Rc<InterruptTime>,
    /// The software interrupt's line (latched); threads of NAPI do without.
    pub softirq: Option<LineId>,
    /// NET_RX_SOFTIRQ is wanted; softirqs run now, in whichever context.
    pub pending: Cell<bool>,
    pub in_softirq: Cell<bool>,
    pub ksoftirqd: Channel,
    /// Shown while it is awake.
    pub awake: Option<GateId>,
    pub ksoftirqd_awake: Cell<bool>,
    /// Instances that want to be polled, by number.
    pub poll_list: RefCell<VecDeque<usize>>,
    /// Runs of net_rx_action that ended with their budget or their time (time_squeeze).
    pub squeezed: Cell<u64>,
}

/// What polls one queue.
pub struct Napi {
    pub number: usize,
    /// The CPU that its queue interrupts.
    pub cpu: usize,
    pub queue: Rc<RxQueue>,
    /// Somebody polls it, or is asked to (NAPI_STATE_SCHED).
    pub scheduled: Cell<bool>,
    /// A receive call has claimed it (NAPI_STATE_IN_BUSY_POLL).
    pub busy: Cell<bool>,
    /// It was asked for meanwhile (NAPI_STATE_MISSED).
    pub missed: Cell<bool>,
    /// Its thread, when it has one.
    pub thread: Option<Channel>,
    /// Polls that may find nothing before its queue interrupts again.
    pub deferred: Cell<u64>,
    /// The timer that has it polled although nothing interrupts, and whether it has run out.
    pub watchdog: Rc<Watchdog>,
    /// Shown while its queue's interrupts are off.
    pub gate: GateId,
}

/// A receiving process's UDP socket.
pub struct Socket {
    pub number: usize,
    pub queue: Fifo,
    /// Its process waits for a packet.
    pub waits: Channel,
    /// Where its process collects the packets of a frame.
    pub frame_buffer: Option<Fifo>,
    pub frames: Frames,
    /// The instance that its last packet came by (sk_napi_id).
    pub napi: Cell<Option<usize>>,
    /// Its process, and the CPU of that.
    pub process: ThreadId,
    pub cpu: usize,
}

pub fn ksoftirqd_channel(cpu: usize) -> Channel {
    Channel(KSOFTIRQD + cpu as u8)
}

pub fn receiver_channel(number: usize) -> Channel {
    Channel(if number == 0 { RECEIVER } else { RECEIVER_OTHERS + number as u8 })
}

pub fn thread_channel(napi: usize) -> Channel {
    Channel(NAPI_THREAD + napi as u8)
}

impl Kernel {
    /// Runs pending softirqs when an interrupt returns (irq_exit) or a process enables softirqs again
    /// (__local_bh_enable_ip), unless they run already, or ksoftirqd is awake and the options leave them to it.
    pub fn invoke_softirq(&self, cpu: &Cpu) {
        let is_left_to_ksoftirqd = self.options.borrow().ksoftirqd_alone && cpu.ksoftirqd_awake.get();
        if let (true, Some(line)) = (cpu.pending.get() && !cpu.in_softirq.get() && !is_left_to_ksoftirqd, cpu.softirq) {
            self.host.assert_line(line);
        }
    }

    /// Where a packet goes to: with several receivers its flow says so.
    pub fn socket_of(&self, packet: Packet) -> &Socket {
        let several = self.sockets.len() > 1;
        &self.sockets[if several { usize::from(self.host.frame(packet).stream) } else { 0 }]
    }

    /// A process has finished with a packet; that is the reply that its client waits for.
    pub fn deliver(&self, packet: Packet, place: PlaceId, socket: &Socket) {
        let frame = self.host.packet_consumed(packet, place);
        self.shares.consumed(socket.number);
        if let Some(clients) = self.clients.get() {
            clients.answered(frame.client);
        }
    }

    /// The process that runs now waits until it is woken; that and the switch to it are one, with interrupts off.
    pub async fn sleep(&self, channel: Channel) {
        self.host.sleep(channel).await;
        let level = self.host.raise(Level::CLOCK);
        self.host.call_briefly(Step::Schedule).await;
        self.host.restore(level);
    }
}
