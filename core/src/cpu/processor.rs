//! Runs the CPU that acts: lets time pass, calls the hardware, takes interrupts, and turns to threads.
//!
//! An interrupt's handler runs on top of what it interrupts, as on the real machine: the interrupted code is in the middle
//! of its step and is told of nothing. Only when the run's slice ends, or the scheduler wants another thread, does code
//! pause, and every handler and step on top of each other with it; `run` then goes on with them one by one.
//!
//! `pass` and what it calls are one loop, gone through several times a packet: compiled as one function (`inline(always)`)
//! they take a twentieth less time of all that a packet takes.

use super::activity::Activity;
use super::doing::{Loaded, Processor};
use super::executor::{Device, STUCK_AFTER, Software, Stuck};
use super::line::Line;
use super::{Host, Level};
use crate::scenario::Step;
use crate::trace::{Event, LineId};
use crate::units::Cycles;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

impl Host {
    /// Gives every slot its device and every activity its code, and lets that run up to its first wait: handlers to their
    /// first interrupt, threads ready to run.
    pub(super) fn start(&self, devices: Vec<Rc<dyn Device>>, software: Vec<(usize, Software)>) {
        *self.processor.devices.borrow_mut() = devices;
        for (number, code) in software {
            *self.activity(number).code.borrow_mut() = Some(code);
        }
        let idle = self.idle();
        for (number, activity) in self.activities().iter().enumerate().take(self.cpus.idle_first()) {
            if activity.is_thread {
                self.set_ready(number);
            } else {
                self.current.set(number);
                self.poll(activity);
                assert!(!activity.active.get(), "a handler begins by waiting for its interrupt");
            }
        }
        self.current.set(idle);
    }

    /// The machine is at an end: devices and code refer to the host, and would keep it.
    pub(super) fn end(&self) {
        self.processor.devices.take();
        for activity in self.activities() {
            activity.code.take();
        }
    }

    /// Runs up to, not including, what happens at `limit`, for at most so many turns; true when `limit` was reached.
    pub(super) fn run(&self, limit: Cycles, mut turns: u64) -> Result<bool, Stuck> {
        self.processor.end.set(limit);
        self.processor.limit.set(limit.min(self.processor.noting.get()));
        while self.now() < limit {
            if turns == 0 {
                return Ok(false);
            }
            let some = turns.min(STUCK_AFTER);
            turns -= some;
            self.make_turns(limit, some)?;
        }
        Ok(true)
    }

    /// At most so many turns; sees that time moves.
    fn make_turns(&self, limit: Cycles, turns: u64) -> Result<(), Stuck> {
        let processor = &self.processor;
        let began = self.now();
        processor.turns.set(turns);
        while self.now() < limit && processor.turns.get() > 0 {
            processor.turns.set(processor.turns.get() - 1);
            self.look_after();
            self.choose_cpu(limit);
            self.turn();
        }
        let without_time = if self.now() > began { 0 } else { processor.without_time.get() + turns };
        processor.without_time.set(without_time);
        if without_time < STUCK_AFTER { Ok(()) } else { Err(Stuck::new(self.now(), self.step_last.get())) }
    }

    /// Decides who has the CPU, and lets it go on until it has to stop.
    fn turn(&self) {
        if self.attention.get() || self.choice_due.get() {
            if !self.take_interrupts() {
                return;
            }
            if self.wants_another_thread() {
                self.pick_thread();
                return;
            }
        }
        let Processor { switching, interrupted, stacked, .. } = &self.processor;
        if interrupted.get() > Cycles::ZERO && stacked.get() == 0 {
            switching.set(interrupted.take());
            self.trace(Event::Run { switch: switching.get().0 as u32 });
        }
        if switching.get() > Cycles::ZERO {
            self.go_on_switching();
        } else if self.current.get() == self.idle() {
            self.pass_by(Cycles::ENDLESS);
        } else {
            self.go_on(self.current_activity());
        }
    }

    /// Lets the switch to the current thread take its time; of one that an interrupt has come into, remembers what is left.
    fn go_on_switching(&self) {
        let Processor { switching, interrupted, .. } = &self.processor;
        let left = self.pass_by(switching.get()).unwrap_or(Cycles::ZERO);
        if switching.get() > Cycles::ZERO {
            switching.set(left);
        } else if interrupted.get() > Cycles::ZERO {
            interrupted.set(left);
            self.attention.set(true);
        }
    }

