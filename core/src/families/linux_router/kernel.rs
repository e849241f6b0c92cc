//! State that the router's kernel code shares: interfaces, the backlog, the poll list, buffers to free.

use crate::cpu::Host;
use crate::hardware::{Fifo, Receiver, Transmitter};
use crate::kernel::Softirqs;
use crate::scenario::Settings;
use crate::trace::GateId;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// One network interface, with the halves that carry traffic.
pub struct Interface {
    pub receiver: Option<Rc<Receiver>>,
    pub sender: Option<Sender>,
    /// Gate that is on while the interface is on the poll list and its receive interrupts are off (NAPI).
    pub polled: Option<GateId>,
}

/// The sending half.
pub struct Sender {
    pub transmitter: Rc<Transmitter>,
    /// The queue of the queueing discipline, before the transmit ring.
    pub output: Rc<Fifo>,
}

/// An entry of the poll list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polled {
    Backlog,
    Interface(usize),
}

/// The queue between the interrupt and the softirq.
pub struct Backlog {
    pub queue: Rc<Fifo>,
    /// Set when the queue was full: it takes nothing more until it is empty.
    pub throttled: Cell<bool>,
    pub throttled_gate: GateId,
}

pub struct Kernel {
    pub host: Rc<Host>,
    pub settings: Rc<RefCell<Settings>>,
    pub interfaces: Vec<Interface>,
    pub softirqs: Softirqs,
    /// Entries that net_rx_action polls in turn.
    pub poll_list: RefCell<VecDeque<Polled>>,
    /// The queue of drivers without NAPI.
    pub backlog: Option<Backlog>,
    /// Number of sent packets' buffers that dev_kfree_skb_irq has queued for net_tx_action.
    pub completion_queue: Cell<u64>,
    /// Clock ticks since the start.
    pub ticks: Cell<u64>,
}

impl Kernel {
    pub fn receiver(&self, interface: usize) -> &Receiver {
        self.interfaces[interface].receiver.as_ref().expect("only interfaces with traffic are asked for packets")
    }

    pub fn sender(&self, interface: usize) -> &Sender {
        self.interfaces[interface].sender.as_ref().expect("packets are routed to interfaces that send")
    }

    /// Returns the numbers of the interfaces that have packets in their output queues.
    pub fn waiting_outputs(&self) -> impl Iterator<Item = usize> {
        let waits = |interface: &Interface| interface.sender.as_ref().is_some_and(|sender| !sender.output.is_empty());
        self.interfaces.iter().enumerate().filter(move |(_, interface)| waits(interface)).map(|(number, _)| number)
    }

    pub fn backlog(&self) -> &Backlog {
        self.backlog.as_ref().expect("a driver without NAPI has the backlog")
    }

    /// Moves the front entry of the poll list to its end.
    pub fn rotate_poll_list(&self) {
        self.poll_list.borrow_mut().rotate_left(1);
    }

    /// Removes the front entry of the poll list.
    pub fn remove_from_poll_list(&self) {
        self.poll_list.borrow_mut().pop_front();
    }
}
