//! The O(1) scheduler of Linux 2.6 (W 3, figure 6; rules as in kernel 2.6.12). Tasks are in an active and an expired array, by
//! priority. A task that has used its time slice waits in the expired array until the active array is empty; then the scheduler
//! exchanges the two arrays.
//!
//! ```text
//! active  [100 ... 139] --slice used--> expired [100 ... 139]      exchanged when the active array is empty
//!    ^----- interactive task: it sleeps much ----'
//! ```
//!
//! Left out: real-time tasks, several CPUs, forks (which share a slice), sleeps that cannot be interrupted.

use crate::cpu::{Scheduler, ThreadId};
use crate::units::{Cycles, Hertz};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// The range of nice values.
pub const NICE: RangeInclusive<i64> = -20..=19;
/// Number of process priorities. Linux counts them from 100 (runs first) to 139, this file from 0; nice 0 is in the middle.
const PRIORITIES: usize = 40;
const NICE_0: i64 = 20;
/// Most bonus points for sleeping; an ordinary task has half of them.
const BONUS_MAX: u64 = 10;
/// A task of nice 0 is interactive when it has this many more bonus points than an ordinary task.
const INTERACTIVE_DELTA: i64 = 2;
const SLICE_MS: u64 = 100;
const SLICE_MIN_MS: u64 = 5;
/// Milliseconds of sleep that bring all bonus points. Multiplied by the number of tasks, it is also the longest wait of expired
/// tasks.
const SLEEP_MAX_MS: u64 = SLICE_MS * BONUS_MAX;
/// Milliseconds after which an interactive task with all points yields to tasks of the same priority.
const GRANULARITY_MS: u64 = 10;

/// Returns how long a task of a nice value runs before it waits for the others (W table 4).
pub fn time_slice_ms(nice: i64) -> u64 {
    let base = if nice < 0 { 4 * SLICE_MS } else { SLICE_MS };
    let steps = (NICE_0 - nice) as u64;
    (base * steps / NICE_0 as u64).max(SLICE_MIN_MS)
}

/// One process.
struct Task {
    thread: ThreadId,
    nice: Cell<i64>,
    /// The number of the task's queue. It depends on the nice value and on the bonus points.
    priority: Cell<usize>,
    /// Ticks left of its slice.
    slice: Cell<u64>,
    /// Recent sleep time, less run time.
    sleep_average: Cell<Cycles>,
    /// When the task started or stopped running.
    since: Cell<Cycles>,
    /// The task has been woken and has not run since: waiting for the CPU counts as sleep.
    awakened: Cell<bool>,
    /// The task has never been ready, so its sleep time is not known.
    is_new: Cell<bool>,
    expired: Cell<bool>,
    is_ready: Cell<bool>,
}

struct Array {
    queues: [VecDeque<usize>; PRIORITIES],
    /// Bits of the queues that are not empty.
    filled: u64,
}

impl Array {
    fn empty() -> RefCell<Array> {
        RefCell::new(Array { queues: std::array::from_fn(|_| VecDeque::new()), filled: 0 })
    }

    fn enqueue(&mut self, task: usize, priority: usize) {
        self.queues[priority].push_back(task);
        self.filled |= 1 << priority;
    }

    fn dequeue(&mut self, task: usize, priority: usize) {
        self.queues[priority].retain(|other| *other != task);
        if self.queues[priority].is_empty() {
            self.filled &= !(1 << priority);
        }
    }

    fn first(&self) -> Option<usize> {
        self.queues.get(self.filled.trailing_zeros() as usize).and_then(|queue| queue.front().copied())
    }
}

pub struct O1 {
    tasks: Vec<Task>,
    active: RefCell<Array>,
    expired: RefCell<Array>,
    /// The task that has the CPU.
    current: Cell<Option<usize>>,
    /// Ticks so far, and the tick at which the first expired task got into its array.
    ticks: Cell<u64>,
    expired_since: Cell<Option<u64>>,
    /// The least nice value of the expired tasks.
    expired_best: Cell<i64>,
    millisecond: Cycles,
    ticks_per_second: u64,
    /// True during softirqs whose ticks are charged to no task (W 3). If it is `None`, every tick is charged.
    uncharged: Option<Rc<Cell<bool>>>,
}

