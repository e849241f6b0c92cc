//! The state that the router's kernel code shares: interfaces, the backlog, the poll list, buffers waiting to be freed.

use crate::cpu::{Host, Packet};
use crate::hardware::{Fifo, Receiver, Transmitter};
use crate::linux::Softirqs;
use crate::scenario::{Settings, Step};
use crate::trace::GateId;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// One network interface: the halves that traffic goes through.
pub struct Interface {
    pub receiver: Option<Rc<Receiver>>,
    pub sender: Option<Sender>,
    /// Receive interrupts are off and the interface is on the poll list (NAPI).
    pub polled: Option<GateId>,
}

/// The sending half.
pub struct Sender {
    pub transmitter: Rc<Transmitter>,
    /// The kernel's queue before the transmit ring (the queueing discipline's).
    pub output: Fifo,
}

/// Who can be on the poll list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polled {
    Backlog,
    Interface(usize),
}

/// The queue between the interrupt and the softirq.
pub struct Backlog {
    pub queue: Fifo,
    /// It was full: until it is empty nothing more is put there.
    pub throttled: Cell<bool>,
    pub throttled_gate: GateId,
}

pub struct Kernel {
    pub host: Rc<Host>,
    pub settings: RefCell<Settings>,
    pub interfaces: Vec<Interface>,
    pub softirqs: Softirqs,
    /// What net_rx_action takes packets from, in turn.
    pub poll_list: RefCell<VecDeque<Polled>>,
    /// Of the drivers without NAPI.
    pub backlog: Option<Backlog>,
    /// Buffers of sent packets that dev_kfree_skb_irq has put aside.
    pub put_aside: Cell<u64>,
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

    /// The sending interfaces with packets in their output queues.
    pub fn waiting_outputs(&self) -> impl Iterator<Item = usize> {
        let waits = |interface: &Interface| interface.sender.as_ref().is_some_and(|sender| !sender.output.is_empty());
        self.interfaces.iter().enumerate().filter(move |(_, interface)| waits(interface)).map(|(number, _)| number)
    }

    pub fn backlog(&self) -> &Backlog {
        self.backlog.as_ref().expect("a driver without NAPI has the backlog")
    }

    /// Throws a packet away, which costs something too.
    pub fn drop_at(&self, packet: Packet, queue: &Fifo, step: Step) -> impl Future<Output = ()> {
        self.host.drop_at(packet, queue.place, step)
    }

    /// The front of the poll list has its turn later.
    pub fn poll_again_later(&self) {
        self.poll_list.borrow_mut().rotate_left(1);
    }

    /// The front of the poll list has nothing left.
    pub fn poll_no_more(&self) {
        self.poll_list.borrow_mut().pop_front();
    }
}
