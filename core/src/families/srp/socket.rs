//! A socket: the queues in which packets wait for a process, and the channels that wake its threads. FreeBSD has only the receive
//! queue; LRP has a channel in front of it, and SRP an unprocessed input queue (UIQ). A gateway's stage is a socket without a
//! receive queue.
//!
//! ```text
//! demultiplexing -> [ channel or UIQ ] -> protocols -> [ receive queue ] -> receive call
//! ```

use crate::cpu::{Channel, Packet, ThreadId};
use crate::hardware::Fifo;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

pub struct Socket {
    /// The channel or UIQ: packets that no protocol has processed.
    pub input: Option<Rc<Fifo>>,
    /// The receive queue: packets that the protocols have processed.
    pub queue: Option<Rc<Fifo>>,
    /// The process waits for packets here.
    pub arrivals: Channel,
    /// The process's signal handler, or its kernel thread for TCP, waits for packets here.
    pub asynchronous: Channel,
    /// The threads whose CPU time the socket's owner is charged.
    pub owners: Vec<ThreadId>,
    /// The process runs its own code: it is not in a receive call.
    pub computes: Cell<bool>,
    /// A blocked signal is pending.
    pub pending: Cell<bool>,
    /// Packets that the protocols are processing, off the input queue; they still count against the limit.
    pub in_protocols: Cell<usize>,
    /// For each packet of the receive queue: whether the process was computing on other data when the protocols brought the
    /// packet into the cache.
    cold: RefCell<VecDeque<bool>>,
}

impl Socket {
    pub fn new(input: Option<Rc<Fifo>>, queue: Option<Rc<Fifo>>, number: u8, owners: Vec<ThreadId>) -> Socket {
        let (computes, pending, in_protocols) = (Cell::new(false), Cell::new(false), Cell::new(0));
        let cold = RefCell::default();
        let (arrivals, asynchronous) = (Channel(FIRST_CHANNEL + 2 * number), Channel(FIRST_CHANNEL + 2 * number + 1));
        Socket { input, queue, arrivals, asynchronous, owners, computes, pending, in_protocols, cold }
    }

    /// Returns the number of waiting packets, processed or not, which R 5.2 compares with the limit.
    pub fn waiting(&self) -> usize {
        self.input.iter().chain(&self.queue).map(|queue| queue.length()).sum::<usize>() + self.in_protocols.get()
    }

    /// Returns the input queue, in a design that has one.
    pub fn input(&self) -> &Fifo {
        self.input.as_ref().expect("designs with early demultiplexing have input queues")
    }

    pub fn receive_queue(&self) -> &Fifo {
        self.queue.as_ref().expect("a process's socket has a receive queue")
    }

    pub fn has_input(&self) -> bool {
        self.input.as_ref().is_some_and(|input| !input.is_empty())
    }

    pub fn append(&self, packet: Packet) {
        self.cold.borrow_mut().push_back(self.computes.get());
        self.receive_queue().put(packet);
    }

    /// Takes the oldest packet, and tells whether its data is no longer in the cache.
    pub fn take(&self) -> Option<(Packet, bool)> {
        let packet = self.receive_queue().take()?;
        Some((packet, self.cold.borrow_mut().pop_front().expect("`cold` has an entry for each packet")))
    }
}

/// The first socket's channel; smaller numbers belong to the onoff processes.
const FIRST_CHANNEL: u8 = 16;
/// The first of the onoff processes' channels.
pub const ONOFF: u8 = 1;
