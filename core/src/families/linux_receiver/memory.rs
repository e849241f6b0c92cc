//! Memory as pages: how many are free, how many can be reclaimed (page cache and buffer cache), and how many packets take.
//! Packets' buffers cannot be reclaimed or swapped out (W 3). This file has the numbers only; `reclaim` spends CPU time on
//! them.
//!
//! ```text
//! high --- kswapd stops          free pages fall as packets, compile jobs and file contents take them
//! low  --- kswapd is awakened
//! min  --- processes reclaim pages themselves
//! reserve  interrupts get nothing: a descriptor is not refilled (W 4.1)
//! ```

use super::options::{Options, PAGE};
use crate::cpu::{Channel, Device, Host};
use crate::units::Cycles;
use std::cell::Cell;
use std::rc::Rc;

/// Watermarks in pages, as in kernel 2.6 with 256 MB. MIN is min_free_kbytes (2,048). LOW is a quarter more than MIN, HIGH
/// a half more. The reserve is three eighths of MIN.
const MIN: u64 = 512;
const LOW: u64 = MIN * 5 / 4;
const HIGH: u64 = MIN * 3 / 2;
const RESERVE: u64 = MIN * 3 / 8;
/// Pages that are reclaimed at once.
pub const BATCH: u64 = 32;

/// Processes sleep here until a page has been reclaimed or written out.
pub const PAGES: Channel = Channel(2);

pub struct Memory {
    /// Pages that are free or taken by packets.
    pool: Cell<u64>,
    /// Bytes of buffers beyond those that the ring had at the start.
    buffer_bytes: Cell<i64>,
    /// Pages of the page cache that were not used lately, those that were, and pages of the buffer cache.
    inactive: Cell<u64>,
    active: Cell<u64>,
    buffers: Cell<u64>,
    /// Processes killed because memory had run out.
    pub kills: Cell<u32>,
}

impl Memory {
    pub fn new(options: &Options) -> Memory {
        // the kernel keeps about half of the page cache on the list of pages that it reclaims first
        let inactive = options.cached / 2;
        Memory {
            pool: Cell::new(options.free),
            buffer_bytes: Cell::new(0),
            inactive: Cell::new(inactive),
            active: Cell::new(options.cached - inactive),
            buffers: Cell::new(options.buffers),
            kills: Cell::new(0),
        }
    }

    /// Number of free pages.
    pub fn free(&self) -> u64 {
        self.free_with(0)
    }

    fn free_with(&self, more: u64) -> u64 {
        let bytes = (self.buffer_bytes.get() + more as i64).max(0) as u64;
        self.pool.get().saturating_sub(bytes.div_ceil(PAGE))
    }

    pub fn cached(&self) -> u64 {
        self.inactive.get() + self.active.get()
    }

    pub fn buffers(&self) -> u64 {
        self.buffers.get()
    }

    /// Takes a buffer for a packet; returns whether there was memory. Code in an interrupt calls this, so it cannot wait.
    pub fn take_buffer(&self, bytes: u64) -> bool {
        let granted = self.free_with(bytes) > RESERVE;
        if granted {
            self.buffer_bytes.set(self.buffer_bytes.get() + bytes as i64);
        }
        granted
    }

    pub fn give_buffer(&self, bytes: u64) {
        self.buffer_bytes.set(self.buffer_bytes.get() - bytes as i64);
    }

    /// Exchanges `count` buffers for buffers of another size.
    pub fn exchange_buffers(&self, count: u64, old: u64, new: u64) {
        self.buffer_bytes.set(self.buffer_bytes.get() + (count * new) as i64 - (count * old) as i64);
    }

    /// Takes pages for a process; returns false when the process has to wait for reclaim first.
    pub fn take_pages(&self, pages: u64) -> bool {
        let granted = self.free() >= MIN + pages;
        if granted {
            self.pool.set(self.pool.get() - pages);
        }
        granted
    }

    pub fn give_pages(&self, pages: u64) {
        self.pool.set(self.pool.get() + pages);
    }

