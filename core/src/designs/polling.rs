//! The modified kernel of M 6.4 to 7: interrupts only wake a polling thread and stay disabled; the thread, at IPL 0, calls
//! each interface's receive and transmit callbacks in turn, each with a quota, processes every packet to completion, and
//! enables interrupts again when nothing is left. With `polling.enabled` off it acts as the unmodified kernel (M 6.5).
//!
//!   interrupt -> lanpoll_intsched -> thread: lanpoll_isr -> lnrintpoll (quota) -> lntintpoll (quota) -> ... -> lnintena
//!
//! Two brakes can inhibit input, never output: queue-state feedback from the screening queue (M 6.6.1), and a limit on the
//! share of CPU cycles that packets may use (M 7).

use super::{About, Design, Running};
use crate::cpu::{Packet, Software};
use crate::kernel::{
    Blueprint, CodeLine, FORWARDING, Kernel, NETISR, Protocol, QUEUED_INPUT, SCREENING, Shape, TRANSMITTING, enter,
    ether_input_direct, ipintr, leave, lninitdesc, lnread, lnrint, lntint, lntint_body,
};
use crate::scenario::{PollingSettings, Settings, Step};
use crate::trace::GateId;
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::rc::Rc;

pub const DESIGN: Design = Design {
    about: About {
        id: "polling",
        name: "Modified: polling with quotas",
        source: "M 6.4 to 7",
        one_line: "Interrupts only wake a polling thread, which takes turns and processes packets to completion.",
    },
    shape,
    start,
    code,
};

/// The polling facility's own state.
struct Polling {
    kernel: Rc<Kernel>,
    /// The thread is asked for: an interface wants service.
    wanted: Cell<bool>,
    /// Interfaces whose interrupts are disabled until polling has nothing left to do.
    silenced: RefCell<Vec<bool>>,
    feedback: Brake,
    limit: Brake,
    /// Ticks since feedback inhibited input, or since screend last took a packet; and whether it did in this tick.
    feedback_ticks: Cell<u64>,
    progress: Cell<bool>,
    /// Cycles that the polling loop has used in this period, and ticks since it began.
    used: Cell<Cycles>,
    period_ticks: Cell<u64>,
    /// The idle thread has run: a new period begins with the next polling.
    fresh: Cell<bool>,
    polling_gate: GateId,
}

/// A reason for not taking packets in.
struct Brake {
    on: Cell<bool>,
    gate: GateId,
}

fn shape(_: &Settings) -> Shape {
    Shape { protocol: Protocol::Thread, has_ipintrq: true, fetches: true }
}

/// Adds what can be seen of the facility's inside; called while the machine is laid out.
pub fn add_gates(topology: &mut crate::trace::topology::Topology) {
    topology.add_gate(
        "polling",
        "polling",
        "interrupts are off; the polling thread fetches packets",
        "interrupts are on",
    );
    topology.add_gate(
        "feedback",
        "input inhibited by feedback",
        "the screening queue is nearly full: no packet is taken in",
        "the screening queue has room",
    );
    topology.add_gate(
        "limit",
        "input inhibited by the cycle limit",
        "packets have used their share of this period",
        "packets have CPU time left in this period",
    );
}

fn start(kernel: &Rc<Kernel>, plan: &Blueprint) -> Running {
    let gates = &plan.builder.topology.gates;
    let gate = |id: &str| gates.iter().position(|gate| gate.id == id).expect("add_gates was called") as GateId;
    let brake = |id: &str| Brake { on: Cell::new(false), gate: gate(id) };
    let thread = plan.protocol_activity.expect("the polling thread is an activity of its own");
    let polling = Rc::new(Polling {
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
    });
    polling.clone().listen();
    let mut software: Vec<(usize, Software)> = Vec::new();
    for (interface, ids) in plan.interfaces.iter().enumerate() {
        if let Some(receive) = ids.receive {
            software.push((receive.handler, Box::pin(lnintr(polling.clone(), interface, Event::Received))));
        }
        if let Some(transmit) = ids.transmit {
            software.push((transmit.handler, Box::pin(lnintr(polling.clone(), interface, Event::Sent))));
        }
    }
    software.push((thread, Box::pin(netisr_thread(polling.clone()))));
    Running { software, changed: Box::new(move || polling.changed()) }
}

