//! The polling facility's state: the interfaces with disabled interrupts, the requested threads, and what inhibits input. Each
//! CPU polls its own interfaces (M 10.2); most machines have one CPU. The threads and callbacks that use the facility are in
//! `mod.rs`; the rules of the inhibitors are in `inhibitors.rs`.

use crate::kernel::{Blueprint, Kernel, netisr};
use crate::scenario::{PollingSettings, Settings};
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
    topology.add_gate(
        "feedback",
        "input inhibited by feedback",
        "the queue in front of a process is nearly full: no packet is taken in",
        "the queue in front of the process has room",
    );
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

/// The state of the polling facility.
pub struct Polling {
    pub kernel: Rc<Kernel>,
    /// By CPU: whether its polling thread is requested, because an interface needs service.
    pub requested: Vec<Cell<bool>>,
    /// By interface: whether its interrupts are disabled until polling has nothing left to do.
    pub disabled: RefCell<Vec<bool>>,
    pub feedback: Inhibitor,
    /// The cycle limits, one for each CPU or one for all.
    pub limits: Vec<Limit>,
    /// Ticks since feedback inhibited input, or since the process last took a packet if `feedback.timer` says so.
    pub feedback_ticks: Cell<u64>,
    /// Whether the process has taken a packet since the last tick.
    pub process_took_packet: Cell<bool>,
    pub polling_gate: GateId,
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
    pub fn new(kernel: &Rc<Kernel>, plan: &Blueprint) -> Polling {
        let gates = &plan.builder.topology.gates;
        let gate = |id: &str| gates.iter().position(|gate| gate.id == id).expect("add_gates was called") as GateId;
        let inhibitor = |id: &str| Inhibitor { on: Cell::new(false), gate: gate(id) };
        let count = kernel.host.cpu_count();
        let limits = limit_count(&kernel.settings.borrow());
        let limit = |number: usize| Limit {
            inhibitor: inhibitor(&if number == 0 { "limit".to_string() } else { format!("limit{number}") }),
            cpus: if limits == 1 { 0..count } else { number..number + 1 },
            used: Cell::new(Cycles::ZERO),
            period_ticks: Cell::new(0),
            restarts_with_polling: Cell::new(true),
        };
        Polling {
            kernel: kernel.clone(),
            requested: vec![Cell::new(false); count],
            disabled: RefCell::new(vec![false; plan.interfaces.len()]),
            feedback: inhibitor("feedback"),
            limits: (0..limits).map(limit).collect(),
            feedback_ticks: Cell::new(0),
            process_took_packet: Cell::new(false),
            polling_gate: gate("polling"),
        }
    }

    pub fn settings<T>(&self, read: impl FnOnce(&PollingSettings) -> T) -> T {
        read(&self.kernel.settings.borrow().polling)
    }

    /// Returns the CPU that polls an interface.
    pub fn cpu_of(&self, interface: usize) -> usize {
        self.kernel.settings.borrow().machine.cpu_of(interface)
    }

    /// Returns the interfaces that a CPU polls.
    pub fn interfaces_of(&self, cpu: usize) -> impl Iterator<Item = usize> {
        (cpu..self.kernel.receivers.len()).step_by(self.requested.len())
    }

    pub fn limit_of(&self, cpu: usize) -> &Limit {
        &self.limits[cpu.min(self.limits.len() - 1)]
    }

    /// Requests a CPU's polling thread.
    pub fn request_thread(&self, cpu: usize) {
        self.requested[cpu].set(true);
        self.kernel.host.wake(netisr(cpu));
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

    /// Whether an interface's interrupts may be enabled again. A model choice (MODEL.md): while feedback inhibits input, transmit
    /// interrupts stay disabled too, because otherwise every packet that screend sends would request the polling thread. The
    /// cycle limit inhibits only input (M 7).
    pub fn may_enable_interrupts(&self, interface: usize) -> bool {
        let receives = self.kernel.receivers[interface].is_some();
        let limit = &self.limit_of(self.cpu_of(interface)).inhibitor;
        self.disabled.borrow()[interface] && !self.feedback.on.get() && !(receives && limit.on.get())
    }

    /// Whether a CPU's thread has work for another round.
    pub fn is_pending(&self, cpu: usize) -> bool {
        let receivers = self.interfaces_of(cpu).filter_map(|interface| self.kernel.receivers[interface].as_ref());
        let received = receivers.into_iter().any(|receiver| !receiver.ring.is_empty());
        (received && !self.is_inhibited(cpu)) || self.has_finished_transmissions(cpu)
    }

    /// Whether an interface of a CPU has finished transmissions that are not reclaimed.
    pub fn has_finished_transmissions(&self, cpu: usize) -> bool {
        let outputs = self.interfaces_of(cpu).filter_map(|interface| self.kernel.outputs[interface].as_ref());
        outputs.into_iter().any(|output| output.transmitter.finished() > 0)
    }

    /// Whether a CPU has to poll for finished transmissions because an inhibitor keeps their interrupts disabled. The
    /// limit disables them on interfaces that also receive, feedback on all interfaces (see `may_enable_interrupts`).
    /// Feedback makes the CPU poll only when the output queue is at least half full.
    pub fn output_needs_poll(&self, cpu: usize) -> bool {
        let limited = self.limit_of(cpu).inhibitor.on.get();
        self.interfaces_of(cpu).filter(|interface| self.disabled.borrow()[*interface]).any(|interface| {
            self.kernel.outputs[interface].as_ref().is_some_and(|output| {
                let is_half_full = 2 * output.queue.length() >= output.queue.limit();
                output.transmitter.finished() > 0 && (limited || self.feedback.on.get() && is_half_full)
            })
        })
    }

    pub fn is_inhibited(&self, cpu: usize) -> bool {
        self.feedback.on.get() || self.limit_of(cpu).inhibitor.on.get()
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
            cpus.for_each(|cpu| self.request_thread(cpu));
        }
    }

    pub fn release_feedback(&self) {
        self.release(&self.feedback, 0..self.requested.len());
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
        for cpu in 0..self.requested.len() {
            self.kernel.host.set_on_idle(cpu, hook(Polling::idle));
        }
        let (place, taken) = (self.kernel.process_queue().map(|queue| queue.place), hook(Polling::packet_dequeued));
        *self.kernel.dequeue_task.borrow_mut() = Some(Box::new(move |from| {
            if Some(from) == place {
                taken();
            }
        }));
    }

    /// Applies new settings: releases inhibitors that are switched off. Without polling it enables interrupts at once, because
    /// under overload the thread would never reach the code that enables them.
    pub fn settings_changed(&self) {
        let (enabled, feedback, limit) = self.settings(|polling| (polling.enabled, polling.feedback, polling.limit));
        if !feedback || !enabled {
            self.release_feedback();
        }
        if !limit || !enabled {
            self.limits.iter().for_each(|limit| self.release_limit(limit));
        }
        if !enabled {
            self.requested.iter().for_each(|requested| requested.set(false));
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
    }

    pub fn update_polling_gate(&self) {
        let polls = self.requested.iter().any(Cell::get) || self.disabled.borrow().contains(&true);
        self.kernel.host.set_gate(self.polling_gate, polls);
    }
}