    /// Uses a page that was taken for file contents.
    pub fn cache_page(&self) {
        self.inactive.set(self.inactive.get() + 1);
    }

    pub fn is_low(&self) -> bool {
        self.free() < LOW
    }

    pub fn is_enough(&self) -> bool {
        self.free() >= HIGH
    }

    pub fn can_reclaim(&self) -> bool {
        self.cached() + self.buffers.get() > 0
    }

    /// Whether nothing can be reclaimed and processes get no pages.
    pub fn is_exhausted(&self) -> bool {
        !self.can_reclaim() && self.free() < MIN
    }

    /// Reclaims a batch of pages: first those of the page cache that were not used lately, then pages of both caches in
    /// proportion.
    pub fn reclaim(&self) {
        let old = self.inactive.get().min(BATCH);
        self.inactive.set(self.inactive.get() - old);
        let rest = BATCH - old;
        let (active, buffers) = (self.active.get(), self.buffers.get());
        let from_buffers = (rest * buffers).checked_div(active + buffers).unwrap_or(0).min(buffers);
        let from_active = (rest - from_buffers).min(active);
        self.active.set(active - from_active);
        self.buffers.set(buffers - from_buffers);
        // proportions are rounded down: the last pages are taken from one cache after the other
        let last = if active == 0 { (rest - from_buffers).min(self.buffers.get()) } else { 0 };
        self.buffers.set(self.buffers.get() - last);
        self.give_pages(old + from_active + from_buffers + last);
    }
}

/// The disk that dirty pages are written to before they can be reclaimed. A write takes time but no CPU time. Left out: the
/// disk's queue and its interrupt.
pub struct Disk {
    host: Rc<Host>,
    slot: usize,
}

impl Disk {
    pub fn new(host: &Rc<Host>, slot: usize) -> Disk {
        Disk { host: host.clone(), slot }
    }

    /// Starts to write a batch of pages. Wakes the waiters for `PAGES` when it is done.
    pub fn write(&self, time: Cycles) {
        self.host.schedule(self.slot, self.host.now() + time);
    }
}

impl Device for Disk {
    fn fire(&self) {
        self.host.schedule(self.slot, Cycles::NEVER);
        self.host.wake(PAGES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Settings, Values};

    fn memory(free: u64, cached: u64, buffers: u64) -> Memory {
        let options = Options::of(&Settings::from(&Values::defaults()));
        Memory::new(&Options { free, cached, buffers, ..options })
    }

    #[test]
    fn interrupts_may_use_pages_that_processes_may_not() {
        let memory = memory(MIN, 0, 0);
        assert!(!memory.take_pages(1));
        assert!(memory.take_buffer(PAGE));
    }

    #[test]
    fn buffers_run_out_at_the_reserve() {
        let memory = memory(MIN, 0, 0);
        let taken = (0..).take_while(|_| memory.take_buffer(PAGE)).count() as u64;
        assert_eq!(memory.free(), RESERVE + 1);
        assert_eq!(taken, MIN - RESERVE - 1);
        memory.give_buffer(PAGE);
        assert!(memory.take_buffer(PAGE));
    }

    #[test]
    fn inactive_pages_are_reclaimed_first_then_both_caches_in_proportion() {
        let memory = memory(0, 4_000, 1_000);
        while memory.inactive.get() > 0 {
            assert_eq!(memory.buffers(), 1_000);
            memory.reclaim();
        }
        for _ in 0..30 {
            memory.reclaim();
        }
        let (cached, buffers) = (memory.cached(), memory.buffers());
        assert!(cached < 2_000 && buffers < 1_000);
        assert!((cached as f64 / buffers as f64 - 2.0).abs() < 0.2, "{cached} {buffers}");
    }

    #[test]
    fn pages_are_conserved() {
        let memory = memory(10, 77, 33);
        while memory.can_reclaim() {
            memory.reclaim();
            assert_eq!(memory.free() + memory.cached() + memory.buffers(), 120);
        }
        assert_eq!(memory.free(), 120);
    }
}