/// What an interface interrupts for.
#[derive(Clone, Copy)]
enum Event {
    Received,
    Sent,
}

/// The LANCE's interrupt handler: asks for the polling thread, and leaves the interface's interrupts disabled.
async fn lnintr(polling: Rc<Polling>, interface: usize, event: Event) -> Infallible {
    let kernel = &polling.kernel;
    let host = &kernel.host;
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let lnintr = host.call(Step::Lnintr, Packet::NONE).await;
        host.work(Step::ModifiedInterrupt, Packet::NONE).await;
        let poll = kernel.settings.borrow().polling.enabled;
        match event {
            _ if poll => {
                let _lanpoll_intsched = host.call(Step::LanpollIntsched, Packet::NONE).await;
                polling.silence(interface);
                kernel.wake(NETISR).await;
                polling.want();
            }
            Event::Received => lnrint(kernel, interface).await,
            Event::Sent => lntint(kernel, interface).await,
        }
        drop(lnintr);
        leave(host).await;
    }
}

/// The kernel's network thread: what is left on `ipintrq` first, then polling.
async fn netisr_thread(polling: Rc<Polling>) -> Infallible {
    let kernel = &polling.kernel;
    let host = &kernel.host;
    let queue = kernel.ipintrq.as_ref().expect("the modified kernel keeps its ipintrq");
    loop {
        if !queue.is_empty() {
            ipintr(kernel).await;
        } else if polling.wanted.get() {
            lanpoll_isr(&polling).await;
            host.call_briefly(Step::ThreadBlock).await;
        } else {
            host.sleep(NETISR).await;
        }
    }
}

/// The polling loop: rounds over all interfaces, until nothing is pending.
async fn lanpoll_isr(polling: &Polling) {
    let kernel = &polling.kernel;
    let host = &kernel.host;
    let mut begin = polling.begin();
    let _lanpoll_isr = host.call(Step::LanpollIsr, Packet::NONE).await;
    polling.wanted.set(false);
    loop {
        host.work(Step::LanpollLoop, Packet::NONE).await;
        let mut handled = 0;
        for interface in 0..kernel.receivers.len() {
            handled += lnrintpoll(polling, interface).await;
            lntintpoll(polling, interface).await;
        }
        begin = polling.account(begin);
        if !polling.settings(|polling| polling.enabled) || !polling.is_pending() {
            break;
        }
        let gave_work = handled > 0 && kernel.screenq.as_ref().is_some_and(|queue| !queue.is_empty());
        if gave_work {
            host.work(Step::Reschedule, Packet::NONE).await;
        }
    }
    lnintena(polling).await;
    polling.account(begin);
}

/// The receive callback: at most a quota of packets, each to completion, as long as input is not inhibited. How many.
async fn lnrintpoll(polling: &Polling, interface: usize) -> u64 {
    let kernel = &polling.kernel;
    let has_packets = kernel.receivers[interface].as_ref().is_some_and(|receiver| !receiver.ring.is_empty());
    if !has_packets || polling.is_inhibited() {
        return 0;
    }
    let _lnrintpoll = kernel.host.call(Step::Lnrintpoll, Packet::NONE).await;
    let mut handled = 0;
    while handled < polling.settings(|polling| polling.quota) {
        let Some(packet) = lnread(kernel, interface).await else { break };
        ether_input_direct(kernel, packet).await;
        lninitdesc(kernel).await;
        kernel.host.work(Step::LnrintpollNext, Packet::NONE).await;
        handled += 1;
        if polling.settings(|polling| polling.check_every_packet) && polling.queue_is_too_full() {
            break;
        }
    }
    polling.queue_is_too_full();
    handled
}

/// The transmit callback: takes back at most a quota of descriptors, and sends more.
async fn lntintpoll(polling: &Polling, interface: usize) {
    let kernel = &polling.kernel;
    let has_finished = kernel.outputs[interface].as_ref().is_some_and(|output| output.transmitter.finished() > 0);
    if has_finished {
        let _lntintpoll = kernel.host.call(Step::Lntintpoll, Packet::NONE).await;
        lntint_body(kernel, interface, polling.settings(|polling| polling.quota)).await;
    }
}

