//! A socket: where packets wait for a process, and who is told of them. FreeBSD has the receive queue only; LRP has a channel
//! before it, SRP an unprocessed input queue (UIQ). A stage of a gateway is a socket without a receive queue.
//!
//!   demultiplexing -> [ channel or UIQ ] -> protocols -> [ receive queue ] -> receive call

use crate::cpu::{Channel, Packet, ThreadId};
use crate::hardware::Fifo;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

pub struct Socket {
    /// Packets that protocols have not seen.
    pub input: Option<Fifo>,
    /// Packets that protocols have finished with.
    pub queue: Option<Fifo>,
    /// The process waits for packets here.
    pub arrivals: Channel,
    /// Its signal's handler, or the kernel thread that processes TCP for it, waits here.
    pub asynchronous: Channel,
    /// The threads that run at the owner's expense.
    pub owners: Vec<ThreadId>,
    /// The process is in code of its own: neither in a receive call nor waiting in one.
    pub computes: Cell<bool>,
    /// A signal waits until the process no longer blocks it.
    pub pending: Cell<bool>,
    /// Packets taken off the input queue that protocols are at work on: their room is not given away meanwhile.
    pub in_hand: Cell<usize>,
    /// For each packet of the receive queue: the process computed on other data when protocols brought it into the cache.
    cold: RefCell<VecDeque<bool>>,
}

impl Socket {
    pub fn new(input: Option<Fifo>, queue: Option<Fifo>, number: u8, owners: Vec<ThreadId>) -> Socket {
        let (computes, pending, in_hand) = (Cell::new(false), Cell::new(false), Cell::new(0));
        let cold = RefCell::default();
        let (arrivals, asynchronous) = (Channel(FIRST_CHANNEL + 2 * number), Channel(FIRST_CHANNEL + 2 * number + 1));
        Socket { input, queue, arrivals, asynchronous, owners, computes, pending, in_hand, cold }
    }

    /// All packets that wait, processed or not: what R 5.2 compares with the limit.
    pub fn waiting(&self) -> usize {
        self.input.iter().chain(&self.queue).map(Fifo::length).sum::<usize>() + self.in_hand.get()
    }

    pub fn set_limit(&self, limit: usize) {
        self.input.iter().chain(&self.queue).for_each(|fifo| fifo.set_limit(limit));
    }

    /// The input queue of a design that has one.
    pub fn input(&self) -> &Fifo {
        self.input.as_ref().expect("early demultiplexing has queues to put packets on")
    }

    pub fn receive_queue(&self) -> &Fifo {
        self.queue.as_ref().expect("a process receives from a queue")
    }

    pub fn has_input(&self) -> bool {
        self.input.as_ref().is_some_and(|input| !input.is_empty())
    }

    pub fn append(&self, packet: Packet) {
        self.cold.borrow_mut().push_back(self.computes.get());
        self.receive_queue().put(packet);
    }

    /// The oldest packet, and whether its data is no longer in the cache.
    pub fn take(&self) -> Option<(Packet, bool)> {
        let packet = self.receive_queue().take()?;
        Some((packet, self.cold.borrow_mut().pop_front().expect("every packet of the queue is known")))
    }
}

/// Channels 0 and 1 are the compute-bound process's and the onoff processes'.
const FIRST_CHANNEL: u8 = 16;
/// The compute-bound process is wanted.
pub const COMPUTE: Channel = Channel(0);
/// The first of the onoff processes' channels.
pub const ONOFF: u8 = 1;
