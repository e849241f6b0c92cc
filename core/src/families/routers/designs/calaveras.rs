//! The Calaveras kernel (M 9.1), for a file server that also sends video. It has three classes of tasks. An interrupt only sets a
//! flag. A round calls each flagged real-time task with its weight, which is the most packets that it may handle. Then processes
//! (general purpose) run until their quantum ends or none is ready. A timer requests the isochronous task. That task may
//! interrupt a real-time task only in a preemption window, where the real-time task has finished a packet.
//!
//! ```text
//! interrupt -> flag -> round: receive (weight), send (weight), ... -> processes, a quantum -> round ...
//! timer -> isochronous task: at once when a process or nothing runs, else in the next preemption window
//! ```

use super::KernelDesign;
use crate::cpu::Packet;
use crate::families::routers::{
    CodeLine, FORWARDING, Kernel, MachinePlan, NETISR, Protocol, SCREENING, Shape, TRANSMITTING, Transmit, enter,
    ether_input_direct, leave, lninitdesc, lnread, lntint_body,
};
use crate::family::MachineBuilder;
use crate::scenario::{Settings, Step};
use crate::trace::{GateId, LineId};
use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::rc::Rc;

pub const DESIGN: KernelDesign = KernelDesign { shape, start, code, gates: |_, _| {} };

const GATE: [&str; 4] = [
    "isochronous",
    "isochronous task is due",
    "its time has come: it runs, or waits for a preemption window",
    "it has run in this period",
];

fn shape(_: &Settings) -> Shape {
    Shape {
        protocol: Protocol::Thread,
        has_ipintrq: false,
        fetches: true,
        transmit: Transmit::Device,
        gate: Some(GATE),
        timer: Some(("isochronous", "time for the isochronous task", "timer")),
    }
}

/// A real-time task of an interface.
#[derive(Clone, Copy)]
enum Task {
    Receive(usize),
    Send(usize),
}

struct Calaveras {
    kernel: Rc<Kernel>,
    /// Each task, and the line that requests it.
    tasks: Vec<(Task, LineId)>,
    /// The flag of each task.
    flags: RefCell<Vec<bool>>,
    /// A round of real-time tasks is due.
    round_due: Cell<bool>,
    /// Clock ticks since processes got their turn.
    ticks: Cell<u64>,
    gate: GateId,
}

fn start(kernel: &Rc<Kernel>, plan: &MachinePlan, machine: &mut MachineBuilder<'_>) {
    let mut tasks = Vec::new();
    let mut handlers = Vec::new();
    for (interface, ids) in plan.interfaces.iter().enumerate() {
        tasks.extend(ids.receive.map(|receive| (Task::Receive(interface), receive.line)));
        handlers.extend(ids.receive.map(|receive| receive.handler));
        tasks.extend(ids.transmit.map(|transmit| (Task::Send(interface), transmit.line)));
        handlers.extend(ids.transmit.map(|transmit| transmit.handler));
    }
    let calaveras = Rc::new(Calaveras {
        kernel: kernel.clone(),
        flags: RefCell::new(vec![false; tasks.len()]),
        tasks,
        round_due: Cell::new(true),
        ticks: Cell::new(0),
        gate: machine.gate(GATE[0]),
    });
    calaveras.connect();
    let (_, timer) = plan.timer.expect("its shape has a timer");
    let thread = plan.protocol_activity.expect("real-time tasks have a thread");
    machine.run(timer, isochronous_interrupt(calaveras.clone()));
    machine.run(thread, scheduler(calaveras.clone()));
    for (number, handler) in handlers.into_iter().enumerate() {
        machine.run(handler, set_flag(calaveras.clone(), number));
    }
    let changed = kernel.clone();
    machine.follow(move |_| set_period(&changed));
}

fn set_period(kernel: &Kernel) {
    let settings = kernel.settings.borrow();
    let period = settings.machine.clock.cycles_in_microseconds(settings.values.get("calaveras.period_us").integer());
    kernel.interval_timer.as_ref().expect("its shape has a timer").change(period);
}

/// An interface's interrupt: sets the task's flag, and disables the line until the task has no work left.
async fn set_flag(calaveras: Rc<Calaveras>, number: usize) -> Infallible {
    let host = &calaveras.kernel.host;
    loop {
        host.next_interrupt().await;
        enter(host).await;
        host.call_leaf(Step::LanpollIntsched).await;
        host.enable_line(calaveras.tasks[number].1, false);
        calaveras.flags.borrow_mut()[number] = true;
        if host.preempted_idle() {
            calaveras.request_round();
        }
        leave(host).await;
    }
}

async fn isochronous_interrupt(calaveras: Rc<Calaveras>) -> Infallible {
    let host = &calaveras.kernel.host;
    loop {
        host.next_interrupt().await;
        enter(host).await;
        host.set_gate(calaveras.gate, true);
        // wakes the thread even if the scheduler is switching to a process
        host.wake(NETISR);
        leave(host).await;
    }
}