/// Enables the interrupts that may be enabled again.
async fn lnintena(polling: &Polling) {
    let kernel = &polling.kernel;
    for interface in 0..kernel.receivers.len() {
        if polling.may_be_heard(interface) {
            let _lnintena = kernel.host.call(Step::Lnintena, Packet::NONE).await;
            polling.hear(interface);
        }
    }
    polling.show_state();
}

impl Polling {
    fn settings<T>(&self, read: impl FnOnce(&PollingSettings) -> T) -> T {
        read(&self.kernel.settings.borrow().polling)
    }

    /// Asks for the thread, unless it is asked for already.
    fn want(&self) {
        self.wanted.set(true);
        self.kernel.host.wake(NETISR);
        self.show_state();
    }

    /// No interrupts from this interface until polling has nothing left to do.
    fn silence(&self, interface: usize) {
        self.silenced.borrow_mut()[interface] = true;
        for line in self.kernel.lines_of(interface) {
            self.kernel.host.enable_line(line, false);
        }
    }

    fn hear(&self, interface: usize) {
        self.silenced.borrow_mut()[interface] = false;
        for line in self.kernel.lines_of(interface) {
            self.kernel.host.enable_line(line, true);
        }
    }

    /// A model choice (MODEL.md): while feedback inhibits input, transmit interrupts stay disabled too, because every packet
    /// that screend sends would otherwise ask for the polling thread. The cycle limit inhibits input only (M 7).
    fn may_be_heard(&self, interface: usize) -> bool {
        let receives = self.kernel.receivers[interface].is_some();
        self.silenced.borrow()[interface] && !self.feedback.on.get() && !(receives && self.limit.on.get())
    }

    /// Something to do for another round.
    fn is_pending(&self) -> bool {
        let received = self.kernel.receivers.iter().flatten().any(|receiver| !receiver.ring.is_empty());
        let sent = self.kernel.outputs.iter().flatten().any(|output| output.transmitter.finished() > 0);
        (received && !self.is_inhibited()) || sent
    }

    fn is_inhibited(&self) -> bool {
        self.feedback.on.get() || self.limit.on.get()
    }

    /// Looks at the screening queue; from its high mark on input is inhibited.
    fn queue_is_too_full(&self) -> bool {
        let Some(queue) = &self.kernel.screenq else { return false };
        let (enabled, high) = self.settings(|polling| (polling.feedback, polling.high));
        if enabled && !self.feedback.on.get() && queue.length() as u64 * 100 >= high * queue.limit() as u64 {
            self.feedback_ticks.set(0);
            self.progress.set(true);
            self.set(&self.feedback, true);
        }
        self.feedback.on.get()
    }

    /// Polling begins: the moment from which its cycles are counted. After idle a new period begins with it.
    fn begin(&self) -> Cycles {
        if self.fresh.replace(false) {
            self.period_ticks.set(0);
            self.new_period();
        }
        self.kernel.host.now()
    }

    /// Adds what has been used since `begin`; above the limit input is inhibited for the rest of the period. Returns the
    /// moment from which to count on.
    fn account(&self, begin: Cycles) -> Cycles {
        let now = self.kernel.host.now();
        self.used.set(self.used.get() + (now - begin));
        let (enabled, share, period) =
            self.settings(|polling| (polling.limit, polling.limit_share, polling.limit_period));
        if enabled && u128::from(self.used.get().0) * 100 > u128::from(period.0) * u128::from(share) {
            self.set(&self.limit, true);
        }
        now
    }

    fn set(&self, brake: &Brake, on: bool) {
        if brake.on.replace(on) != on {
            self.kernel.host.set_gate(brake.gate, on);
        }
    }

    /// Lifts a brake: the thread looks for waiting packets, and enables interrupts when there are none.
    fn release(&self, brake: &Brake) {
        if brake.on.get() {
            self.set(brake, false);
            self.want();
        }
    }

    /// Connects the facility to the clock, the idle thread and the screening queue.
    fn listen(self: Rc<Self>) {
        let kernel = self.kernel.clone();
        let polling = self.clone();
        kernel.tick_tasks.borrow_mut().push(Box::new(move || polling.tick()));
        let polling = self.clone();
        kernel.host.set_on_idle(move || polling.idle());
        *kernel.screenq_taken.borrow_mut() = Some(Box::new(move || self.screenq_taken()));
    }