    /// Finishes the step that an activity is in the middle of, and runs its code on.
    fn go_on(&self, activity: &Activity) {
        let left = activity.remaining.replace(Cycles::ZERO);
        if left > Cycles::ZERO
            && let Some(left) = self.pass_by(left)
        {
            activity.remaining.set(left);
        } else {
            self.run_code(activity);
        }
    }

    /// Runs an activity's code. False when it has to stop before it has returned.
    #[inline(always)]
    fn run_code(&self, activity: &Activity) -> bool {
        self.poll(activity);
        let has_returned = !activity.active.get() && !activity.is_thread;
        if has_returned {
            self.leave(activity);
        }
        has_returned
    }

    /// Lets the current activity spend `left`, whatever happens meanwhile: hardware acts, interrupts run on top. What is
    /// left when it has to stop; `None` when all is spent and its code may run on.
    #[inline(always)]
    pub(super) fn pass(&self, mut left: Cycles) -> Option<Cycles> {
        let switching = &self.processor.switching;
        loop {
            if self.attention.get() && !self.keeps_the_cpu() {
                return Some(left);
            }
            let (now, stop) = (self.now(), self.stop());
            let end = now + left;
            if end >= stop {
                let reached = stop.max(now);
                self.now.set(reached);
                left = end - reached;
            } else if left > Cycles::ZERO {
                self.now.set(end);
                self.horizon.set(stop);
                switching.set(Cycles::ZERO); // if this was a switch it is complete
                return None;
            }
            if left == Cycles::ZERO {
                switching.set(Cycles::ZERO); // the same, whatever comes now
            }
            if self.must_stop() {
                return Some(left);
            }
            self.look_after();
            if left == Cycles::ZERO && !self.attention.get() {
                self.horizon.set(self.stop());
                return None;
            }
        }
    }

    /// The same for the executor, which seldom asks.
    #[inline(never)]
    fn pass_by(&self, left: Cycles) -> Option<Cycles> {
        self.pass(left)
    }

    /// The first moment at which something may happen, or the slice ends.
    #[inline]
    fn stop(&self) -> Cycles {
        self.agenda.next().min(self.processor.limit.get())
    }

    /// Lets interrupts run on top of what the CPU does, unless it is another CPU's turn; whether it goes on with that
    /// afterwards.
    #[inline(always)]
    fn keeps_the_cpu(&self) -> bool {
        if self.now() >= self.processor.limit.get() {
            return false;
        }
        let switching = self.processor.switching.get(); // an interrupt puts an end to it
        self.take_interrupts() && switching == self.processor.switching.get() && !self.wants_another_thread()
    }

    /// Whether the slice is at its end; if not, this is one turn more.
    #[inline]
    fn must_stop(&self) -> bool {
        if self.now() >= self.processor.limit.get() && !self.only_notes() {
            return true;
        }
        let turns = self.processor.turns.get();
        if turns == 0 {
            return true;
        }
        self.processor.turns.set(turns - 1);
        false
    }

    /// At the limit: notes the counters when that is due. Whether the CPU can go on after that.
    #[cold]
    #[inline(never)]
    fn only_notes(&self) -> bool {
        let Processor { limit, end, noting, .. } = &self.processor;
        if self.now() < noting.get() {
            return false;
        }
        self.note();
        limit.set(end.get().min(noting.get()));
        // it may be another CPU's turn, too
        self.cpu_count() == 1 && self.now() < limit.get()
    }

    /// Calls the hardware that is due.
    #[inline(always)]
    fn look_after(&self) {
        while let Some(slot) = self.agenda.take_due(self.now()) {
            if self.cpu() == 0 { self.fire(slot) } else { self.fire_from_elsewhere(slot) }
        }
    }

    #[inline(always)]
    fn fire(&self, slot: usize) {
        self.processor.devices.borrow()[slot].fire();
    }

    #[inline(never)]
    fn fire_from_elsewhere(&self, slot: usize) {
        self.from_outside(&|| self.fire(slot));
    }

    /// Runs the handlers of pending lines above the CPU's level, highest first. False when one has to stop.
    #[inline(always)]
    fn take_interrupts(&self) -> bool {
        while let Some(line) = self.line_to_take() {
            if !self.run_code(self.take(line)) {
                return false;
            }
        }
        self.attention.set(false);
        true
    }

