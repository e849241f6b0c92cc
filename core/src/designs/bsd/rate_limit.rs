//! Limits the rate of interrupts (M 5.1): input interrupts go off when one of three signs says that livelock is near, and
//! come on again by queue space, a timer or the clock's ticks. Costs no CPU time of its own.
//!
//!   a queue is full               -> off until it has space, or for a while
//!   input's share of the CPU      -> off for a while
//!   ticks in a row find handlers  -> off for some ticks

use crate::kernel::{Blueprint, Kernel, TakenTask};
use crate::scenario::Settings;
use crate::trace::{ContextId, GateId};
use crate::units::{Cycles, scaled};
use std::cell::Cell;
use std::rc::Rc;

/// Shows that they are off.
pub const GATE: [&str; 4] = [
    "rate_limit",
    "input interrupts off: rate limit",
    "input was taking too much: received packets wait in the ring",
    "received packets interrupt the CPU",
];

/// What tells that input takes too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trigger {
    Never,
    Queue,
    Cycles,
    Tick,
}

#[derive(Clone, Copy, Debug)]
struct Rule {
    trigger: Trigger,
    /// Of a full queue: wait for space, not for the timer.
    until_space: bool,
    /// Per cent of a queue's limit.
    space: u64,
    off: Cycles,
    /// Per cent of the CPU.
    share: u64,
    window: Cycles,
    samples: u64,
    off_ticks: u64,
}

impl Rule {
    fn of(settings: &Settings) -> Rule {
        let value = |name: &str| settings.values.get(&format!("rate_limit.{name}"));
        let number = |name: &str| value(name).integer();
        let clock = settings.machine.clock;
        Rule {
            trigger: match value("trigger").choice() {
                "queue" => Trigger::Queue,
                "cycles" => Trigger::Cycles,
                "tick" => Trigger::Tick,
                _ => Trigger::Never,
            },
            until_space: value("resume").choice() == "space",
            space: number("space"),
            off: clock.cycles_in_microseconds(number("off_us")),
            share: number("share"),
            window: clock.cycles_in_milliseconds(number("window_ms")),
            samples: number("samples"),
            off_ticks: number("off_ticks"),
        }
    }
}

pub struct RateLimit {
    pub kernel: Rc<Kernel>,
    rule: Cell<Rule>,
    gate: GateId,
    device: ContextId,
    /// Running average: of the last window's cycles, how many were input's, older ones counting less; and up to when.
    used: Cell<Cycles>,
    until: Cell<Cycles>,
    /// Ticks in a row that found a device's handler; ticks left until interrupts come on.
    samples: Cell<u64>,
    ticks_left: Cell<u64>,
}

impl RateLimit {
    pub fn new(kernel: &Rc<Kernel>, plan: &Blueprint) -> RateLimit {
        let gate = plan.builder.topology.gates.iter().position(|gate| gate.id == GATE[0]).expect("its shape has it");
        RateLimit {
            kernel: kernel.clone(),
            rule: Cell::new(Rule::of(&kernel.settings.borrow())),
            gate: gate as GateId,
            device: plan.contexts.device,
            used: Cell::new(Cycles::ZERO),
            until: Cell::new(Cycles::ZERO),
            samples: Cell::new(0),
            ticks_left: Cell::new(0),
        }
    }

    /// Connects it to the clock and to the queues, as its rule needs; they do not keep it alive.
    pub fn listen(self: &Rc<Self>) {
        let limit = Rc::downgrade(self);
        self.kernel.tick_tasks.borrow_mut().push(Box::new(move || {
            if let Some(limit) = limit.upgrade() {
                limit.tick();
            }
        }));
        self.listen_to_queues();
    }

    /// Packets are taken off queues all the time: nobody is told who does not wait for space.
    fn listen_to_queues(self: &Rc<Self>) {
        let rule = self.rule.get();
        let waits = rule.trigger == Trigger::Queue && rule.until_space;
        let limit = Rc::downgrade(self);
        let task = move |_| {
            if let Some(limit) = limit.upgrade() {
                limit.queue_taken();
            }
        };
        *self.kernel.queue_taken.borrow_mut() = waits.then(|| Box::new(task) as TakenTask);
    }

