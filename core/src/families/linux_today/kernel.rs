//! The state that all code of this kernel shares: the CPUs, the NAPI instances (one for each queue), the sockets.

use super::interface::{RxQueue, Watchdog};
use super::options::Options;
use super::shares::Shares;
use super::video_frames::VideoFrames;
use crate::cpu::{Channel, Host, Level, Packet, ThreadId};
use crate::hardware::{Clients, Fifo};
use crate::scenario::Step;
use crate::schedulers::{Fair, InterruptTime};
use crate::trace::{GateId, LineId, PlaceId};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// The first receiving process sleeps here until a packet comes.
const RECEIVER: u8 = 1;
/// First channels of the ksoftirqd processes (one for each CPU) and of the NAPI threads, which sleep until there is work.
const KSOFTIRQD: u8 = 8;
const NAPI_THREAD: u8 = 16;
/// First channel of the other receiving processes.
const RECEIVER_OTHERS: u8 = 24;

pub struct Kernel {
    pub host: Rc<Host>,
    pub options: RefCell<Options>,
    pub cpus: Vec<Cpu>,
    pub napis: Vec<Napi>,
    /// One for each receiver.
    pub sockets: Vec<Socket>,
    pub shares: Shares,
    pub clients: Rc<Clients>,
    /// Gate that is on while the receive call polls.
    pub busy: GateId,
}

/// The state of one CPU (softnet_data, softirqs, run queue).
pub struct Cpu {
    pub scheduler: Rc<Fair>,
    pub interrupts: Rc<InterruptTime>,
    /// The software interrupt's line (latched); NAPI threads need none.
    pub softirq: Option<LineId>,
    /// NET_RX_SOFTIRQ is pending; softirqs run now, in whichever context.
    pub pending: Cell<bool>,
    pub in_softirq: Cell<bool>,
    pub ksoftirqd: Channel,
    /// Gate that is on while ksoftirqd is awake.
    pub awake: Option<GateId>,
    pub ksoftirqd_awake: Cell<bool>,
    /// Numbers of the instances to poll.
    pub poll_list: RefCell<VecDeque<usize>>,
    /// Runs of net_rx_action that ended because the budget or the time was used up (time_squeeze).
    pub squeezed: Cell<u64>,
}

/// A NAPI instance: polls one queue.
pub struct Napi {
    pub number: usize,
    /// The CPU that its queue interrupts.
    pub cpu: usize,
    pub queue: Rc<RxQueue>,
    /// Set while somebody polls it or is going to (NAPI_STATE_SCHED).
    pub scheduled: Cell<bool>,
    /// Set while a receive call has claimed it (NAPI_STATE_IN_BUSY_POLL).
    pub busy: Cell<bool>,
    /// Set when it was scheduled again while `scheduled` was set (NAPI_STATE_MISSED).
    pub missed: Cell<bool>,
    /// Channel of its thread, when it has one.
    pub thread: Option<Channel>,
    /// How many more polls may find nothing before its queue interrupts again.
    pub deferred: Cell<u64>,
    /// The timer that schedules it when nothing interrupts.
    pub watchdog: Rc<Watchdog>,
    /// Gate that is on while its queue's interrupts are off.
    pub gate: GateId,
}

/// A receiving process's UDP socket.
pub struct Socket {
    pub number: usize,
    pub queue: Rc<Fifo>,
    /// Channel on which its process waits for a packet.
    pub waits: Channel,
    /// Where its process collects the packets of a video frame.
    pub frame_buffer: Option<Rc<Fifo>>,
    pub video_frames: VideoFrames,
    /// The instance that delivered its last packet (sk_napi_id).
    pub napi: Cell<Option<usize>>,
    /// Its process, and that process's CPU.
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
    pub fn options_changed(&self, options: Options) {
        self.cpus.iter().for_each(|cpu| cpu.scheduler.set_slice(options.slice));
        self.napis.iter().for_each(|napi| napi.queue.coalesce(options.rx_frames, options.rx_wait));
        self.shares.change(&options);
        *self.options.borrow_mut() = options;
    }

    /// Runs pending softirqs when an interrupt returns (irq_exit) or a process enables softirqs again
    /// (__local_bh_enable_ip). Does nothing if softirqs run already, or if ksoftirqd is awake and the options let only
    /// ksoftirqd run them.
    pub fn invoke_softirq(&self, cpu: &Cpu) {
        let is_left_to_ksoftirqd = self.options.borrow().ksoftirqd_alone && cpu.ksoftirqd_awake.get();
        if let (true, Some(line)) = (cpu.pending.get() && !cpu.in_softirq.get() && !is_left_to_ksoftirqd, cpu.softirq) {
            self.host.assert_line(line);
        }
    }

    /// Returns the socket that a packet goes to. With several receivers the packet's flow decides.
    pub fn socket_of(&self, packet: Packet) -> &Socket {
        let several = self.sockets.len() > 1;
        &self.sockets[if several { usize::from(self.host.header(packet).stream) } else { 0 }]
    }

    /// Delivers a packet that its process has finished with. The delivery is the reply that the packet's client waits for.
    pub fn deliver(&self, packet: Packet, place: PlaceId, socket: &Socket) {
        let header = self.host.packet_consumed(packet, place);
        self.shares.consumed(socket.number);
        self.clients.reply_arrived(header.client);
    }

    /// Puts the running process to sleep until it is woken. Interrupts are off, so nothing comes between that and the
    /// switch.
    pub async fn sleep(&self, channel: Channel) {
        self.host.sleep(channel).await;
        let level = self.host.raise(Level::CLOCK);
        self.host.call_leaf(Step::Schedule).await;
        self.host.restore(level);
    }
}
