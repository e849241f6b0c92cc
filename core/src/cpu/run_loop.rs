//! The run loop: lets time pass, calls the hardware, takes interrupts, and switches threads, on the active CPU.
//!
//! A handler runs on top of the code that it interrupts, as on a real machine: that code is in the middle of a step and does
//! not notice. Code pauses only when the slice ends or the scheduler wants another thread. Then all nested handlers and the
//! code beneath them pause together, and `run` resumes them one by one later.
//!
//! `spend_cycles` and the functions that it calls are one loop, which runs several times a packet. Compiled as one function
//! (`inline(always)`) they save 5 % of the time of a packet.

use super::activity::{Activity, Device, Software};
use super::dispatcher::{Dispatcher, Scheduled};
use super::interrupt_lines::Line;
use super::trap::{STUCK_AFTER, Trap};
use super::{Host, Level};
use crate::scenario::Step;
use crate::trace::{Event, LineId};
use crate::units::Cycles;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

impl Host {
    /// Gives each slot its device and each activity its code. Handlers run up to their first wait for an interrupt; threads
    /// become ready.
    pub(super) fn start(&self, devices: Vec<Rc<dyn Device>>, software: Vec<(usize, Software)>) {
        *self.dispatcher.devices.borrow_mut() = devices;
        for (number, code) in software {
            *self.activity(number).code.borrow_mut() = Some(code);
        }
        let idle = self.idle();
        for (number, activity) in self.activities().iter().enumerate().take(self.cpus.first_idle()) {
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

    /// Drops devices and code: they refer to the host and would keep it alive.
    pub(super) fn end(&self) {
        self.dispatcher.devices.take();
        for activity in self.activities() {
            activity.code.take();
        }
    }

    /// Runs up to `limit`, for at most this many iterations. Returns true when `limit` has been reached. What happens at `limit`
    /// itself is left to the next call.
    pub(super) fn run(&self, limit: Cycles, mut iterations: u64) -> Result<bool, Trap> {
        self.dispatcher.slice_end.set(limit);
        self.dispatcher.pause_at.set(limit.min(self.dispatcher.next_sample.get()));
        while self.now() < limit {
            if let Some(trap) = self.trap.get() {
                return Err(trap.clone());
            }
            if iterations == 0 {
                return Ok(false);
            }
            let batch = iterations.min(STUCK_AFTER);
            iterations -= batch;
            self.run_batch(limit, batch);
        }
        Ok(true)
    }

    /// Runs at most this many iterations, and checks that time moves.
    fn run_batch(&self, limit: Cycles, iterations: u64) {
        let dispatcher = &self.dispatcher;
        let began = self.now();
        dispatcher.iterations_left.set(iterations);
        while self.now() < limit && dispatcher.iterations_left.get() > 0 {
            dispatcher.iterations_left.set(dispatcher.iterations_left.get() - 1);
            self.fire_due_devices();
            self.activate_next_cpu(limit);
            self.iterate();
        }
        let iterations_without_time =
            if self.now() > began { 0 } else { dispatcher.iterations_without_time.get() + iterations };
        dispatcher.iterations_without_time.set(iterations_without_time);
        if iterations_without_time >= STUCK_AFTER {
            let _halted = self.trap_stuck();
        }
    }

    /// Decides which activity has the CPU, and runs it until it has to pause.
    fn iterate(&self) {
        if self.needs_dispatch.get() || self.needs_reschedule.get() {
            if !self.serve_interrupts() {
                return;
            }
            if self.needs_thread_switch() {
                self.switch_thread();
                return;
            }
        }
        let Dispatcher { switch_left, suspended_switch, interrupt_depth, .. } = &self.dispatcher;
        if suspended_switch.get() > Cycles::ZERO && interrupt_depth.get() == 0 {
            switch_left.set(suspended_switch.take());
            self.trace(Event::Run { switch: switch_left.get().0 as u32 });
        }
        if switch_left.get() > Cycles::ZERO {
            self.continue_switch();
        } else if self.current.get() == self.idle() {
            self.spend_cycles_outlined(Cycles::ENDLESS);
        } else {
            self.resume(self.current_activity());
        }
    }

    /// Spends the cycles of the switch to the current thread. If an interrupt preempts the switch, keeps what is left of it.
    fn continue_switch(&self) {
        let Dispatcher { switch_left, suspended_switch, .. } = &self.dispatcher;
        let left = self.spend_cycles_outlined(switch_left.get()).unwrap_or(Cycles::ZERO);
        if switch_left.get() > Cycles::ZERO {
            switch_left.set(left);
        } else if suspended_switch.get() > Cycles::ZERO {
            suspended_switch.set(left);
            self.needs_dispatch.set(true);
        }
    }

    /// Finishes the interrupted step of an activity, then goes on with its code.
    fn resume(&self, activity: &Activity) {
        let left = activity.remaining.replace(Cycles::ZERO);
        if left > Cycles::ZERO
            && let Some(left) = self.spend_cycles_outlined(left)
        {
            activity.remaining.set(left);
        } else {
            self.run_code(activity);
        }
    }

    /// Runs an activity's code. Returns true if it is a handler that has returned.
    #[inline(always)]
    fn run_code(&self, activity: &Activity) -> bool {
        self.poll(activity);
        let has_returned = !activity.active.get() && !activity.is_thread;
        if has_returned {
            self.return_from_handler(activity);
        }
        has_returned
    }

    /// Spends `left` cycles of the current activity. Meanwhile hardware events happen and interrupts run on top. Returns
    /// `None` when all is spent and the activity's code can go on, or the cycles that are left when it has to pause.
    #[inline(always)]
    pub(super) fn spend_cycles(&self, mut left: Cycles) -> Option<Cycles> {
        let switch_left = &self.dispatcher.switch_left;
        loop {
            if self.needs_dispatch.get() && !self.continues_after_interrupts() {
                return Some(left);
            }
            let (now, stop) = (self.now(), self.next_stop());
            let end = now + left;
            if end >= stop {
                let reached = stop.max(now);
                self.now.set(reached);
                left = end - reached;
            } else if left > Cycles::ZERO {
                self.now.set(end);
                self.horizon.set(stop);
                switch_left.set(Cycles::ZERO); // if this was a thread switch, it is complete
                return None;
            }
            if left == Cycles::ZERO {
                switch_left.set(Cycles::ZERO); // if this was a thread switch, it is complete, also if the loop pauses now
            }
            if self.must_stop() {
                return Some(left);
            }
            self.fire_due_devices();
            if left == Cycles::ZERO && !self.needs_dispatch.get() {
                self.horizon.set(self.next_stop());
                return None;
            }
        }
    }

    /// Calls `spend_cycles`. Rare callers use this function, so that the loop is not inlined into them.
    #[inline(never)]
    pub(super) fn spend_cycles_outlined(&self, left: Cycles) -> Option<Cycles> {
        self.spend_cycles(left)
    }

    /// The earliest time at which a hardware event happens or the loop has to pause.
    #[inline]
    fn next_stop(&self) -> Cycles {
        self.events.next().min(self.dispatcher.pause_at.get())
    }

    /// Runs the handlers of pending interrupts, unless the CPU has to pause. Returns whether the current activity goes on
    /// afterwards.
    #[inline(always)]
    fn continues_after_interrupts(&self) -> bool {
        if self.now() >= self.dispatcher.pause_at.get() {
            return false;
        }
        let switch_left = self.dispatcher.switch_left.get(); // an interrupt ends or suspends a switch
        self.serve_interrupts() && switch_left == self.dispatcher.switch_left.get() && !self.needs_thread_switch()
    }

    /// Whether the loop has to pause. If not, counts one iteration more.
    #[inline]
    pub(super) fn must_stop(&self) -> bool {
        if self.now() >= self.dispatcher.pause_at.get() && !self.sample_and_continue() {
            return true;
        }
        let iterations = self.dispatcher.iterations_left.get();
        if iterations == 0 {
            return true;
        }
        self.dispatcher.iterations_left.set(iterations - 1);
        false
    }

    /// Called at `pause_at`: samples the counters if that is due. Returns whether the CPU can go on after that.
    #[cold]
    #[inline(never)]
    fn sample_and_continue(&self) -> bool {
        let Dispatcher { pause_at, slice_end, next_sample, .. } = &self.dispatcher;
        if self.now() < next_sample.get() {
            return false;
        }
        self.sample_counters();
        pause_at.set(slice_end.get().min(next_sample.get()));
        // with several CPUs another one may have to act now
        self.cpu_count() == 1 && self.now() < pause_at.get()
    }

    /// Calls the devices whose events are due.
    #[inline(always)]
    fn fire_due_devices(&self) {
        while let Some(slot) = self.events.take_due(self.now()) {
            if self.cpu() == 0 { self.fire(slot) } else { self.fire_with_cpu_0(slot) }
        }
    }

    #[inline(always)]
    fn fire(&self, slot: usize) {
        self.dispatcher.devices.borrow()[slot].fire();
    }

    #[inline(never)]
    fn fire_with_cpu_0(&self, slot: usize) {
        self.with_cpu_0(&|| self.fire(slot));
    }

    /// Runs the handlers of pending lines above the CPU's level, highest level first. Returns false when one has to pause.
    #[inline(always)]
    fn serve_interrupts(&self) -> bool {
        while let Some(line) = self.line_to_take() {
            if !self.run_code(self.enter_handler(line)) {
                return false;
            }
        }
        self.needs_dispatch.set(false);
        true
    }

    /// Makes the handler of a pending line preempt the current activity.
    #[inline(always)]
    fn enter_handler(&self, line: LineId) -> &Activity {
        let dispatcher = &self.dispatcher;
        if dispatcher.switch_left.get() > Cycles::ZERO {
            dispatcher.suspended_switch.set(dispatcher.switch_left.take());
        }
        let interrupt_depth = dispatcher.interrupt_depth.get();
        dispatcher.interrupt_stack[interrupt_depth % Level::COUNT].set((line, self.current.get()));
        dispatcher.interrupt_depth.set(interrupt_depth + 1);
        self.counters.taken(line, self.now());
        let Line { handler: number, latched, .. } = *self.lines.begin_service(line);
        let handler = self.activity(number);
        handler.active.set(true);
        self.switch_to(number);
        self.trace(Event::Interrupt { line, latched });
        handler
    }

    /// The activity that the current handler has preempted.
    pub(super) fn preempted(&self) -> usize {
        self.dispatcher.interrupt_stack[self.dispatcher.interrupt_depth.get().saturating_sub(1) % Level::COUNT].get().1
    }

    /// Returns from a handler to the activity that it has preempted.
    #[inline(always)]
    fn return_from_handler(&self, handler: &Activity) {
        let dispatcher = &self.dispatcher;
        let interrupt_depth = dispatcher.interrupt_depth.get() - 1;
        dispatcher.interrupt_depth.set(interrupt_depth);
        let (line, before) = dispatcher.interrupt_stack[interrupt_depth % Level::COUNT].get();
        self.lines.end_service(line);
        self.switch_to(before);
        self.trace_as(handler.context, Event::Return { line, to: self.current_context() });
        if self.lines.is_pending(line) {
            self.counters.pending(line, self.now(), true);
        }
        self.needs_dispatch.set(true);
    }

    /// Whether the scheduler chooses another thread than the one that has the CPU.
    #[inline]
    fn needs_thread_switch(&self) -> bool {
        self.needs_reschedule.get() && self.dispatcher.interrupt_depth.get() == 0 && self.scheduler_wants_another()
    }

    /// Computes `needs_thread_switch` when no interrupt is in service.
    fn scheduler_wants_another(&self) -> bool {
        if self.runs_above_level_zero() {
            return false;
        }
        if self.pick_next() != self.dispatcher.scheduled.get() {
            self.needs_dispatch.set(true);
            return true;
        }
        self.needs_reschedule.set(false);
        false
    }

    fn pick_next(&self) -> Scheduled {
        self.scheduler().pick(self.now()).map_or(Scheduled::Idle, Scheduled::Thread)
    }

    /// Begins a switch to the thread that the scheduler chooses. If another switch is in progress, that switch is given up:
    /// the thread before it still has its state on the CPU, so a switch back to that thread costs nothing (M 7.3).
    fn switch_thread(&self) {
        let dispatcher = &self.dispatcher;
        self.needs_reschedule.set(false);
        let gives_up = dispatcher.switch_left.get().max(dispatcher.suspended_switch.take()) > Cycles::ZERO;
        let next = self.pick_next();
        let scheduled = dispatcher.scheduled.replace(next);
        let previous = if gives_up { dispatcher.switched_from.get() } else { scheduled };
        dispatcher.switched_from.set(previous);
        self.scheduler().switched(next.thread(), self.now());
        match next {
            Scheduled::Thread(thread) => {
                let is_same_process = |previous| self.scheduler().switch_is_free(previous, thread);
                let is_free = previous == next || previous.thread().is_some_and(is_same_process);
                let part = self.activity(thread).part;
                let cost = if is_free { Cycles::ZERO } else { self.costs.take(part, Step::ThreadRun) };
                dispatcher.switch_left.set(cost);
                self.switch_to(thread);
                self.trace(Event::Run { switch: cost.0 as u32 });
            }
            Scheduled::Idle | Scheduled::Undecided => {
                dispatcher.switch_left.set(Cycles::ZERO);
                self.switch_to(self.idle());
                self.trace(Event::Run { switch: 0 });
                if let Some(action) = self.on_idle[self.cpu()].borrow().as_ref() {
                    action();
                }
            }
        }
    }

    /// Whether the current thread has raised the level: then it keeps the CPU until it lowers the level. Called only when no
    /// interrupt is in service.
    fn runs_above_level_zero(&self) -> bool {
        self.level() > Level::ZERO && self.current_activity().active.get()
    }

    fn poll(&self, activity: &Activity) {
        self.horizon.set(self.next_stop());
        let mut code = activity.code.borrow_mut();
        // a handler has no code if its line is never enabled, or if the handler of another line also serves its line
        let Some(code) = code.as_mut() else { return };
        match code.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => {}
            Poll::Ready(never) => match never {},
        }
    }
}
