//! Runs one CPU: lets time pass, calls the hardware, takes interrupts, and turns to threads.
//!
//! An interrupt's handler runs on top of what it interrupts, as on the real machine: the interrupted code is in the middle
//! of its step and is told of nothing. Only when the run's slice ends, or the scheduler wants another thread, does code
//! pause, and every handler and step on top of each other with it; `run` then goes on with them one by one.

use super::executor::{Device, STUCK_AFTER, Software, Stuck};
use super::line::Line;
use super::{Host, Level};
use crate::scenario::Step;
use crate::trace::{Event, LineId};
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// Who runs when no interrupt does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loaded {
    /// Undecided: at the start.
    Nothing,
    Idle,
    Thread(usize),
}

pub(super) struct Processor {
    host: Rc<Host>,
    devices: Vec<Rc<dyn Device>>,
    /// By activity.
    software: Vec<RefCell<Software>>,
    /// Line and preempted activity of each interrupt in service, the newest last, and how many there are.
    stack: [Cell<(LineId, usize)>; Level::COUNT],
    stacked: Cell<usize>,
    loaded: Cell<Loaded>,
    /// Who had the CPU before the switch that is going on.
    before_switch: Cell<Loaded>,
    /// What is left of a switch to the loaded thread.
    switching: Cell<Option<Cycles>>,
    idle: usize,
    /// The slice: how far to run, and how many turns are left.
    limit: Cell<Cycles>,
    turns: Cell<u64>,
    /// When time last moved, and the turns since.
    last: Cell<Cycles>,
    without_time: Cell<u32>,
}

impl Processor {
    pub fn new(host: Rc<Host>, devices: Vec<Rc<dyn Device>>, software: Vec<(usize, Software)>) -> Processor {
        let idle = host.activities().len() - 1;
        let none = || RefCell::new(Box::pin(std::future::pending()) as Software);
        let code: Vec<RefCell<Software>> = host.activities().iter().map(|_| none()).collect();
        for (activity, software) in software {
            *code[activity].borrow_mut() = software;
        }
        Processor {
            host,
            devices,
            software: code,
            stack: [const { Cell::new((0, 0)) }; Level::COUNT],
            stacked: Cell::new(0),
            loaded: Cell::new(Loaded::Nothing),
            before_switch: Cell::new(Loaded::Nothing),
            switching: Cell::new(None),
            idle,
            limit: Cell::new(Cycles::ZERO),
            turns: Cell::new(0),
            last: Cell::new(Cycles::NEVER),
            without_time: Cell::new(0),
        }
    }

    /// Lets every activity run up to its first wait: handlers to their first interrupt, threads ready to run.
    pub fn start(&self) {
        let host = &*self.host;
        for (number, activity) in host.activities().iter().enumerate().take(self.idle) {
            if activity.is_thread {
                host.make_ready(number);
            } else {
                host.current.set(number);
                self.poll(number);
                assert!(!activity.active.get(), "a handler begins by waiting for its interrupt");
            }
        }
        host.current.set(self.idle);
    }

    /// Its machine is at an end.
    pub fn leave_host(&self) {
        self.host.processor.take();
    }

    /// Runs up to, not including, what happens at `limit`, for at most so many turns; true when `limit` was reached.
    pub fn run(&self, limit: Cycles, turns: u64) -> Result<bool, Stuck> {
        self.limit.set(limit);
        self.turns.set(turns);
        while self.host.now() < limit {
            if self.turns.get() == 0 {
                return Ok(false);
            }
            self.count_turn();
            self.look_after();
            self.turn();
            if self.is_stuck() {
                return Err(Stuck::new(self.host.now(), self.host.step_last.get()));
            }
        }
        Ok(true)
    }

    /// Decides who has the CPU, and lets it go on until it has to stop.
    fn turn(&self) {
        if self.host.attention.get() || self.host.choice_due.get() {
            if !self.take_interrupts() {
                return;
            }
            if self.wants_another_thread() {
                self.pick_thread();
                return;
            }
        }
        let current = self.host.current.get();
        if let Some(left) = self.switching.get() {
            let left = self.pass(left);
            if self.switching.get().is_some() {
                self.switching.set(left);
            }
        } else if current == self.idle {
            self.pass(Cycles::NEVER);
        } else {
            self.go_on(current);
        }
    }

    /// Finishes the step that an activity is in the middle of, and runs its code on. False when it has to stop before it
    /// has returned.
    fn go_on(&self, number: usize) -> bool {
        let activity = self.host.activity(number);
        let left = activity.remaining.replace(Cycles::ZERO);
        if left > Cycles::ZERO
            && let Some(left) = self.pass(left)
        {
            activity.remaining.set(left);
            return false;
        }
        self.poll(number);
        if !activity.active.get() && !activity.is_thread {
            self.leave();
            return true;
        }
        false
    }

    /// Lets the current activity spend `left`, whatever happens meanwhile: hardware acts, interrupts run on top. What is
    /// left when it has to stop; `None` when all is spent and its code may run on.
    pub fn pass(&self, mut left: Cycles) -> Option<Cycles> {
        let host = &*self.host;
        loop {
            if host.attention.get() && !self.keeps_the_cpu() {
                return Some(left);
            }
            let stop = host.agenda.next().min(self.limit.get());
            let until_stop = stop.saturating_sub(host.now());
            if left < until_stop && left > Cycles::ZERO {
                host.now.set(host.now() + left);
                host.horizon.set(stop);
                self.switching.set(None); // if this was a switch it is complete
                return None;
            }
            let part = left.min(until_stop);
            host.now.set(host.now() + part);
            left = left - part;
            if left == Cycles::ZERO {
                self.switching.set(None); // if this was a switch it is complete, whatever comes now
            }
            if self.must_stop() {
                return Some(left);
            }
            self.look_after();
            if left == Cycles::ZERO && !host.attention.get() {
                host.horizon.set(host.agenda.next().min(self.limit.get()));
                return None;
            }
        }
    }

