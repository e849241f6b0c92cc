//! The Calaveras kernel (M 9.1), built for a file server that also sends video: three classes of tasks. Interrupts set a flag and do
//! nothing else. A round looks at all flags and calls each real-time task that is wanted with its weight, the most packets it
//! may handle; then processes (general purpose) run until a quantum is over or none wants to. An isochronous task is called
//! by a timer; it may go in between only in preemption windows, where a real-time task has finished a packet.
//!
//!   interrupt -> flag -> round: receive (weight), send (weight), ... -> processes, a quantum -> round ...
//!   timer -> isochronous task: at once when a process runs or nothing, else in the next preemption window

use super::{KernelDesign, Running};
use crate::cpu::{Packet, Software};
use crate::kernel::{
    Blueprint, CodeLine, FORWARDING, Kernel, NETISR, Protocol, SCREENING, Shape, TRANSMITTING, Transmit, enter,
    ether_input_direct, leave, lninitdesc, lnread, lntint_body,
};
use crate::scenario::{Settings, Step};
use crate::system::About;
use crate::trace::{GateId, LineId};
use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::rc::Rc;

pub const DESIGN: KernelDesign = KernelDesign {
    about: About {
        id: "calaveras",
        name: "Flags, weights and preemption windows (Calaveras)",
        source: "M 9.1",
        one_line: "Interrupts set flags; real-time tasks take turns by weight, processes run between rounds.",
    },
    shape,
    start,
    code,
    gates: |_, _| {},
};

