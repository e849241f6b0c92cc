//! The state that all kernel code of a machine of M shares: its queues, interfaces and timers, and the channels on which threads
//! sleep.

use crate::cpu::{Channel, Host, Packet};
use crate::hardware::{Clients, Disk, Fifo, IntervalTimer, Receiver, ReenableTimer, Transmitter};
use crate::scenario::{Consumer, Design, Hung, Settings};
use crate::trace::{GateId, LineId, PlaceId};
use std::cell::{Cell, OnceCell, RefCell};
use std::pin::Pin;
use std::rc::Rc;

/// Work for the first CPU's IP layer or polling thread; `netisr` has the channels of all CPUs.
pub const NETISR: Channel = Channel(0);
/// A packet for screend to judge.
pub const SCREEND: Channel = Channel(1);
/// A packet for the process that reads packets.
pub const READER: Channel = Channel(3);
/// A clock tick, for threads that poll at every tick.
pub const TICK: Channel = Channel(4);
/// A packet for the inspector, and one for the receiving application.
pub const INSPECTOR: Channel = Channel(5);
pub const APPLICATION: Channel = Channel(6);
/// A process that hung goes on.
pub const HUNG: Channel = Channel(7);
/// A request for a file server's thread: the first channel of at most eight, one for each thread.
pub const SERVERS: u8 = 8;
/// The disk has served a thread: the first channel of at most eight.
pub const SERVED: u8 = SERVERS + 8;
/// `NETISR` of the other network threads: this channel plus the thread's number.
const NETISR_OTHERS: u8 = SERVED + 8;

/// Returns the channel for work of a network thread: a CPU's, whose number is the CPU's, or an interface's.
pub fn netisr(thread: usize) -> Channel {
    if thread == 0 { NETISR } else { Channel(NETISR_OTHERS + thread as u8) }
}

/// The sending side of an interface, as software sees it.
pub struct Output {
    pub queue: Rc<Fifo>,
    pub transmitter: Rc<Transmitter>,
    /// On from the time when the kernel hands packets over until it services their transmit interrupt. The kernel adds
    /// no packet meanwhile (M 7.5).
    pub active: Cell<bool>,
    pub active_gate: GateId,
    /// On while a CPU moves packets to the ring. Only one CPU may do that at a time.
    pub locked: Cell<bool>,
}

/// How the IP layer is requested.
#[derive(Clone, Copy)]
pub enum IpRequest {
    Thread,
    SoftwareInterrupt(LineId),
}

/// Called at every clock tick.
pub type TickTask = Box<dyn Fn()>;
/// A program's part of the clock's handler, and of a system call of the screening process that has taken a packet.
pub struct ProgramCode {
    pub tick: ProgramPart,
    pub dequeue: Option<ProgramPart>,
    /// The program marks interfaces active and ready itself (`lnsetactive`).
    pub marks_active: bool,
}
/// What there is to do now, if there is anything.
pub type ProgramPart = Box<dyn Fn() -> Option<Pin<Box<dyn Future<Output = ()>>>>>;
/// Called with the place of a queue when a packet is taken off it.
pub type DequeueTask = Box<dyn Fn(PlaceId)>;

/// The state that all kernel code shares.
pub struct Kernel {
    pub host: Rc<Host>,
    pub settings: Rc<RefCell<Settings>>,
    /// Receivers and outputs by interface.
    pub receivers: Vec<Option<Rc<Receiver>>>,
    pub outputs: Vec<Option<Output>>,
    pub ipintrq: Option<Rc<Fifo>>,
    pub screenq: Option<Rc<Fifo>>,
    /// The queue in front of the process that packets are for.
    pub deliveryq: Option<Rc<Fifo>>,
    /// The queue in front of a file server's threads.
    pub socketq: Option<Rc<Fifo>>,
    /// The queues in front of the inspector and of the receiving application.
    pub inspectq: Option<Rc<Fifo>>,
    pub localq: Option<Rc<Fifo>>,
    /// The queues that a program declares, in its order.
    pub program_queues: Vec<Rc<Fifo>>,
    pub ip_request: IpRequest,
    pub program_code: OnceCell<ProgramCode>,
    pub tick_tasks: RefCell<Vec<TickTask>>,
    /// Called when a packet is taken off `ipintrq`, or by a process off its queue.
    pub dequeue_task: RefCell<Option<DequeueTask>>,
    /// The timer of the circuit breaker or of the interrupt rate limit.
    pub reenable_timer: Rc<ReenableTimer>,
    /// The timer of a design that has a period.
    pub interval_timer: Option<Rc<IntervalTimer>>,
    /// The file server's disk.
    pub disk: Option<Rc<Disk>>,
    /// The clients that wait for packets to be delivered to a process.
    pub clients: Rc<Clients>,
}