impl O1 {
    /// Makes a scheduler of tasks with nice values. `uncharged` is on while the CPU is in a softirq whose ticks are charged to no
    /// task. Without it every tick is charged to the task that has the CPU, as in 2.6.12.
    pub fn new(
        tasks: &[(ThreadId, i64)],
        clock: Hertz,
        ticks_per_second: u64,
        uncharged: Option<Rc<Cell<bool>>>,
    ) -> O1 {
        let millisecond = clock.cycles_in_milliseconds(1);
        let scheduler = O1 {
            tasks: tasks.iter().map(|(thread, nice)| Task::new(*thread, *nice)).collect(),
            active: Array::empty(),
            expired: Array::empty(),
            current: Cell::new(None),
            ticks: Cell::new(0),
            expired_since: Cell::new(None),
            expired_best: Cell::new(*NICE.end()),
            millisecond,
            ticks_per_second,
            uncharged,
        };
        for task in &scheduler.tasks {
            task.slice.set(scheduler.slice_of(task));
            task.priority.set(scheduler.priority_of(task));
        }
        scheduler
    }

    /// Sets a nice value (set_user_nice): it changes the task's priority at once, and the length of its slices from the next slice
    /// on. Returns whether the value is new.
    pub fn set_nice(&self, thread: ThreadId, nice: i64) -> bool {
        let number = self.number(thread);
        let task = &self.tasks[number];
        if task.nice.replace(nice) == nice {
            return false;
        }
        let array = if task.expired.get() { &self.expired } else { &self.active };
        let previous_priority = task.priority.replace(self.priority_of(task));
        if task.is_ready.get() {
            array.borrow_mut().dequeue(number, previous_priority);
            array.borrow_mut().enqueue(number, task.priority.get());
        }
        true
    }

    fn number(&self, thread: ThreadId) -> usize {
        self.tasks.iter().position(|task| task.thread == thread).expect("the scheduler knows every thread")
    }

    fn in_ticks(&self, milliseconds: u64) -> u64 {
        (milliseconds * self.ticks_per_second / 1_000).max(1)
    }

    fn slice_of(&self, task: &Task) -> u64 {
        self.in_ticks(time_slice_ms(task.nice.get()))
    }

    fn sleep_max(&self) -> Cycles {
        Cycles(self.millisecond.0 * SLEEP_MAX_MS)
    }

    /// Returns the bonus points for sleeping, from 0 to 10.
    fn bonus(&self, task: &Task) -> u64 {
        task.sleep_average.get().0 * BONUS_MAX / self.sleep_max().0
    }

    fn priority_of(&self, task: &Task) -> usize {
        let points = self.bonus(task) as i64 - BONUS_MAX as i64 / 2;
        (NICE_0 + task.nice.get() - points).clamp(0, PRIORITIES as i64 - 1) as usize
    }

    /// Returns the extra points that make a task interactive.
    fn interactive_delta(task: &Task) -> i64 {
        task.nice.get() * BONUS_MAX as i64 / PRIORITIES as i64 + INTERACTIVE_DELTA
    }

    fn is_interactive(task: &Task) -> bool {
        task.priority.get() as i64 <= NICE_0 + task.nice.get() - O1::interactive_delta(task)
    }

    /// Whether the expired tasks have waited too long, or one of them has a better nice value than this task.
    fn expired_starve(&self, task: &Task) -> bool {
        let ready = self.tasks.iter().filter(|task| task.is_ready.get()).count() as u64;
        let longest = self.in_ticks(SLEEP_MAX_MS) * ready + 1;
        let waited = self.expired_since.get().is_some_and(|since| self.ticks.get() - since >= longest);
        waited || task.nice.get() > self.expired_best.get()
    }

    /// Gives bonus points for sleep, and for waiting for the CPU after it. A task that has many points gets fewer.
    fn credit(&self, task: &Task, slept: Cycles) {
        let slept = slept.min(self.sleep_max());
        let long =
            SLEEP_MAX_MS as i64 * (BONUS_MAX as i64 / 2 + O1::interactive_delta(task) + 1) / BONUS_MAX as i64 - 1;
        if slept.0 > self.millisecond.0 * long.max(0) as u64 {
            // a long sleep makes a task interactive, but does not bring all points
            task.sleep_average.set(Cycles(self.millisecond.0 * (SLEEP_MAX_MS - SLICE_MS)));
        } else {
            let gain = slept.0 * (BONUS_MAX - self.bonus(task)).max(1);
            task.sleep_average.set(Cycles(task.sleep_average.get().0 + gain).min(self.sleep_max()));
        }
        task.priority.set(self.priority_of(task));
    }

    /// Charges running, which costs bonus points; a task with many points loses them more slowly.
    fn charge(&self, task: &Task, now: Cycles) {
        let ran = now.saturating_sub(task.since.get()).min(self.sleep_max());
        let loss = Cycles(ran.0 / self.bonus(task).max(1));
        task.sleep_average.set(task.sleep_average.get().saturating_sub(loss));
        task.since.set(now);
    }

