//! Runs one CPU: fires hardware events, takes interrupts, picks threads, and lets time pass.
//!
//! Rules of order. (1) Hardware events due at a cycle come before any software step that begins at it, lower slot first.
//! (2) A line is taken when its level exceeds the CPU's; among several the highest level, then the line made first. A
//! running activity wins against an equal level. (3) Turning to another thread costs a switch, charged to that thread.
//! Until the switch is complete the thread before is still the current one: when an interrupt preempts the switch, it
//! begins again, or needs not be made at all (M 7.3). Going idle costs nothing; leaving idle costs a switch.

use super::Host;
use crate::scenario::Step;
use crate::scenario::costs::STEPS;
use crate::trace::Event;
use crate::units::Cycles;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// A piece of hardware: an explicit state machine that asks the host to be called at a time.
pub trait Device {
    fn fire(&self);
}

/// The code of an activity: handlers and threads never end.
pub type Software = Pin<Box<dyn Future<Output = std::convert::Infallible>>>;

/// Software or hardware went round without time moving. Our own mistake, told with what ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    pub at: Cycles,
    pub step: String,
}

impl fmt::Display for Stuck {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "no time passed in {STUCK_AFTER} events at cycle {}, near step {}", self.at.0, self.step)
    }
}

impl std::error::Error for Stuck {}

const STUCK_AFTER: u32 = 10_000;

/// Who runs when no interrupt does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loaded {
    /// Undecided: at the start, and after a switch that was preempted.
    Nothing,
    Idle,
    Thread(usize),
}

pub struct Executor {
    host: Rc<Host>,
    devices: Vec<Rc<dyn Device>>,
    software: Vec<Option<Software>>,
    /// Activities preempted by interrupts, the newest last: line and activity of each interrupt in service.
    stack: Vec<(u8, usize)>,
    loaded: Loaded,
    /// Who had the CPU before the switch that is going on.
    before_switch: Loaded,
    /// What is left of a switch to the loaded thread.
    switching: Option<Cycles>,
    idle: usize,
    without_time: u32,
    last: Cycles,
}

impl Executor {
    /// `devices[slot]` is called for the event of that slot; `software[activity]` is the code of each activity.
    pub fn new(host: Rc<Host>, devices: Vec<Rc<dyn Device>>, software: Vec<(usize, Software)>) -> Executor {
        let idle = host.activities.len() - 1;
        let mut code: Vec<Option<Software>> = host.activities.iter().map(|_| None).collect();
        for (activity, software) in software {
            code[activity] = Some(software);
        }
        assert!(code[..idle].iter().all(Option::is_some), "every handler and thread has its code");
        let last = Cycles::NEVER;
        let mut executor = Executor {
            host,
            devices,
            software: code,
            stack: Vec::new(),
            loaded: Loaded::Nothing,
            before_switch: Loaded::Nothing,
            switching: None,
            idle,
            without_time: 0,
            last,
        };
        executor.start();
        executor
    }

    /// Lets every activity run up to its first wait: handlers to their first interrupt, threads ready to run.
    fn start(&mut self) {
        let idle = self.idle;
        for number in 0..idle {
            if self.host.activities[number].is_thread {
                self.host.make_ready(number);
            } else {
                self.host.current.set(number);
                self.poll(number);
                assert!(!self.host.activities[number].active.get(), "a handler begins by waiting for its interrupt");
            }
        }
        self.host.current.set(idle);
    }

    /// Runs up to, not including, what happens at `limit`.
    pub fn run_until(&mut self, limit: Cycles) -> Result<(), Stuck> {
        self.run_steps(limit, u64::MAX).map(|_| ())
    }

    /// The same for at most so many turns of the loop; true when `limit` was reached.
    pub fn run_steps(&mut self, limit: Cycles, turns: u64) -> Result<bool, Stuck> {
        for _ in 0..turns {
            let now = self.host.now();
            if now >= limit {
                return Ok(true);
            }
            self.guard(now)?;
            self.fire_events(now);
            self.dispatch();
            let stop = self.host.earliest.get().min(limit);
            if let Some(left) = self.switching {
                self.switching = self.spend(left, stop);
                continue;
            }
            let current = self.host.current.get();
            if current == self.idle {
                self.host.spend(stop - now);
                continue;
            }
            let left = self.host.activities[current].remaining.get();
            if left > Cycles::ZERO {
                let left = self.spend(left, stop).unwrap_or(Cycles::ZERO);
                self.host.activities[current].remaining.set(left);
                continue;
            }
            self.host.horizon.set(stop);
            self.poll(current);
            if !self.host.activities[current].active.get() {
                self.leave(current);
            }
        }
        Ok(false)
    }

