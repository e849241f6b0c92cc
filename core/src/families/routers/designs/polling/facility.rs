//! The polling facility's state: the interfaces with disabled interrupts, the requested threads, and what inhibits input. Each
//! CPU polls its own interfaces (M 10.2); most machines have one CPU. Each interface may also have a thread of its own. The threads and callbacks that use the facility are in
//! `mod.rs`; the rules of the inhibitors are in `inhibitors.rs`.

use super::watched::{self, TOGETHER, Watched, WatchedQueue, watched_of};
use crate::families::routers::{Kernel, MachinePlan, netisr};
use crate::family::MachineBuilder;
use crate::scenario::{PollingSettings, Settings, WatchedQueues};
use crate::trace::GateId;
use crate::trace::topology::Topology;
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

/// Adds the facility's gates to the plan of the machine.
pub fn add_gates(topology: &mut Topology, settings: &Settings) {
    topology.add_gate(
        "polling",
        "polling",
        "interrupts are off; the polling thread fetches packets",
        "interrupts are on",
    );
    watched::add_gates(topology, settings);
    for limit in 0..limit_count(settings) {
        let (id, of) = match (limit, limit_count(settings)) {
            (0, 1) => ("limit".to_string(), String::new()),
            (0, _) => ("limit".to_string(), " of CPU 0".to_string()),
            _ => (format!("limit{limit}"), format!(" of CPU {limit}")),
        };
        topology.add_gate(
            &id,
            &format!("input inhibited by the cycle limit{of}"),
            "packets have used their share of this period",
            "packets have CPU time left in this period",
        );
    }
}

/// Returns the number of limits: one for each CPU, or one for all.
fn limit_count(settings: &Settings) -> usize {
    if settings.polling.limit_in_all { 1 } else { settings.machine.cpus }
}

fn threads_of(settings: &Settings, interfaces: usize) -> Vec<PollingThread> {
    let cpu_of = |interface: usize| settings.machine.cpu_of(interface);
    let thread = |cpu: usize, interfaces: Vec<usize>| PollingThread { cpu, interfaces, requested: Cell::new(false) };
    if settings.polls_by_interface() {
        return (0..interfaces).map(|interface| thread(cpu_of(interface), vec![interface])).collect();
    }
    let of_cpu = |cpu: usize| thread(cpu, (0..interfaces).filter(|interface| cpu_of(*interface) == cpu).collect());
    (0..settings.machine.cpus).map(of_cpu).collect()
}

/// The state of the polling facility.
pub struct Polling {
    pub kernel: Rc<Kernel>,
    pub threads: Vec<PollingThread>,
    /// By interface: whether its interrupts are disabled until polling has nothing left to do.
    pub disabled: RefCell<Vec<bool>>,
    pub feedbacks: Vec<Feedback>,
    /// With a feedback for each queue: shows that they inhibit input together.
    feedback_gate: Option<GateId>,
    /// The cycle limits, one for each CPU or one for all.
    pub limits: Vec<Limit>,
    pub polling_gate: GateId,
}

/// A thread that polls interfaces, on their CPU. Its number is the CPU's or, with a thread for each interface, the interface's.
pub struct PollingThread {
    pub cpu: usize,
    interfaces: Vec<usize>,
    /// An interface needs service.
    pub requested: Cell<bool>,
}

/// Feedback from a queue.
pub struct Feedback {
    pub queue: WatchedQueue,
    /// On from the time when the queue is nearly full until it has shrunk.
    pub inhibitor: Inhibitor,
    /// Ticks since it went on, or since the process last took a packet if `feedback.timer` says so.
    pub ticks: Cell<u64>,
    /// Whether the process has taken a packet since the last tick.
    pub took_packet: Cell<bool>,
}

/// The limit on the cycles that packets may use.
pub struct Limit {
    pub inhibitor: Inhibitor,
    /// The CPUs whose cycles it counts.
    pub cpus: Range<usize>,
    /// Cycles that the CPUs' polling loops have used in this period, and ticks since the period began.
    pub used: Cell<Cycles>,
    pub period_ticks: Cell<u64>,
    /// A new period begins with the next polling, because the idle thread has run.
    pub restarts_with_polling: Cell<bool>,
}

/// A rule that can inhibit input, and the gate that shows it.
pub struct Inhibitor {
    pub on: Cell<bool>,
    pub gate: GateId,
}

