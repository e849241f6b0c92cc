//! The polling facility's state: which interfaces are silenced, whether the thread is wanted, and the two brakes.
//! The thread and the callbacks that use it are next door (`mod.rs`); when a brake bites is in `brakes.rs`.

use crate::kernel::{Blueprint, Kernel, NETISR};
use crate::scenario::PollingSettings;
use crate::trace::GateId;
use crate::trace::topology::Topology;
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Adds what can be seen of the facility's inside; called while the machine is laid out.
pub fn add_gates(topology: &mut Topology) {
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
    topology.add_gate(
        "limit",
        "input inhibited by the cycle limit",
        "packets have used their share of this period",
        "packets have CPU time left in this period",
    );
}

/// The polling facility's own state.
pub struct Polling {
    pub kernel: Rc<Kernel>,
    /// The thread is asked for: an interface wants service.
    pub wanted: Cell<bool>,
    /// Interfaces whose interrupts are disabled until polling has nothing left to do.
    pub silenced: RefCell<Vec<bool>>,
    pub feedback: Brake,
    pub limit: Brake,
    /// Ticks since feedback inhibited input, or since the process last took a packet; and whether it did in this tick.
    pub feedback_ticks: Cell<u64>,
    pub progress: Cell<bool>,
    /// Cycles that the polling loop has used in this period, and ticks since it began.
    pub used: Cell<Cycles>,
    pub period_ticks: Cell<u64>,
    /// The idle thread has run: a new period begins with the next polling.
    pub fresh: Cell<bool>,
    pub polling_gate: GateId,
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
        Polling {
            kernel: kernel.clone(),
            wanted: Cell::new(false),
            silenced: RefCell::new(vec![false; plan.interfaces.len()]),
            feedback: brake("feedback"),
            limit: brake("limit"),
            feedback_ticks: Cell::new(0),
            progress: Cell::new(false),
            used: Cell::new(Cycles::ZERO),
            period_ticks: Cell::new(0),
            fresh: Cell::new(true),
            polling_gate: gate("polling"),
        }
    }

    pub fn settings<T>(&self, read: impl FnOnce(&PollingSettings) -> T) -> T {
        read(&self.kernel.settings.borrow().polling)
    }

    /// Asks for the thread, unless it is asked for already.
    pub fn want(&self) {
        self.wanted.set(true);
        self.kernel.host.wake(NETISR);
        self.show_state();
    }

    /// No interrupts from this interface until polling has nothing left to do.
    pub fn silence(&self, interface: usize) {
        self.silenced.borrow_mut()[interface] = true;
        for line in self.kernel.lines_of(interface) {
            self.kernel.host.enable_line(line, false);
        }
    }

    pub fn hear(&self, interface: usize) {
        self.silenced.borrow_mut()[interface] = false;
        for line in self.kernel.lines_of(interface) {
            self.kernel.host.enable_line(line, true);
        }
    }

    /// A model choice (MODEL.md): while feedback inhibits input, transmit interrupts stay disabled too, because every packet
    /// that screend sends would otherwise ask for the polling thread. The cycle limit inhibits input only (M 7).
    pub fn may_be_heard(&self, interface: usize) -> bool {
        let receives = self.kernel.receivers[interface].is_some();
        self.silenced.borrow()[interface] && !self.feedback.on.get() && !(receives && self.limit.on.get())
    }

    /// Something to do for another round.
    pub fn is_pending(&self) -> bool {
        let received = self.kernel.receivers.iter().flatten().any(|receiver| !receiver.ring.is_empty());
        let sent = self.kernel.outputs.iter().flatten().any(|output| output.transmitter.finished() > 0);
        (received && !self.is_inhibited()) || sent
    }

    pub fn is_inhibited(&self) -> bool {
        self.feedback.on.get() || self.limit.on.get()
    }

    pub fn set(&self, brake: &Brake, on: bool) {
        if brake.on.replace(on) != on {
            self.kernel.host.set_gate(brake.gate, on);
        }
    }

    /// Lifts a brake: the thread looks for waiting packets, and enables interrupts when there are none.
    pub fn release(&self, brake: &Brake) {
        if brake.on.get() {
            self.set(brake, false);
            self.want();
        }
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
        self.kernel.host.set_on_idle(0, hook(Polling::idle));
        let (place, taken) = (self.kernel.process_queue().map(|queue| queue.place), hook(Polling::queue_taken));
        *self.kernel.queue_taken.borrow_mut() = Some(Box::new(move |from| {
            if Some(from) == place {
                taken();
            }
        }));
    }

    /// A knob moved: brakes that are no longer wanted are lifted; without polling interrupts come back at once, because
    /// under overload the thread would never get to enable them.
    pub fn changed(&self) {
        let (enabled, feedback, limit) = self.settings(|polling| (polling.enabled, polling.feedback, polling.limit));
        if !feedback || !enabled {
            self.release(&self.feedback);
        }
        if !limit || !enabled {
            self.release(&self.limit);
        }
        if !enabled {
            self.wanted.set(false);
            for interface in 0..self.kernel.receivers.len() {
                if self.silenced.borrow()[interface] {
                    self.hear(interface);
                }
            }
            self.show_state();
        }
    }

    pub fn show_state(&self) {
        let polls = self.wanted.get() || self.silenced.borrow().contains(&true);
        self.kernel.host.set_gate(self.polling_gate, polls);
    }
}