    /// Once a clock tick: feedback's time-out, and the limit's period.
    fn tick(&self) {
        let watches = self.settings(|polling| polling.timeout_watches_progress);
        let goes_on = self.progress.replace(false) && watches;
        self.feedback_ticks.set(if goes_on { 0 } else { self.feedback_ticks.get() + 1 });
        if self.feedback_ticks.get() >= self.settings(|polling| polling.timeout_ticks) {
            self.release(&self.feedback);
        }
        self.period_ticks.set(self.period_ticks.get() + 1);
        let (clock, ticks_per_second) = {
            let settings = self.kernel.settings.borrow();
            (settings.machine.clock, settings.machine.ticks_per_second)
        };
        let period = self.settings(|polling| polling.limit_period);
        let ticks = (period.0 * ticks_per_second + clock.0 / 2) / clock.0;
        if self.period_ticks.get() >= ticks.max(1) {
            self.period_ticks.set(0);
            self.new_period();
        }
    }

    fn new_period(&self) {
        self.used.set(Cycles::ZERO);
        self.release(&self.limit);
    }

    /// The idle thread runs: nobody else wants the CPU, so the limit need not hold (M 7). The next period begins when
    /// polling does, so that a burst after idle has one limit before it, not the rest of one and then another (a model
    /// choice, with M 7.4.1 in view).
    fn idle(&self) {
        self.fresh.set(true);
        self.new_period();
    }

    fn screenq_taken(&self) {
        self.progress.set(true);
        let low = self.settings(|polling| polling.low);
        if let Some(queue) = &self.kernel.screenq
            && queue.length() as u64 * 100 <= low * queue.limit() as u64
        {
            self.release(&self.feedback);
        }
    }

    /// A knob moved: brakes that are no longer wanted are lifted; without polling interrupts come back.
    fn changed(&self) {
        let (enabled, feedback, limit) = self.settings(|polling| (polling.enabled, polling.feedback, polling.limit));
        if !feedback || !enabled {
            self.release(&self.feedback);
        }
        if !limit || !enabled {
            self.release(&self.limit);
        }
    }

    fn show_state(&self) {
        let polls = self.wanted.get() || self.silenced.borrow().contains(&true);
        self.kernel.host.set_gate(self.polling_gate, polls);
    }
}

fn code(settings: &Settings) -> Vec<CodeLine> {
    let mut lines: Vec<CodeLine> = vec![
        ("interrupt", 0, "the CPU saves its state", Some(Step::InterruptEntry)),
        ("lnintr", 0, "ask the interface what happened", Some(Step::Lnintr)),
        ("lnintr", 0, "is polling on?", Some(Step::ModifiedInterrupt)),
        ("lanpoll_intsched", 1, "if polling: wake the polling thread,", Some(Step::LanpollIntsched)),
        ("lanpoll_intsched", 1, "leave this interface's interrupts off", None),
        ("interrupt", 0, "the CPU restores its state", Some(Step::InterruptReturn)),
        ("lanpoll_isr", 0, "polling thread:", Some(Step::LanpollIsr)),
        ("lanpoll_isr", 1, "repeat: for each interface", Some(Step::LanpollLoop)),
        ("lnrintpoll", 2, "receive callback, up to quota packets:", Some(Step::Lnrintpoll)),
        ("lnrintpoll", 3, "count it against the quota", Some(Step::LnrintpollNext)),
        ("ip_forward", 3, "forward it (longer paths of this kernel)", Some(Step::ModifiedPath)),
        ("lntintpoll", 2, "transmit callback, up to quota descriptors", Some(Step::Lntintpoll)),
        ("lanpoll_isr", 2, "if a process was given work: by the scheduler", Some(Step::Reschedule)),
        ("lnintena", 1, "nothing left: enable interrupts", Some(Step::Lnintena)),
        ("thread_block", 1, "give the CPU away", Some(Step::ThreadBlock)),
    ];
    lines.extend_from_slice(QUEUED_INPUT);
    lines.extend_from_slice(FORWARDING);
    if settings.kernel.screend {
        lines.extend_from_slice(SCREENING);
    }
    lines.extend_from_slice(TRANSMITTING);
    lines
}