impl Polling {
    pub fn new(kernel: &Rc<Kernel>, plan: &MachinePlan, machine: &MachineBuilder<'_>) -> Polling {
        let inhibitor = |id: &str| Inhibitor { on: Cell::new(false), gate: machine.gate(id) };
        let count = kernel.host.cpu_count();
        let limits = limit_count(&kernel.settings.borrow());
        let limit = |number: usize| Limit {
            inhibitor: inhibitor(&if number == 0 { "limit".to_string() } else { format!("limit{number}") }),
            cpus: if limits == 1 { 0..count } else { number..number + 1 },
            used: Cell::new(Cycles::ZERO),
            period_ticks: Cell::new(0),
            restarts_with_polling: Cell::new(true),
        };
        let feedback = |watched: Watched| Feedback {
            queue: watched.queue,
            inhibitor: inhibitor(watched.id),
            ticks: Cell::new(0),
            took_packet: Cell::new(false),
        };
        let each = kernel.settings.borrow().polling.watched == WatchedQueues::Each;
        Polling {
            kernel: kernel.clone(),
            threads: threads_of(&kernel.settings.borrow(), plan.interfaces.len()),
            disabled: RefCell::new(vec![false; plan.interfaces.len()]),
            feedbacks: watched_of(&kernel.settings.borrow()).into_iter().map(feedback).collect(),
            feedback_gate: each.then(|| machine.gate(TOGETHER.id)),
            limits: (0..limits).map(limit).collect(),
            polling_gate: machine.gate("polling"),
        }
    }

    pub fn settings<T>(&self, read: impl FnOnce(&PollingSettings) -> T) -> T {
        read(&self.kernel.settings.borrow().polling)
    }

    /// Returns the CPU that polls an interface.
    pub fn cpu_of(&self, interface: usize) -> usize {
        self.kernel.settings.borrow().machine.cpu_of(interface)
    }

    /// Returns the interfaces that a thread polls.
    pub fn interfaces_of(&self, thread: usize) -> impl Iterator<Item = usize> {
        self.threads[thread].interfaces.iter().copied()
    }

    /// Returns the number of the thread that polls an interface.
    pub fn thread_of(&self, interface: usize) -> usize {
        let thread = self.threads.iter().position(|thread| thread.interfaces.contains(&interface));
        thread.expect("a thread polls each interface")
    }

    pub fn limit_of(&self, cpu: usize) -> &Limit {
        &self.limits[cpu.min(self.limits.len() - 1)]
    }

    /// Requests a polling thread.
    pub fn request_thread(&self, thread: usize) {
        self.threads[thread].requested.set(true);
        self.kernel.host.wake(netisr(thread));
        self.update_polling_gate();
    }

    /// Disables the interrupts of an interface until polling has nothing left to do.
    pub fn disable_interrupts(&self, interface: usize) {
        self.disabled.borrow_mut()[interface] = true;
        for line in self.kernel.lines_of(interface) {
            self.kernel.host.enable_line(line, false);
        }
    }

    /// Enables the interrupts of an interface. The interrupt for finished transmissions stays disabled if the clock
    /// polls them.
    pub fn enable_interrupts(&self, interface: usize) {
        self.disabled.borrow_mut()[interface] = false;
        let sent = self.kernel.outputs[interface].as_ref().map(|output| output.transmitter.line);
        for line in self.kernel.lines_of(interface) {
            self.kernel.host.enable_line(line, Some(line) != sent || !self.polls_sent_by_clock());
        }
    }

    pub fn polls_sent_by_clock(&self) -> bool {
        self.settings(|polling| polling.enabled && polling.sent_by_clock)
    }

    /// Whether an interface's interrupts may be enabled again. A model choice (MODEL.md): while feedback from a process's queue
    /// inhibits input, transmit interrupts stay disabled too, because otherwise every packet that screend sends would request
    /// the polling thread. The cycle limit (M 7) and feedback from the output queues inhibit only input.
    pub fn may_enable_interrupts(&self, interface: usize) -> bool {
        let receives = self.kernel.receivers[interface].is_some();
        let limit = &self.limit_of(self.cpu_of(interface)).inhibitor;
        let by_feedback = self.feedback_inhibits() && (receives || !self.watches_outputs());
        self.disabled.borrow()[interface] && !by_feedback && !(receives && limit.on.get())
    }

    /// Whether a thread has work for another round.
    pub fn is_pending(&self, thread: usize) -> bool {
        let receivers = self.interfaces_of(thread).filter_map(|interface| self.kernel.receivers[interface].as_ref());
        let received = receivers.into_iter().any(|receiver| !receiver.ring.is_empty());
        (received && !self.is_inhibited(self.threads[thread].cpu)) || self.has_finished_transmissions(thread)
    }

    /// Whether an interface of a thread has finished transmissions that are not reclaimed.
    pub fn has_finished_transmissions(&self, thread: usize) -> bool {
        let outputs = self.interfaces_of(thread).filter_map(|interface| self.kernel.outputs[interface].as_ref());
        outputs.into_iter().any(|output| output.transmitter.finished() > 0)
    }

