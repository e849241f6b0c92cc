//! A limit on the rate of interrupts (M 5.1): one of three signs of livelock disables input interrupts; queue space, a timer or
//! clock ticks enable them again. The limit costs no CPU time.
//!
//! ```text
//! a queue is full                           -> off until it has space, or for a time
//! input exceeds its share of the CPU        -> off for a time
//! clock ticks in a row interrupt a handler  -> off for some ticks
//! ```

use crate::families::routers::{DequeueTask, Kernel, MachinePlan};
use crate::scenario::Settings;
use crate::trace::{ContextId, GateId};
use crate::units::{Cycles, mul_div};
use std::cell::Cell;
use std::rc::Rc;

/// The gate that shows disabled input interrupts: id, name, and the meanings of on and off.
pub const GATE: [&str; 4] = [
    "rate_limit",
    "input interrupts off: rate limit",
    "input took too much CPU time: received packets wait in the ring",
    "received packets interrupt the CPU",
];

/// The sign that input takes too much CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trigger {
    Never,
    Queue,
    Cycles,
    Tick,
}

/// The settings of the group `rate_limit`.
#[derive(Clone, Copy, Debug)]
struct Rule {
    trigger: Trigger,
    /// Whether input waits for space in the queue after the queue was full. If not, input waits for the timer.
    until_space: bool,
    /// Per cent of a queue's limit at which it has space.
    space: u64,
    off: Cycles,
    /// Per cent of the CPU that input may use.
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
    /// Running average of the cycles that input used in a window; older cycles count less.
    used: Cell<Cycles>,
    /// The time up to which `used` counts.
    counted_until: Cell<Cycles>,
    /// Clock ticks in a row that interrupted a device's handler; ticks left until interrupts are enabled.
    samples: Cell<u64>,
    ticks_left: Cell<u64>,
}

impl RateLimit {
    pub fn new(kernel: &Rc<Kernel>, plan: &MachinePlan, gate: GateId) -> RateLimit {
        RateLimit {
            kernel: kernel.clone(),
            rule: Cell::new(Rule::of(&kernel.settings.borrow())),
            gate,
            device: plan.contexts.device,
            used: Cell::new(Cycles::ZERO),
            counted_until: Cell::new(Cycles::ZERO),
            samples: Cell::new(0),
            ticks_left: Cell::new(0),
        }
    }

    /// Connects the limit to the clock and, if its rule needs that, to the queues. They keep only weak references.
    pub fn connect(self: &Rc<Self>) {
        let limit = Rc::downgrade(self);
        self.kernel.tick_tasks.borrow_mut().push(Box::new(move || {
            if let Some(limit) = limit.upgrade() {
                limit.tick();
            }
        }));
        self.connect_queues();
    }

    /// Registers `packet_dequeued` as the task for packets that leave queues, but only if the rule waits for space: such calls are
    /// frequent.
    fn connect_queues(self: &Rc<Self>) {
        let rule = self.rule.get();
        let waits = rule.trigger == Trigger::Queue && rule.until_space;
        let limit = Rc::downgrade(self);
        let task = move |_| {
            if let Some(limit) = limit.upgrade() {
                limit.packet_dequeued();
            }
        };
        *self.kernel.dequeue_task.borrow_mut() = waits.then(|| Box::new(task) as DequeueTask);
    }

    /// Applies new settings: another rule starts with interrupts enabled.
    pub fn settings_changed(self: &Rc<Self>) {
        let previous_rule = self.rule.replace(Rule::of(&self.kernel.settings.borrow()));
        let rule = self.rule.get();
        if (previous_rule.trigger, previous_rule.until_space) != (rule.trigger, rule.until_space) {
            self.kernel.reenable_timer.stop();
            self.samples.set(0);
            self.input_starts();
            self.connect_queues();
        }
    }

    fn is_off(&self) -> bool {
        self.kernel.host.counters.gate_is_on(self.gate)
    }

    fn disable_input(&self, time: Cycles) {
        if !self.is_off() {
            self.kernel.reenable_timer.disable(self.kernel.receive_lines(), time, self.gate);
        }
    }

