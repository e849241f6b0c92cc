//! What kernel designs share: queues, the way of a packet from IP to the wire, the clock's handler, and the plan by which a
//! machine's contexts, places and lines are laid out. Designs and programs build on it; it knows none of them.

mod blueprint;
mod clock;
mod code;
mod contexts;
mod delivery;
mod forwarding;
mod input;
mod interrupt;
mod places;

pub use blueprint::{Blueprint, InterfaceIds, Protocol, Shape, Transmit};
pub use clock::hardclock;
pub use code::{CALLING, CodeLine, FILTERING, FORWARDING, LOCKING, QUEUED_INPUT, SCREENING, SERVING, TRANSMITTING};
pub use contexts::Contexts;
pub use delivery::{packet_filter, udp_input};
pub use forwarding::{forward, ip_output, lnstart, lntint_body};
pub use input::{copy, ether_input_direct, ipintr, lninitdesc, lnintr_receive, lnread, lnrint, lntint};
pub use interrupt::{called, enter, leave};

use crate::cpu::{Channel, Host, Packet};
use crate::hardware::{Clients, Disk, Fifo, Interval, Receiver, Timer, Transmitter};
use crate::scenario::{Consumer, Design, Settings, Step};
use crate::trace::{GateId, LineId, PlaceId};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// Work for the IP layer, or for the polling thread; of several CPUs, for the first one's (`netisr`).
pub const NETISR: Channel = Channel(0);
/// A packet for screend to judge.
pub const SCREEND: Channel = Channel(1);
/// The compute-bound process is wanted.
pub const COMPUTE: Channel = Channel(2);
/// A packet for the process that reads them.
pub const READER: Channel = Channel(3);
/// A clock tick, for who polls at every one.
pub const TICK: Channel = Channel(4);
/// A request for one of a file server's threads: as many channels as there are threads at most.
pub const SERVERS: u8 = 8;
/// The disk has served one of them.
pub const SERVED: u8 = SERVERS + 8;
/// As `NETISR`, for the other CPUs by their numbers.
const NETISR_OTHERS: u8 = SERVED + 8;

/// Work for the IP layer, or for the polling thread, of a CPU.
pub fn netisr(cpu: usize) -> Channel {
    if cpu == 0 { NETISR } else { Channel(NETISR_OTHERS + cpu as u8) }
}

/// The sending side of an interface, as software sees it.
pub struct Output {
    pub queue: Fifo,
    pub transmitter: Rc<Transmitter>,
    /// From handing a packet over until its transmit interrupt is serviced nothing is added (M 7.5).
    pub active: Cell<bool>,
    pub active_gate: GateId,
    /// A CPU moves packets to the ring: of several, one at a time.
    pub locked: Cell<bool>,
}

/// How the IP layer is asked to run.
#[derive(Clone, Copy)]
pub enum IpCall {
    Thread,
    SoftwareInterrupt(LineId),
}

/// Asked to do something at every clock tick.
pub type TickTask = Box<dyn Fn()>;
/// Told of a place off which a packet was taken.
pub type TakenTask = Box<dyn Fn(PlaceId)>;

/// The state that all kernel code shares.
pub struct Kernel {
    pub host: Rc<Host>,
    pub settings: RefCell<Settings>,
    /// By interface.
    pub receivers: Vec<Option<Rc<Receiver>>>,
    pub outputs: Vec<Option<Output>>,
    pub ipintrq: Option<Fifo>,
    pub screenq: Option<Fifo>,
    /// Before the process that packets are for.
    pub deliveryq: Option<Fifo>,
    /// Before a file server's threads.
    pub socketq: Option<Fifo>,
    pub ip_call: IpCall,
    pub tick_tasks: RefCell<Vec<TickTask>>,
    /// Told when a packet is taken off `ipintrq`, or off its queue by a process.
    pub queue_taken: RefCell<Option<TakenTask>>,
    /// The circuit breaker's, or the interrupt rate limit's.
    pub timer: Rc<Timer>,
    /// The design's own.
    pub interval: Option<Rc<Interval>>,
    /// A file server's.
    pub disk: Option<Rc<Disk>>,
    /// Who waits for packets to be delivered to a process.
    pub clients: OnceCell<Rc<Clients>>,
}

impl Kernel {
    #[inline]
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Asks for the IP layer (netisr): a second request before it runs changes nothing.
    pub async fn call_ip(&self) {
        match self.ip_call {
            IpCall::Thread => self.host.thread_wakeup(netisr(self.host.cpu())).await,
            IpCall::SoftwareInterrupt(line) => self.host.assert_line(line),
        }
    }

    /// Throws a packet away, which costs something too.
    pub fn drop_at(&self, packet: Packet, queue: &Fifo, step: Step) -> impl Future<Output = ()> {
        self.host.drop_at(packet, queue.place, step)
    }

    /// The kernel of M 6.4, whatever it is configured to do.
    pub fn is_modified(&self) -> bool {
        self.settings.borrow().kernel.design == Design::Polling
    }

    /// Whether processes run on this CPU.
    pub fn runs_processes(&self, cpu: usize) -> bool {
        self.settings.borrow().machine.programs_cpu == cpu
    }

    /// Whether an interrupt handler goes on with the next packet.
    pub fn handler_goes_on(&self) -> bool {
        self.settings.borrow().handler_goes_on()
    }

    pub fn consumer(&self) -> Consumer {
        self.settings.borrow().kernel.consumer
    }

    /// The queue before a process, whatever the process does with packets.
    pub fn process_queue(&self) -> Option<&Fifo> {
        self.screenq.as_ref().or(self.deliveryq.as_ref()).or(self.socketq.as_ref())
    }

    /// A packet has been taken off a queue.
    pub fn tell_taken(&self, queue: &Fifo) {
        if let Some(task) = self.queue_taken.borrow().as_ref() {
            task(queue.place);
        }
    }

    /// The lines for received packets.
    pub fn receive_lines(&self) -> impl Iterator<Item = LineId> {
        self.receivers.iter().flatten().map(|receiver| receiver.line)
    }

    pub fn output(&self, interface: usize) -> &Output {
        self.outputs[interface].as_ref().expect("packets are routed to interfaces that send")
    }

    pub fn receiver(&self, interface: usize) -> &Receiver {
        self.receivers[interface].as_ref().expect("only receiving interfaces interrupt for received packets")
    }

    /// The lines of an interface, which its driver enables and disables together.
    pub fn lines_of(&self, interface: usize) -> impl Iterator<Item = LineId> {
        let receive = self.receivers[interface].as_ref().map(|receiver| receiver.line);
        let transmit = self.outputs[interface].as_ref().map(|output| output.transmitter.line);
        receive.into_iter().chain(transmit)
    }

    /// Interrupts are on again, perhaps for what came before: latched lines are asserted anew.
    pub fn interrupt_again(&self, interface: usize) {
        if let Some(receiver) = &self.receivers[interface] {
            receiver.interrupt_again();
        }
        if let Some(output) = &self.outputs[interface] {
            output.transmitter.interrupt_again();
        }
    }
}