    /// Whether a thread has to poll for finished transmissions because an inhibitor keeps their interrupts disabled. The
    /// limit and feedback from the output queues disable them on interfaces that also receive, feedback from a process's queue
    /// on all interfaces (see `may_enable_interrupts`). That feedback makes the thread poll only when the output queue is at
    /// least half full.
    pub fn output_needs_poll(&self, thread: usize) -> bool {
        let limited = self.limit_of(self.threads[thread].cpu).inhibitor.on.get();
        let by_feedback = self.feedback_inhibits();
        let always = limited || by_feedback && self.watches_outputs();
        self.interfaces_of(thread).filter(|interface| self.disabled.borrow()[*interface]).any(|interface| {
            self.kernel.outputs[interface].as_ref().is_some_and(|output| {
                let is_half_full = 2 * output.queue.length() >= output.queue.limit();
                output.transmitter.finished() > 0 && (always || by_feedback && is_half_full)
            })
        })
    }

    pub fn is_inhibited(&self, cpu: usize) -> bool {
        self.feedback_inhibits() || self.limit_of(cpu).inhibitor.on.get()
    }

    /// Whether feedback inhibits input: because one watched queue is nearly full, or all of them are.
    pub fn feedback_inhibits(&self) -> bool {
        let mut nearly_full = self.feedbacks.iter().map(|feedback| feedback.inhibitor.on.get());
        if self.settings(|polling| polling.feedback_by_all) {
            !self.feedbacks.is_empty() && nearly_full.all(|on| on)
        } else {
            nearly_full.any(|on| on)
        }
    }

    fn watches_outputs(&self) -> bool {
        self.settings(|polling| polling.watched == WatchedQueues::Output)
    }

    pub fn set(&self, inhibitor: &Inhibitor, on: bool) {
        if inhibitor.on.replace(on) != on {
            self.kernel.host.set_gate(inhibitor.gate, on);
        }
    }

    /// Releases an inhibitor: the polling threads look for waiting packets, and enable interrupts when there are none.
    fn release(&self, inhibitor: &Inhibitor, cpus: Range<usize>) {
        if inhibitor.on.get() {
            self.set(inhibitor, false);
            let threads = 0..self.threads.len();
            threads
                .filter(|thread| cpus.contains(&self.threads[*thread].cpu))
                .for_each(|thread| self.request_thread(thread));
        }
    }

    pub fn release_feedback(&self, feedback: &Feedback) {
        self.release(&feedback.inhibitor, 0..self.kernel.host.cpu_count());
        self.update_feedback_gate();
    }

    pub fn update_feedback_gate(&self) {
        if let Some(gate) = self.feedback_gate {
            self.kernel.host.set_gate(gate, self.feedback_inhibits());
        }
    }

    pub fn release_limit(&self, limit: &Limit) {
        self.release(&limit.inhibitor, limit.cpus.clone());
    }

    /// Connects the facility to the clock, the idle thread and the queue in front of a process. They keep only weak references,
    /// because the facility owns the kernel and a machine must be freed as a whole.
    pub fn connect(self: &Rc<Self>) {
        let hook = |act: fn(&Polling)| {
            let polling = Rc::downgrade(self);
            move || {
                if let Some(polling) = polling.upgrade() {
                    act(&polling);
                }
            }
        };
        self.kernel.tick_tasks.borrow_mut().push(Box::new(hook(Polling::tick)));
        for cpu in 0..self.kernel.host.cpu_count() {
            self.kernel.host.set_on_idle(cpu, hook(Polling::idle));
        }
        let polling = Rc::downgrade(self);
        *self.kernel.dequeue_task.borrow_mut() = Some(Box::new(move |from| {
            if let Some(polling) = polling.upgrade() {
                polling.packet_dequeued(from);
            }
        }));
    }

    /// Applies new settings: releases inhibitors that are switched off. Without polling it enables interrupts at once, because
    /// under overload the thread would never reach the code that enables them.
    pub fn settings_changed(&self) {
        let (enabled, feedback, limit) = self.settings(|polling| (polling.enabled, polling.feedback, polling.limit));
        if !feedback || !enabled {
            self.feedbacks.iter().for_each(|feedback| self.release_feedback(feedback));
        }
        if !limit || !enabled {
            self.limits.iter().for_each(|limit| self.release_limit(limit));
        }
        if !enabled {
            self.threads.iter().for_each(|thread| thread.requested.set(false));
        }
        for interface in 0..self.kernel.receivers.len() {
            if !enabled || !self.disabled.borrow()[interface] {
                self.enable_interrupts(interface);
            }
            if !enabled {
                self.kernel.reassert_line(interface);
            }
        }
        self.update_polling_gate();
        self.update_feedback_gate();
    }

    pub fn update_polling_gate(&self) {
        let polls = self.threads.iter().any(|thread| thread.requested.get()) || self.disabled.borrow().contains(&true);
        self.kernel.host.set_gate(self.polling_gate, polls);
    }
}
