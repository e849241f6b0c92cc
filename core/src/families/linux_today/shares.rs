//! Shares of receivers (M 10.4): how many packets each receiver got in this interval, and how many it may get. Allowances
//! are in proportion to the configured shares. What a receiver does not ask for goes to the others. While no packet is
//! lost, every packet passes.

use super::options::Options;
use crate::units::Cycles;
use std::cell::{Cell, RefCell};

/// Packets added to every allowance for the next interval, so that it can grow (chosen by us). The allowance of a receiver that
/// took no more than it was allowed also grows by an eighth.
const GROWTH_PACKETS: u64 = 16;

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// In this interval: packets that came to the early look, packets that passed it, packets that the process took.
    asked: u64,
    passed: u64,
    taken: u64,
    /// Packets that may pass in this interval.
    allowed: u64,
}

pub struct Shares {
    on: Cell<bool>,
    /// Weight of each receiver. The first receiver has its configured per cent; the other receivers divide the rest evenly.
    weights: RefCell<Vec<u64>>,
    interval: Cell<Cycles>,
    /// Packets that pass one after another, so that a process need not be woken for each.
    batch: Cell<u64>,
    begin: Cell<Cycles>,
    counts: RefCell<Vec<Count>>,
    /// Whether packets are being lost in this interval: a ring was half full, or a socket was full.
    under_pressure: Cell<bool>,
    /// Whether packets were being lost in the interval before.
    was_under_pressure: Cell<bool>,
}

impl Shares {
    pub fn new(options: &Options) -> Shares {
        let count = Count { allowed: u64::MAX, ..Count::default() };
        let shares = Shares {
            on: Cell::new(false),
            weights: RefCell::default(),
            interval: Cell::new(options.selective.interval),
            batch: Cell::new(options.selective.batch),
            begin: Cell::new(Cycles::ZERO),
            counts: RefCell::new(vec![count; options.receivers]),
            under_pressure: Cell::new(false),
            was_under_pressure: Cell::new(false),
        };
        shares.change(options);
        shares
    }

    /// Applies a knob change.
    pub fn change(&self, options: &Options) {
        let (first, others) = (options.selective.first_share, options.receivers as u64 - 1);
        let weight = |number| if number == 0 { first * others } else { 100 - first };
        *self.weights.borrow_mut() = (0..options.receivers).map(weight).collect();
        self.on.set(options.shares_packets());
        self.interval.set(options.selective.interval);
        self.batch.set(options.selective.batch);
    }

    /// Notes that a ring is half full, or that a socket was full.
    pub fn note_pressure(&self) {
        self.under_pressure.set(true);
    }

    pub fn consumed(&self, receiver: usize) {
        self.counts.borrow_mut()[receiver].taken += 1;
    }

    /// Counts one more packet for a receiver; returns whether it may pass.
    pub fn admits(&self, receiver: usize, now: Cycles) -> bool {
        if !self.on.get() {
            return true;
        }
        let (interval, batch) = (self.interval.get(), self.batch.get());
        if now - self.begin.get() >= interval {
            self.begin_interval();
            self.begin.set(now);
        }
        let count = &mut self.counts.borrow_mut()[receiver];
        count.asked += 1;
        // spread evenly, because a socket has no room for all packets of an interval at once
        let so_far = count.allowed.saturating_mul((now - self.begin.get()).0) / interval.0;
        let is_due = count.passed / batch * batch <= so_far;
        let may_pass = is_due || !(self.under_pressure.get() || self.was_under_pressure.get());
        count.passed += u64::from(may_pass);
        may_pass
    }

    /// Computes the new allowances: divides the packets that all receivers took among the receivers, in proportion to their
    /// weights. The packets that a receiver did not ask for are divided among the other receivers.
    fn begin_interval(&self) {
        let (mut counts, weights) = (self.counts.borrow_mut(), self.weights.borrow());
        let taken: u64 = counts.iter().map(|count| count.taken).sum();
        let mut rest = taken;
        let mut sharing: Vec<usize> = (0..counts.len()).collect();
        loop {
            let all: u64 = sharing.iter().map(|number| weights[*number]).sum();
            let part = |number: usize| rest * weights[number] / all.max(1);
            let (modest, greedy): (Vec<usize>, Vec<usize>) =
                sharing.iter().partition(|number| counts[**number].asked <= part(**number));
            for number in modest.iter().chain(&greedy) {
                counts[*number].allowed = part(*number);
            }
            if modest.is_empty() || greedy.is_empty() {
                break;
            }
            rest -= modest.iter().map(|number| counts[*number].asked).sum::<u64>();
            sharing = greedy;
        }
        for count in counts.iter_mut() {
            let eighth = if count.taken <= count.allowed { count.allowed / 8 } else { 0 };
            *count = Count { allowed: count.allowed + eighth + GROWTH_PACKETS, ..Count::default() };
        }
        self.was_under_pressure.set(self.under_pressure.replace(false));
    }
}