    /// Returns the first task of the active array. When the array is empty, exchanges the arrays.
    fn first(&self) -> Option<usize> {
        let first = self.active.borrow().first();
        if first.is_some() || self.expired.borrow().filled == 0 {
            return first;
        }
        self.active.swap(&self.expired);
        for task in &self.tasks {
            task.expired.set(false);
        }
        self.expired_since.set(None);
        self.expired_best.set(*NICE.end());
        self.active.borrow().first()
    }

    /// Gives the CPU to another task.
    fn switch_to(&self, next: Option<usize>, now: Cycles) {
        if let Some(before) = self.current.replace(next) {
            self.charge(&self.tasks[before], now);
        }
        if let Some(number) = next {
            let task = &self.tasks[number];
            if task.awakened.replace(false) {
                let previous_priority = task.priority.get();
                self.credit(task, now - task.since.get());
                let mut active = self.active.borrow_mut();
                active.dequeue(number, previous_priority);
                active.queues[task.priority.get()].push_front(number);
                active.filled |= 1 << task.priority.get();
            }
            task.since.set(now);
        }
    }

    /// Ends a task's slice and gives it a new one. The task moves to the expired array, unless it is interactive and no expired
    /// task starves.
    fn expire(&self, number: usize) {
        let task = &self.tasks[number];
        self.active.borrow_mut().dequeue(number, task.priority.get());
        task.priority.set(self.priority_of(task));
        task.slice.set(self.slice_of(task));
        if self.expired_since.get().is_none() {
            self.expired_since.set(Some(self.ticks.get()));
        }
        if O1::is_interactive(task) && !self.expired_starve(task) {
            self.active.borrow_mut().enqueue(number, task.priority.get());
        } else {
            task.expired.set(true);
            self.expired_best.set(self.expired_best.get().min(task.nice.get()));
            self.expired.borrow_mut().enqueue(number, task.priority.get());
        }
    }

    /// Whether an interactive task yields to tasks of the same priority within its slice.
    fn yields(&self, task: &Task) -> bool {
        let doublings = (BONUS_MAX - self.bonus(task)).max(1) - 1;
        let granularity = self.in_ticks(GRANULARITY_MS) << doublings;
        let left = task.slice.get();
        let used = self.slice_of(task).saturating_sub(left);
        O1::is_interactive(task) && used.is_multiple_of(granularity) && left >= granularity
    }
}

impl Scheduler for O1 {
    fn ready(&self, thread: ThreadId, now: Cycles) {
        let number = self.number(thread);
        let task = &self.tasks[number];
        if !task.is_new.replace(false) && self.current.get() != Some(number) {
            self.credit(task, now - task.since.get());
            task.since.set(now);
            task.awakened.set(true);
        }
        task.is_ready.set(true);
        self.active.borrow_mut().enqueue(number, task.priority.get());
    }

    fn asleep(&self, thread: ThreadId, _: Cycles) {
        let number = self.number(thread);
        let task = &self.tasks[number];
        task.is_ready.set(false);
        let array = if task.expired.replace(false) { &self.expired } else { &self.active };
        array.borrow_mut().dequeue(number, task.priority.get());
    }

    fn pick(&self, now: Cycles) -> Option<ThreadId> {
        let next = self.first();
        if next != self.current.get() {
            self.switch_to(next, now);
        }
        next.map(|number| self.tasks[number].thread)
    }

    fn tick(&self, now: Cycles) {
        self.ticks.set(self.ticks.get() + 1);
        let is_uncharged = self.uncharged.as_ref().is_some_and(|in_interrupt| in_interrupt.get());
        let Some(number) = self.current.get().filter(|_| !is_uncharged) else { return };
        let task = &self.tasks[number];
        if !task.is_ready.get() || task.expired.get() {
            return; // it has just given up the CPU
        }
        task.slice.set(task.slice.get().saturating_sub(1));
        if task.slice.get() == 0 {
            self.expire(number);
            self.charge(task, now);
        } else if self.yields(task) {
            self.active.borrow_mut().dequeue(number, task.priority.get());
            task.priority.set(self.priority_of(task));
            self.active.borrow_mut().enqueue(number, task.priority.get());
            self.charge(task, now);
        }
    }
}

impl Task {
    fn new(thread: ThreadId, nice: i64) -> Task {
        Task {
            thread,
            nice: Cell::new(nice),
            priority: Cell::new(0),
            slice: Cell::new(0),
            sleep_average: Cell::new(Cycles::ZERO),
            since: Cell::new(Cycles::ZERO),
            awakened: Cell::new(false),
            is_new: Cell::new(true),
            expired: Cell::new(false),
            is_ready: Cell::new(false),
        }
    }
}

#[cfg(test)]
#[path = "o1_tests.rs"]
mod tests;