    /// Spends up to `left`, not past `stop`; what remains, `None` when nothing does.
    fn spend(&self, left: Cycles, stop: Cycles) -> Option<Cycles> {
        let part = left.min(stop - self.host.now());
        self.host.spend(part);
        (left > part).then(|| left - part)
    }

    fn guard(&mut self, now: Cycles) -> Result<(), Stuck> {
        if now != self.last {
            self.last = now;
            self.without_time = 0;
            return Ok(());
        }
        self.without_time += 1;
        if self.without_time < STUCK_AFTER {
            return Ok(());
        }
        let row = &STEPS[usize::from(self.host.step_last.get())];
        Err(Stuck { at: now, step: format!("{} ({})", row.id, row.procedure) })
    }

    /// Fires what is due.
    fn fire_events(&mut self, now: Cycles) {
        while self.host.earliest.get() <= now {
            let (slot, time) = self.earliest();
            if time > now {
                self.host.earliest.set(time);
                return;
            }
            self.host.events[slot].set(Cycles::NEVER);
            self.devices[slot].fire();
        }
    }

    fn earliest(&self) -> (usize, Cycles) {
        let mut best = (0, Cycles::NEVER);
        for (slot, time) in self.host.events.iter().enumerate().take(self.devices.len()) {
            if time.get() < best.1 {
                best = (slot, time.get());
            }
        }
        best
    }

    /// Decides who has the CPU now.
    fn dispatch(&mut self) {
        loop {
            let host = &self.host;
            let level = host.current_activity().level_now();
            if let Some(line) = host.lines.first_above(level) {
                self.take(line);
                return;
            }
            if !self.stack.is_empty() || !self.pick_thread() {
                return;
            }
        }
    }

    /// Lets a pending line's handler preempt whatever runs.
    fn take(&mut self, number: u8) {
        let host = &self.host;
        let line = &host.lines.rows[usize::from(number)];
        if self.switching.take().is_some() {
            self.loaded = self.before_switch;
            host.current.set(match self.loaded {
                Loaded::Thread(thread) => thread,
                Loaded::Idle | Loaded::Nothing => self.idle,
            });
        }
        let before = host.current.get();
        self.stack.push((number, before));
        host.counters.taken(number);
        host.set_line(number, |line| {
            line.in_service.set(true);
            if line.latched {
                line.asserted.set(false);
            }
        });
        let handler = line.handler;
        host.current.set(handler);
        host.activities[handler].active.set(true);
        host.trace(Event::Run);
        host.trace_level();
    }

    /// Turns to the thread that the scheduler wants; true when the decision has to be looked at again.
    fn pick_thread(&mut self) -> bool {
        let host = &self.host;
        let wanted = host.picker().pick().map_or(Loaded::Idle, Loaded::Thread);
        if wanted == self.loaded || self.holds_its_level() {
            return false;
        }
        self.before_switch = self.loaded;
        self.loaded = wanted;
        match wanted {
            Loaded::Thread(thread) => {
                host.current.set(thread);
                host.trace(Event::Run);
                host.trace_level();
                let cost = host.cost(Step::ThreadRun);
                self.switching = (cost > Cycles::ZERO).then_some(cost);
                host.trace(Event::Switch { cycles: cost.0 as u32 });
                false
            }
            Loaded::Idle | Loaded::Nothing => {
                self.switching = None;
                host.current.set(self.idle);
                host.trace(Event::Run);
                host.trace_level();
                if let Some(action) = host.on_idle.borrow().as_ref() {
                    action();
                }
                true
            }
        }
    }

    /// A thread that has raised the level keeps the CPU until it lowers it.
    fn holds_its_level(&self) -> bool {
        match self.loaded {
            Loaded::Thread(thread) => {
                let activity = &self.host.activities[thread];
                activity.active.get() && activity.level_now() > activity.level
            }
            Loaded::Idle | Loaded::Nothing => false,
        }
    }

    /// An activity has returned or gone to sleep: goes back to what it preempted.
    fn leave(&mut self, activity: usize) {
        let host = &self.host;
        if host.activities[activity].is_thread {
            return; // the scheduler decides at the next turn
        }
        host.trace(Event::End { blocked: false });
        let (line, before) = self.stack.pop().expect("a handler runs on the stack");
        host.set_line(line, |line| line.in_service.set(false));
        host.current.set(before);
        host.trace(Event::Run);
        host.trace_level();
    }

    fn poll(&mut self, activity: usize) {
        let software = self.software[activity].as_mut().expect("an activity that is polled has code");
        match software.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => {}
            Poll::Ready(never) => match never {},
        }
    }
}