    /// Lets a pending line's handler preempt whatever runs.
    #[inline(always)]
    fn take(&self, line: LineId) -> &Activity {
        let processor = &self.processor;
        if processor.switching.get() > Cycles::ZERO {
            self.preempt_switch();
        }
        let stacked = processor.stacked.get();
        processor.stack[stacked % Level::COUNT].set((line, self.current.get()));
        processor.stacked.set(stacked + 1);
        self.counters.taken(line, self.now());
        let Line { handler: number, latched, .. } = *self.lines.begin_service(line);
        let handler = self.activity(number);
        handler.active.set(true);
        self.turn_to(number);
        self.trace(Event::Interrupt { line, latched });
        handler
    }

    /// What the handler that runs has preempted.
    pub(super) fn preempted(&self) -> usize {
        self.processor.stack[self.processor.stacked.get().saturating_sub(1) % Level::COUNT].get().1
    }

    /// An interrupt comes into a switch: that goes on afterwards, or the one who had the CPU before has it still.
    #[cold]
    fn preempt_switch(&self) {
        let Processor { switching, interrupted, before_switch, loaded, .. } = &self.processor;
        let left = switching.take();
        if self.finishes_switches {
            interrupted.set(left);
            return;
        }
        let before = before_switch.get();
        loaded.set(before);
        self.choice_due.set(true);
        self.load(before.thread());
        self.turn_to(match before {
            Loaded::Thread(thread) => thread,
            Loaded::Idle | Loaded::Nothing => self.idle(),
        });
    }

    /// The handler that runs has returned: goes back to what it preempted.
    #[inline(always)]
    fn leave(&self, handler: &Activity) {
        let processor = &self.processor;
        let stacked = processor.stacked.get() - 1;
        processor.stacked.set(stacked);
        let (line, before) = processor.stack[stacked % Level::COUNT].get();
        self.lines.end_service(line);
        self.turn_to(before);
        self.trace_as(handler.context, Event::Return { line, to: self.current_context() });
        if self.lines.is_pending(line) {
            self.counters.pending(line, self.now(), true);
        }
        self.attention.set(true);
    }

    /// Whether the scheduler's choice is not the thread that has the CPU.
    #[inline]
    fn wants_another_thread(&self) -> bool {
        self.choice_due.get() && self.processor.stacked.get() == 0 && self.choice_is_another()
    }

    /// Asked when no interrupt is in service.
    fn choice_is_another(&self) -> bool {
        if self.holds_its_level() {
            return false;
        }
        if self.choice() != self.processor.loaded.get() {
            self.attention.set(true);
            return true;
        }
        self.choice_due.set(false);
        false
    }

    fn choice(&self) -> Loaded {
        self.picker().pick(self.now()).map_or(Loaded::Idle, Loaded::Thread)
    }

    /// Turns to the thread that the scheduler wants.
    fn pick_thread(&self) {
        let processor = &self.processor;
        self.choice_due.set(false);
        processor.interrupted.set(Cycles::ZERO);
        let wanted = self.choice();
        let before = processor.loaded.replace(wanted);
        processor.before_switch.set(before);
        self.load(wanted.thread());
        match wanted {
            Loaded::Thread(thread) => {
                let is_free = before.thread().is_some_and(|before| self.picker().switch_is_free(before, thread));
                let cost = if is_free { Cycles::ZERO } else { self.cost(Step::ThreadRun) };
                processor.switching.set(cost);
                self.turn_to(thread);
                self.trace(Event::Run { switch: cost.0 as u32 });
            }
            Loaded::Idle | Loaded::Nothing => {
                processor.switching.set(Cycles::ZERO);
                self.turn_to(self.idle());
                self.trace(Event::Run { switch: 0 });
                if let Some(action) = self.on_idle[self.cpu()].borrow().as_ref() {
                    action();
                }
            }
        }
    }

    /// A thread that has raised the level keeps the CPU until it lowers it; asked when no interrupt is in service.
    fn holds_its_level(&self) -> bool {
        self.level() > Level::ZERO && self.current_activity().active.get()
    }

    fn poll(&self, activity: &Activity) {
        self.horizon.set(self.stop());
        let mut code = activity.code.borrow_mut();
        // a line that is never enabled, or that another's handler serves too, may have a handler without code
        let Some(code) = code.as_mut() else { return };
        match code.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => {}
            Poll::Ready(never) => match never {},
        }
    }
}