impl Kernel {
    #[inline]
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Requests the IP layer (netisr). A second request before it runs has no effect.
    pub async fn request_ip(&self) {
        match self.ip_request {
            IpRequest::Thread => self.host.thread_wakeup(netisr(self.host.cpu())).await,
            IpRequest::SoftwareInterrupt(line) => self.host.assert_line(line),
        }
    }

    /// Whether this is the modified kernel of M 6.4, with polling on or off.
    pub fn is_modified(&self) -> bool {
        self.settings.borrow().kernel.design == Design::Polling
    }

    /// Whether packets are added to a transmit ring that is being sent. A program that marks no interface ready could never add another one.
    pub fn adds_while_active(&self) -> bool {
        self.settings.borrow().machine.add_while_active
            || self.program_code.get().is_some_and(|code| !code.marks_active)
    }

    /// Whether processes run on this CPU.
    pub fn runs_processes(&self, cpu: usize) -> bool {
        self.settings.borrow().machine.programs_cpu == cpu
    }

    /// Whether an interrupt handler continues with the next packet.
    pub fn handler_batches(&self) -> bool {
        self.settings.borrow().handler_batches()
    }

    pub fn consumer(&self) -> Consumer {
        self.settings.borrow().kernel.consumer
    }

    /// Returns the queue in front of a process: screend, the process that reads packets, or the file server.
    pub fn process_queue(&self) -> Option<&Fifo> {
        self.screenq.as_deref().or(self.deliveryq.as_deref()).or(self.socketq.as_deref())
    }

    /// Takes the next packet off the queue of a process. The process sleeps until a packet comes for it or, if it hangs, until it
    /// goes on.
    pub async fn next_packet(&self, process: Hung, queue: &Fifo, channel: Channel) -> Packet {
        loop {
            let hangs = self.hangs(process);
            if let Some(packet) = if hangs { None } else { queue.take() } {
                self.notify_dequeued(queue);
                let code = self.program_code.get().and_then(|code| code.dequeue.as_ref());
                if let Some(work) = code.and_then(|code| code()) {
                    work.await;
                }
                return packet;
            }
            self.host.sleep(if hangs { HUNG } else { channel }).await;
        }
    }

    fn hangs(&self, process: Hung) -> bool {
        self.settings.borrow().kernel.hung == process
    }

    /// Tells the design that a packet has been taken off a queue.
    pub fn notify_dequeued(&self, queue: &Fifo) {
        if let Some(task) = self.dequeue_task.borrow().as_ref() {
            task(queue.place);
        }
    }

    /// Returns the lines for received packets.
    pub fn receive_lines(&self) -> impl Iterator<Item = LineId> {
        self.receivers.iter().flatten().map(|receiver| receiver.line)
    }

    pub fn output(&self, interface: usize) -> &Output {
        self.outputs[interface].as_ref().expect("packets are routed to interfaces that send")
    }

    pub fn receiver(&self, interface: usize) -> &Receiver {
        self.receivers[interface].as_ref().expect("only receiving interfaces interrupt for received packets")
    }

    /// Returns the lines of an interface; its driver enables and disables them together.
    pub fn lines_of(&self, interface: usize) -> impl Iterator<Item = LineId> {
        let receive = self.receivers[interface].as_ref().map(|receiver| receiver.line);
        let transmit = self.outputs[interface].as_ref().map(|output| output.transmitter.line);
        receive.into_iter().chain(transmit)
    }

    /// Asserts latched lines again after interrupts have been enabled, for packets that came before.
    pub fn reassert_line(&self, interface: usize) {
        if let Some(receiver) = &self.receivers[interface] {
            receiver.reassert_line();
        }
        if let Some(output) = &self.outputs[interface] {
            output.transmitter.reassert_line();
        }
    }
}
