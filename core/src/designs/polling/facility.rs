//! The polling facility's state: which interfaces are silenced, which CPU's thread is wanted, and the two brakes. Each CPU
//! polls its own interfaces (M 10.2); most machines have one CPU. The threads and the callbacks that use it are next door
//! (`mod.rs`); when a brake bites is in `brakes.rs`.

use crate::kernel::{Blueprint, Kernel, netisr};
use crate::scenario::{PollingSettings, Settings};
use crate::trace::GateId;
use crate::trace::topology::Topology;
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

/// Adds what can be seen of the facility's inside; called while the machine is laid out.
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
        "the queue before a process is nearly full: no packet is taken in",
        "the queue before the process has room",
    );
    for limit in 0..limits(settings) {
        let (id, of) = match (limit, limits(settings)) {
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

/// One for each CPU, or one for all.
fn limits(settings: &Settings) -> usize {
    if settings.polling.limit_in_all { 1 } else { settings.machine.cpus }
}

/// The polling facility's own state.
pub struct Polling {
    pub kernel: Rc<Kernel>,
    /// By CPU, its thread is asked for: an interface wants service.
    pub wanted: Vec<Cell<bool>>,
    /// Interfaces whose interrupts are disabled until polling has nothing left to do.
    pub silenced: RefCell<Vec<bool>>,
    pub feedback: Brake,
    /// By CPU, or one for all.
    pub limits: Vec<Limit>,
    /// Ticks since feedback inhibited input, or since the process last took a packet; and whether it did in this tick.
    pub feedback_ticks: Cell<u64>,
    pub progress: Cell<bool>,
    pub polling_gate: GateId,
}

/// The limit on the cycles that packets may use.
pub struct Limit {
    pub brake: Brake,
    /// The CPUs that it holds for.
    pub cpus: Range<usize>,
    /// Cycles that their polling loops have used in this period, and ticks since it began.
    pub used: Cell<Cycles>,
    pub period_ticks: Cell<u64>,
    /// The idle thread has run: a new period begins with the next polling.
    pub fresh: Cell<bool>,
}

/// A reason for not taking packets in.
pub struct Brake {
    pub on: Cell<bool>,
    pub gate: GateId,
}

impl Polling {
    pub fn new(kernel: &Rc<Kernel>, plan: &Blueprint) -> Polling {
        let gates = &plan.builder.topology.gates;
        let gate = |id: &str| gates.iter().position(|gate| gate.id == id).expect("add_gates was called") as GateId;
        let brake = |id: &str| Brake { on: Cell::new(false), gate: gate(id) };
        let count = kernel.host.cpu_count();
        let each = limits(&kernel.settings.borrow());
        let limit = |number: usize| Limit {
            brake: brake(&if number == 0 { "limit".to_string() } else { format!("limit{number}") }),
            cpus: if each == 1 { 0..count } else { number..number + 1 },
            used: Cell::new(Cycles::ZERO),
            period_ticks: Cell::new(0),
            fresh: Cell::new(true),
        };
        Polling {
            kernel: kernel.clone(),
            wanted: vec![Cell::new(false); count],
            silenced: RefCell::new(vec![false; plan.interfaces.len()]),
            feedback: brake("feedback"),
            limits: (0..each).map(limit).collect(),
            feedback_ticks: Cell::new(0),
            progress: Cell::new(false),
            polling_gate: gate("polling"),
        }
    }

    pub fn settings<T>(&self, read: impl FnOnce(&PollingSettings) -> T) -> T {
        read(&self.kernel.settings.borrow().polling)
    }

    /// The CPU that polls an interface.
    pub fn cpu_of(&self, interface: usize) -> usize {
        self.kernel.settings.borrow().machine.cpu_of(interface)
    }

    /// The interfaces that a CPU polls.
    pub fn interfaces_of(&self, cpu: usize) -> impl Iterator<Item = usize> {
        (cpu..self.kernel.receivers.len()).step_by(self.wanted.len())
    }

    pub fn limit_of(&self, cpu: usize) -> &Limit {
        &self.limits[cpu.min(self.limits.len() - 1)]
    }

    /// Asks for a CPU's thread, unless it is asked for already.
    pub fn want(&self, cpu: usize) {
        self.wanted[cpu].set(true);
        self.kernel.host.wake(netisr(cpu));
        self.show_state();
    }

    /// No interrupts from this interface until polling has nothing left to do.
    pub fn silence(&self, interface: usize) {
        self.silenced.borrow_mut()[interface] = true;
        for line in self.kernel.lines_of(interface) {
            self.kernel.host.enable_line(line, false);
        }
    }

    /// Interrupts again; finished transmissions only when the clock does not see to them.
    pub fn hear(&self, interface: usize) {
        self.silenced.borrow_mut()[interface] = false;
        let sent = self.kernel.outputs[interface].as_ref().map(|output| output.transmitter.line);
        for line in self.kernel.lines_of(interface) {
            self.kernel.host.enable_line(line, Some(line) != sent || !self.sees_sent_by_clock());
        }
    }

    pub fn sees_sent_by_clock(&self) -> bool {
        self.settings(|polling| polling.enabled && polling.sent_by_clock)
    }

    /// A model choice (MODEL.md): while feedback inhibits input, transmit interrupts stay disabled too, because every packet
    /// that screend sends would otherwise ask for the polling thread. The cycle limit inhibits input only (M 7).
    pub fn may_be_heard(&self, interface: usize) -> bool {
        let receives = self.kernel.receivers[interface].is_some();
        let limit = &self.limit_of(self.cpu_of(interface)).brake;
        self.silenced.borrow()[interface] && !self.feedback.on.get() && !(receives && limit.on.get())
    }

    /// Something to do for another round of a CPU's thread.
    pub fn is_pending(&self, cpu: usize) -> bool {
        let receivers = self.interfaces_of(cpu).filter_map(|interface| self.kernel.receivers[interface].as_ref());
        let received = receivers.into_iter().any(|receiver| !receiver.ring.is_empty());
        (received && !self.is_inhibited(cpu)) || self.has_sent(cpu)
    }

    /// Sent packets of a CPU's interfaces have not been seen to.
    pub fn has_sent(&self, cpu: usize) -> bool {
        let outputs = self.interfaces_of(cpu).filter_map(|interface| self.kernel.outputs[interface].as_ref());
        outputs.into_iter().any(|output| output.transmitter.finished() > 0)
    }

    /// Finished transmissions of a CPU's interfaces whose interrupts a brake keeps off: the limit's, because they receive
    /// too; feedback's (see `may_be_heard`), once packets pile up before the transmitter.
    pub fn holds_output_back(&self, cpu: usize) -> bool {
        let limited = self.limit_of(cpu).brake.on.get();
        self.interfaces_of(cpu).filter(|interface| self.silenced.borrow()[*interface]).any(|interface| {
            self.kernel.outputs[interface].as_ref().is_some_and(|output| {
                let piles_up = 2 * output.queue.length() >= output.queue.limit();
                output.transmitter.finished() > 0 && (limited || self.feedback.on.get() && piles_up)
            })
        })
    }

    pub fn is_inhibited(&self, cpu: usize) -> bool {
        self.feedback.on.get() || self.limit_of(cpu).brake.on.get()
    }

    pub fn set(&self, brake: &Brake, on: bool) {
        if brake.on.replace(on) != on {
            self.kernel.host.set_gate(brake.gate, on);
        }
    }

    /// Lifts a brake: the threads that it held look for waiting packets, and enable interrupts when there are none.
    fn release(&self, brake: &Brake, cpus: Range<usize>) {
        if brake.on.get() {
            self.set(brake, false);
            cpus.for_each(|cpu| self.want(cpu));
        }
    }

    pub fn release_feedback(&self) {
        self.release(&self.feedback, 0..self.wanted.len());
    }

    pub fn release_limit(&self, limit: &Limit) {
        self.release(&limit.brake, limit.cpus.clone());
    }

    /// Connects the facility to the clock, the idle thread and the queue before a process. They do not keep it alive: it keeps
    /// the kernel, and a machine that is no longer wanted has to go as a whole.
    pub fn listen(self: &Rc<Self>) {
        let hook = |act: fn(&Polling)| {
            let polling = Rc::downgrade(self);
            move || {
                if let Some(polling) = polling.upgrade() {
                    act(&polling);
                }
            }
        };
        self.kernel.tick_tasks.borrow_mut().push(Box::new(hook(Polling::tick)));
        for cpu in 0..self.wanted.len() {
            self.kernel.host.set_on_idle(cpu, hook(Polling::idle));
        }
        let (place, taken) = (self.kernel.process_queue().map(|queue| queue.place), hook(Polling::queue_taken));
        *self.kernel.queue_taken.borrow_mut() = Some(Box::new(move |from| {
            if Some(from) == place {
                taken();
            }
        }));
    }

    /// A knob moved, or the machine begins: brakes that are no longer wanted are lifted; without polling interrupts come back
    /// at once, because under overload the thread would never get to enable them.
    pub fn changed(&self) {
        let (enabled, feedback, limit) = self.settings(|polling| (polling.enabled, polling.feedback, polling.limit));
        if !feedback || !enabled {
            self.release_feedback();
        }
        if !limit || !enabled {
            self.limits.iter().for_each(|limit| self.release_limit(limit));
        }
        if !enabled {
            self.wanted.iter().for_each(|wanted| wanted.set(false));
        }
        for interface in 0..self.kernel.receivers.len() {
            if !enabled || !self.silenced.borrow()[interface] {
                self.hear(interface);
            }
            if !enabled {
                self.kernel.interrupt_again(interface);
            }
        }
        self.show_state();
    }

    pub fn show_state(&self) {
        let polls = self.wanted.iter().any(Cell::get) || self.silenced.borrow().contains(&true);
        self.kernel.host.set_gate(self.polling_gate, polls);
    }
}