    /// Lets interrupts run on top of what the CPU does; whether it goes on with that afterwards.
    fn keeps_the_cpu(&self) -> bool {
        let switching = self.switching.get().is_some();
        self.take_interrupts() && switching == self.switching.get().is_some() && !self.wants_another_thread()
    }

    /// Whether the slice is at its end.
    #[inline]
    fn must_stop(&self) -> bool {
        self.count_turn();
        self.host.now() >= self.limit.get() || self.turns.get() == 0 || self.is_stuck()
    }

    #[inline]
    fn count_turn(&self) {
        let now = self.host.now();
        let without_time = if now == self.last.replace(now) { self.without_time.get() + 1 } else { 0 };
        self.without_time.set(without_time);
        self.turns.set(self.turns.get().saturating_sub(1));
    }

    fn is_stuck(&self) -> bool {
        self.without_time.get() > STUCK_AFTER
    }

    /// Calls the hardware that is due.
    #[inline]
    fn look_after(&self) {
        while let Some(slot) = self.host.agenda.take_due(self.host.now()) {
            self.devices[slot].fire();
        }
    }

    /// Runs the handlers of pending lines above the CPU's level, highest first. False when one has to stop.
    fn take_interrupts(&self) -> bool {
        let host = &*self.host;
        while let Some(line) = host.lines.first_above(host.level.get()) {
            let handler = self.take(line);
            if !self.go_on(handler) {
                return false;
            }
        }
        host.attention.set(false);
        true
    }

    /// Lets a pending line's handler preempt whatever runs.
    fn take(&self, line: LineId) -> usize {
        let host = &*self.host;
        if self.switching.take().is_some() {
            self.loaded.set(self.before_switch.get());
            host.choice_due.set(true);
            host.turn_to(match self.loaded.get() {
                Loaded::Thread(thread) => thread,
                Loaded::Idle | Loaded::Nothing => self.idle,
            });
        }
        let stacked = self.stacked.get();
        self.stack[stacked % Level::COUNT].set((line, host.current.get()));
        self.stacked.set(stacked + 1);
        host.counters.taken(line);
        host.counters.pending(line, host.now(), false);
        let Line { handler, latched, .. } = *host.lines.begin_service(line);
        host.activity(handler).active.set(true);
        host.turn_to(handler);
        host.trace(Event::Interrupt { line, latched });
        handler
    }

    /// What the handler that runs has preempted.
    pub fn preempted(&self) -> usize {
        self.stack[self.stacked.get().saturating_sub(1) % Level::COUNT].get().1
    }

    /// The handler that runs has returned: goes back to what it preempted.
    fn leave(&self) {
        let host = &*self.host;
        let stacked = self.stacked.get() - 1;
        self.stacked.set(stacked);
        let (line, before) = self.stack[stacked % Level::COUNT].get();
        let handler = host.current_context();
        host.lines.end_service(line);
        host.turn_to(before);
        host.trace_as(handler, Event::Return { line, to: host.current_context() });
        host.counters.pending(line, host.now(), host.lines.is_pending(line));
        host.attention.set(true);
    }

    /// Whether the scheduler's choice is not the thread that has the CPU.
    #[inline]
    fn wants_another_thread(&self) -> bool {
        self.host.choice_due.get() && self.choice_is_another()
    }

    fn choice_is_another(&self) -> bool {
        let host = &*self.host;
        if self.stacked.get() > 0 || self.holds_its_level() {
            return false;
        }
        if self.choice() != self.loaded.get() {
            host.attention.set(true);
            return true;
        }
        host.choice_due.set(false);
        false
    }

    fn choice(&self) -> Loaded {
        self.host.picker().pick().map_or(Loaded::Idle, Loaded::Thread)
    }

    /// Turns to the thread that the scheduler wants.
    fn pick_thread(&self) {
        let host = &*self.host;
        host.choice_due.set(false);
        let wanted = self.choice();
        self.before_switch.set(self.loaded.replace(wanted));
        match wanted {
            Loaded::Thread(thread) => {
                let cost = host.cost(Step::ThreadRun);
                self.switching.set((cost > Cycles::ZERO).then_some(cost));
                host.turn_to(thread);
                host.trace(Event::Run { switch: cost.0 as u32 });
            }
            Loaded::Idle | Loaded::Nothing => {
                self.switching.set(None);
                host.turn_to(self.idle);
                host.trace(Event::Run { switch: 0 });
                if let Some(action) = host.on_idle.borrow().as_ref() {
                    action();
                }
            }
        }
    }

    /// A thread that has raised the level keeps the CPU until it lowers it.
    fn holds_its_level(&self) -> bool {
        match self.loaded.get() {
            Loaded::Thread(thread) => {
                let activity = self.host.activity(thread);
                activity.active.get() && activity.level_now() > activity.level
            }
            Loaded::Idle | Loaded::Nothing => false,
        }
    }

    fn poll(&self, activity: usize) {
        let host = &*self.host;
        host.horizon.set(host.agenda.next().min(self.limit.get()));
        match self.software[activity].borrow_mut().as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => {}
            Poll::Ready(never) => match never {},
        }
    }
}