const GATE: [&str; 4] = [
    "isochronous",
    "isochronous task is due",
    "its time has come; it waits for a preemption window or runs",
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

/// A real-time task of an interface, and the line that asks for it.
#[derive(Clone, Copy)]
enum Task {
    Receive(usize),
    Send(usize),
}

struct Calaveras {
    kernel: Rc<Kernel>,
    tasks: Vec<(Task, LineId)>,
    /// The flag of each task.
    flags: RefCell<Vec<bool>>,
    /// It is the real-time tasks' turn.
    turn: Cell<bool>,
    /// Clock ticks since processes got theirs.
    ticks: Cell<u64>,
    gate: GateId,
}

fn start(kernel: &Rc<Kernel>, plan: &Blueprint) -> Running {
    let mut tasks = Vec::new();
    let mut handlers = Vec::new();
    for (interface, ids) in plan.interfaces.iter().enumerate() {
        tasks.extend(ids.receive.map(|receive| (Task::Receive(interface), receive.line)));
        handlers.extend(ids.receive.map(|receive| receive.handler));
        tasks.extend(ids.transmit.map(|transmit| (Task::Send(interface), transmit.line)));
        handlers.extend(ids.transmit.map(|transmit| transmit.handler));
    }
    let gate = plan.builder.topology.gates.iter().position(|gate| gate.id == GATE[0]).expect("its shape has it");
    let calaveras = Rc::new(Calaveras {
        kernel: kernel.clone(),
        flags: RefCell::new(vec![false; tasks.len()]),
        tasks,
        turn: Cell::new(true),
        ticks: Cell::new(0),
        gate: gate as GateId,
    });
    calaveras.listen();
    let (_, timer) = plan.timer.expect("its shape has a timer");
    let thread = plan.protocol_activity.expect("real-time tasks have a thread");
    let mut software: Vec<(usize, Software)> = vec![
        (timer, Box::pin(isochronous_interrupt(calaveras.clone()))),
        (thread, Box::pin(scheduler(calaveras.clone()))),
    ];
    for (number, handler) in handlers.into_iter().enumerate() {
        software.push((handler, Box::pin(set_flag(calaveras.clone(), number))));
    }
    set_period(kernel);
    let kernel = kernel.clone();
    Running { software, changed: Box::new(move || set_period(&kernel)) }
}

fn set_period(kernel: &Kernel) {
    let settings = kernel.settings.borrow();
    let period = settings.machine.clock.cycles_in_microseconds(settings.values.get("calaveras.period_us").integer());
    kernel.interval.as_ref().expect("its shape has a timer").change(period);
}

/// All that an interface's interrupt does; its line stays off until its task has nothing left.
async fn set_flag(calaveras: Rc<Calaveras>, number: usize) -> Infallible {
    let host = &calaveras.kernel.host;
    loop {
        host.next_interrupt().await;
        enter(host).await;
        host.call_briefly(Step::LanpollIntsched).await;
        host.enable_line(calaveras.tasks[number].1, false);
        calaveras.flags.borrow_mut()[number] = true;
        if host.preempted_idleness() {
            calaveras.begin_turn();
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
        // also while the CPU is being given from the scheduler to a process
        host.wake(NETISR);
        leave(host).await;
    }
}

/// Rounds over the real-time tasks. One that is over leaves the CPU to processes, if one wants it.
async fn scheduler(calaveras: Rc<Calaveras>) -> Infallible {
    let host = &calaveras.kernel.host;
    loop {
        calaveras.preemption_window().await;
        if !calaveras.turn.take() {
            host.sleep(NETISR).await;
            continue;
        }
        host.call_briefly(Step::LanpollLoop).await;
        for (number, (task, line)) in calaveras.tasks.iter().enumerate() {
            if std::mem::take(&mut calaveras.flags.borrow_mut()[number]) {
                let done = calaveras.run(*task).await;
                host.enable_line(*line, done);
                calaveras.flags.borrow_mut()[number] |= !done;
            }
        }
        calaveras.ticks.set(0);
        calaveras.turn.set(calaveras.is_wanted() && !host.others_are_ready());
    }
}

impl Calaveras {
    /// Connects it to the clock and to idleness; they do not keep it alive.
    fn listen(self: &Rc<Self>) {
        let calaveras = Rc::downgrade(self);
        self.kernel.tick_tasks.borrow_mut().push(Box::new(move || {
            if let Some(calaveras) = calaveras.upgrade() {
                calaveras.tick();
            }
        }));
        let calaveras = Rc::downgrade(self);
        self.kernel.host.set_on_idle(0, move || {
            if let Some(calaveras) = calaveras.upgrade()
                && calaveras.is_wanted()
            {
                calaveras.begin_turn();
            }
        });
    }

    fn number(&self, path: &str) -> u64 {
        self.kernel.settings.borrow().values.get(path).integer()
    }

    fn is_wanted(&self) -> bool {
        self.flags.borrow().contains(&true)
    }

    fn begin_turn(&self) {
        self.turn.set(true);
        self.kernel.host.wake(NETISR);
    }

    /// The quantum of processes, in clock ticks.
    fn tick(&self) {
        self.ticks.set(self.ticks.get() + 1);
        if self.ticks.get() >= self.number("calaveras.quantum_ticks") {
            self.ticks.set(0);
            if self.is_wanted() {
                self.begin_turn();
            }
        }
    }

    /// One real-time task, at most its weight; whether nothing is left to do.
    async fn run(&self, task: Task) -> bool {
        let kernel = &*self.kernel;
        match task {
            Task::Receive(interface) => {
                let _lnrintpoll = kernel.host.call(Step::Lnrintpoll, Packet::NONE).await;
                for _ in 0..self.number("calaveras.receive_weight") {
                    let Some(packet) = kernel.receiver(interface).take() else { break };
                    lnread(kernel, packet).await;
                    ether_input_direct(kernel, packet).await;
                    lninitdesc(kernel).await;
                    self.preemption_window().await;
                }
                kernel.receiver(interface).ring.is_empty()
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
                // nothing more is cleared away: what waits is handed over
                lntint_body(kernel, output, 0).await;
                self.preemption_window().await;
                output.transmitter.finished() == 0
            }
        }
    }

    /// A unit of work is complete: the isochronous task may run.
    async fn preemption_window(&self) {
        let host = &self.kernel.host;
        if host.counters.gate_is_on(self.gate) {
            host.call_briefly(Step::Isochronous).await;
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
        ("ether_input", 2, "parse the Ethernet header, go straight on:", Some(Step::EtherInput)),
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