/// The scheduler's thread: runs rounds of real-time tasks. After a round, processes get the CPU if one is ready.
async fn scheduler(calaveras: Rc<Calaveras>) -> Infallible {
    let host = &calaveras.kernel.host;
    loop {
        calaveras.preemption_window().await;
        if !calaveras.round_due.take() {
            host.sleep(NETISR).await;
            continue;
        }
        host.call_leaf(Step::LanpollLoop).await;
        for (number, (task, line)) in calaveras.tasks.iter().enumerate() {
            if std::mem::take(&mut calaveras.flags.borrow_mut()[number]) {
                let done = calaveras.run(*task).await;
                host.enable_line(*line, done);
                calaveras.flags.borrow_mut()[number] |= !done;
            }
        }
        calaveras.ticks.set(0);
        calaveras.round_due.set(calaveras.any_flag_is_set() && !host.other_threads_ready());
    }
}

impl Calaveras {
    /// Connects the kernel to the clock and the idle loop. They keep only weak references.
    fn connect(self: &Rc<Self>) {
        let calaveras = Rc::downgrade(self);
        self.kernel.tick_tasks.borrow_mut().push(Box::new(move || {
            if let Some(calaveras) = calaveras.upgrade() {
                calaveras.tick();
            }
        }));
        let calaveras = Rc::downgrade(self);
        self.kernel.host.set_on_idle(0, move || {
            if let Some(calaveras) = calaveras.upgrade()
                && calaveras.any_flag_is_set()
            {
                calaveras.request_round();
            }
        });
    }

    fn number(&self, path: &str) -> u64 {
        self.kernel.settings.borrow().values.get(path).integer()
    }

    fn any_flag_is_set(&self) -> bool {
        self.flags.borrow().contains(&true)
    }

    fn request_round(&self) {
        self.round_due.set(true);
        self.kernel.host.wake(NETISR);
    }

    /// At a clock tick: ends the quantum of processes when its ticks are over.
    fn tick(&self) {
        self.ticks.set(self.ticks.get() + 1);
        if self.ticks.get() >= self.number("calaveras.quantum_ticks") {
            self.ticks.set(0);
            if self.any_flag_is_set() {
                self.request_round();
            }
        }
    }

    /// Runs one real-time task, up to its weight. Returns whether it has no work left.
    async fn run(&self, task: Task) -> bool {
        let kernel = &*self.kernel;
        match task {
            Task::Receive(interface) => {
                let receiver = kernel.receiver(interface);
                let _lnrintpoll = kernel.host.call(Step::Lnrintpoll, Packet::NONE).await;
                receiver.acknowledge_all();
                for _ in 0..self.number("calaveras.receive_weight") {
                    let Some(packet) = receiver.take() else { break };
                    lnread(kernel, packet).await;
                    ether_input_direct(kernel, packet).await;
                    lninitdesc(kernel).await;
                    receiver.give_back();
                    self.preemption_window().await;
                }
                receiver.ring.is_empty()
            }
            Task::Send(interface) => {
                let _lntint = kernel.host.call(Step::Lntint, Packet::NONE).await;
                let output = kernel.output(interface);
                for _ in 0..self.number("calaveras.send_weight") {
                    if output.transmitter.finished() == 0 {
                        break;
                    }
                    kernel.host.work(Step::LntintReclaim, Packet::NONE).await;
                    output.transmitter.reclaim();
                    self.preemption_window().await;
                }
                // a quota of 0 reclaims no descriptor; the call hands waiting packets to the interface
                lntint_body(kernel, output, 0).await;
                self.preemption_window().await;
                output.transmitter.finished() == 0
            }
        }
    }

    /// Runs the isochronous task if it is due, because a unit of work is complete.
    async fn preemption_window(&self) {
        let host = &self.kernel.host;
        if host.counters.gate_is_on(self.gate) {
            host.call_leaf(Step::Isochronous).await;
            host.set_gate(self.gate, false);
        }
    }
}

fn code(settings: &Settings) -> Vec<CodeLine> {
    let mut lines: Vec<CodeLine> = vec![
        ("interrupt", 0, "the CPU saves its state", Some(Step::InterruptEntry)),
        ("interrupt", 0, "set the flag of this interface's task", Some(Step::LanpollIntsched)),
        ("interrupt", 0, "the CPU restores its state", Some(Step::InterruptReturn)),
        ("scheduler", 0, "a round: for each flag that is set", Some(Step::LanpollLoop)),
        ("receive task", 1, "receive, up to its weight:", Some(Step::Lnrintpoll)),
        ("lnread", 2, "copy it into an mbuf", Some(Step::Lnread)),
        ("ether_input", 2, "parse the Ethernet header, continue at once:", Some(Step::EtherInput)),
    ];
    lines.extend_from_slice(FORWARDING);
    lines.push(("lninitdesc", 2, "give the receive descriptor back", Some(Step::Lninitdesc)));
    lines.push(("isochronous task", 2, "preemption window: is the timer's task due?", Some(Step::Isochronous)));
    lines.extend_from_slice(TRANSMITTING);
    lines.push(("scheduler", 0, "then processes, until their quantum is over", None));
    if settings.kernel.screend {
        lines.extend_from_slice(SCREENING);
    }
    lines
}