    /// A knob moved: another rule begins with interrupts on.
    pub fn changed(self: &Rc<Self>) {
        let before = self.rule.replace(Rule::of(&self.kernel.settings.borrow()));
        let rule = self.rule.get();
        if (before.trigger, before.until_space) != (rule.trigger, rule.until_space) {
            self.kernel.timer.stop();
            self.samples.set(0);
            self.begin();
            self.listen_to_queues();
        }
    }

    fn is_off(&self) -> bool {
        self.kernel.host.counters.gate_is_on(self.gate)
    }

    fn turn_off(&self, time: Cycles) {
        if !self.is_off() {
            self.kernel.timer.silence(self.kernel.receive_lines(), time, self.gate);
        }
    }

    /// Asked by the handler after every packet.
    #[inline]
    pub fn is_reached(&self) -> bool {
        self.rule.get().trigger != Trigger::Never && self.has_enough()
    }

    #[inline(never)]
    fn has_enough(&self) -> bool {
        let rule = self.rule.get();
        match rule.trigger {
            Trigger::Queue if self.fullest() >= 100 => {
                self.turn_off(if rule.until_space { Cycles::NEVER } else { rule.off });
            }
            Trigger::Cycles => self.account(),
            _ => {}
        }
        self.is_off()
    }

    /// How full the fuller one of the queues behind input is, in per cent.
    fn fullest(&self) -> u64 {
        let queues = self.kernel.ipintrq.iter().chain(self.kernel.process_queue());
        queues.map(|queue| queue.length() as u64 * 100 / queue.limit() as u64).max().unwrap_or(0)
    }

    fn queue_taken(&self) {
        if self.is_off() && self.fullest() <= self.rule.get().space {
            self.kernel.timer.stop();
        }
    }

    /// Whether input's share of the CPU matters: nobody adds it up for another trigger.
    #[inline]
    fn adds_up(&self) -> bool {
        self.rule.get().trigger == Trigger::Cycles
    }

    /// Input begins: the time since it ended was not its.
    #[inline]
    pub fn begin(&self) {
        if self.adds_up() {
            self.pass(false);
        }
    }

    /// Adds what input has used up to now; above its share it has had enough.
    #[inline]
    pub fn account(&self) {
        if self.adds_up() {
            self.pass(true);
            let rule = self.rule.get();
            if self.used.get().0 * 100 > rule.window.0 * rule.share {
                self.turn_off(rule.off);
            }
        }
    }

    #[inline(never)]
    fn pass(&self, by_input: bool) {
        let now = self.kernel.host.now();
        let time = now - self.until.replace(now);
        self.used.set(average(self.used.get(), self.rule.get().window, time, by_input));
    }

    /// The clock's handler: what was the CPU busy with?
    fn tick(&self) {
        let rule = self.rule.get();
        if rule.trigger != Trigger::Tick {
            return;
        }
        if self.is_off() {
            self.ticks_left.set(self.ticks_left.get().saturating_sub(1));
            if self.ticks_left.get() == 0 {
                self.kernel.timer.stop();
            }
            return;
        }
        let found = self.kernel.host.preempted_context() == self.device;
        self.samples.set(if found { self.samples.get() + 1 } else { 0 });
        if self.samples.get() >= rule.samples {
            self.samples.set(0);
            self.ticks_left.set(rule.off_ticks);
            self.turn_off(Cycles::NEVER);
        }
    }
}

/// A running average after `time` more: what was used before fades, and what was used since is added.
fn average(used: Cycles, window: Cycles, time: Cycles, by_input: bool) -> Cycles {
    let left = window.0.saturating_sub(time.0);
    let faded = scaled(used.0, left, window.0);
    Cycles(faded + if by_input { time.0.min(window.0) } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Cycles = Cycles(1_000_000);

    #[test]
    fn steady_use_comes_to_its_share_of_the_window() {
        let mut used = Cycles::ZERO;
        for _ in 0..1_000 {
            used = average(used, WINDOW, Cycles(3_000), true);
            used = average(used, WINDOW, Cycles(7_000), false);
        }
        assert!((295_000..=305_000).contains(&used.0), "{}", used.0);
    }

    #[test]
    fn what_is_older_than_the_window_is_forgotten() {
        assert_eq!(average(Cycles(900), WINDOW, WINDOW, false), Cycles::ZERO);
        assert_eq!(average(Cycles(900), WINDOW, Cycles(5_000_000), true), WINDOW);
    }
}