    /// Whether the handler must stop; it asks after every packet.
    #[inline]
    pub fn is_reached(&self) -> bool {
        self.rule.get().trigger != Trigger::Never && self.apply_rule()
    }

    #[inline(never)]
    fn apply_rule(&self) -> bool {
        let rule = self.rule.get();
        match rule.trigger {
            Trigger::Queue if self.fullest_queue_percent() >= 100 => {
                self.disable_input(if rule.until_space { Cycles::NEVER } else { rule.off });
            }
            Trigger::Cycles => self.count_input_cycles(),
            _ => {}
        }
        self.is_off()
    }

    /// Returns how full the fullest queue behind input is, in per cent.
    fn fullest_queue_percent(&self) -> u64 {
        let queues = self.kernel.ipintrq.as_deref().into_iter().chain(self.kernel.process_queue());
        queues.map(|queue| queue.length() as u64 * 100 / queue.limit() as u64).max().unwrap_or(0)
    }

    fn packet_dequeued(&self) {
        if self.is_off() && self.fullest_queue_percent() <= self.rule.get().space {
            self.kernel.reenable_timer.stop();
        }
    }

    /// Whether the rule needs input's share of the CPU. The share is counted only for such a rule.
    #[inline]
    fn counts_cycles(&self) -> bool {
        self.rule.get().trigger == Trigger::Cycles
    }

    /// Input starts. The time since the last input ended is not counted as time of input.
    #[inline]
    pub fn input_starts(&self) {
        if self.counts_cycles() {
            self.advance_average(false);
        }
    }

    /// Adds the cycles that input has used up to now, and disables input above its share.
    #[inline]
    pub fn count_input_cycles(&self) {
        if self.counts_cycles() {
            self.advance_average(true);
            let rule = self.rule.get();
            if self.used.get().0 * 100 > rule.window.0 * rule.share {
                self.disable_input(rule.off);
            }
        }
    }

    #[inline(never)]
    fn advance_average(&self, by_input: bool) {
        let now = self.kernel.host.now();
        let time = now - self.counted_until.replace(now);
        self.used.set(average(self.used.get(), self.rule.get().window, time, by_input));
    }

    /// At a clock tick: samples the context that the clock interrupted.
    fn tick(&self) {
        let rule = self.rule.get();
        if rule.trigger != Trigger::Tick {
            return;
        }
        if self.is_off() {
            self.ticks_left.set(self.ticks_left.get().saturating_sub(1));
            if self.ticks_left.get() == 0 {
                self.kernel.reenable_timer.stop();
            }
            return;
        }
        let in_handler = self.kernel.host.preempted_context() == self.device;
        self.samples.set(if in_handler { self.samples.get() + 1 } else { 0 });
        if self.samples.get() >= rule.samples {
            self.samples.set(0);
            self.ticks_left.set(rule.off_ticks);
            self.disable_input(Cycles::NEVER);
        }
    }
}

/// Advances a running average by `time`: earlier use fades, and use since then is added.
fn average(used: Cycles, window: Cycles, time: Cycles, by_input: bool) -> Cycles {
    let left = window.0.saturating_sub(time.0);
    let faded = mul_div(used.0, left, window.0);
    Cycles(faded + if by_input { time.0.min(window.0) } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Cycles = Cycles(1_000_000);

    #[test]
    fn the_average_of_steady_use_is_its_share_of_the_window() {
        let mut used = Cycles::ZERO;
        for _ in 0..1_000 {
            used = average(used, WINDOW, Cycles(3_000), true);
            used = average(used, WINDOW, Cycles(7_000), false);
        }
        assert!((295_000..=305_000).contains(&used.0), "{}", used.0);
    }

    #[test]
    fn use_before_the_window_does_not_count() {
        assert_eq!(average(Cycles(900), WINDOW, WINDOW, false), Cycles::ZERO);
        assert_eq!(average(Cycles(900), WINDOW, Cycles(5_000_000), true), WINDOW);
    }
}
