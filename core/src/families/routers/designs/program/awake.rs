//! A thread that stays awake without work: it does not sleep, although it has nothing to do. Then nobody below it gets the CPU.
//!
//! A flooded thread is not meant: a packet waits for it at each clock tick. Nor is a loop without a call: rule 18 tells that.

use super::execution::{Context, Execution};
use super::slow_faults::{self, NoWork};
use super::state::ProgramState;
use crate::cpu::Fault;
use crate::program::loops::loop_around_both;
use crate::trace::ContextId;
use crate::units::Cycles;

/// How long a thread may be awake without work: CPU time without moving a packet, or clock ticks at which none waits.
pub const AWAKE_MILLISECONDS: u64 = 100;

/// What the clock ticks since a thread's last sleep have shown.
#[derive(Default)]
pub struct Awake {
    ticks: u64,
    without_work: u64,
    /// The first and the last line of the thread's function at these ticks.
    lines: Option<(u32, u32)>,
    /// The CPU time of each context at the first tick.
    cpu_times: Vec<Cycles>,
    is_told: bool,
}

impl Execution {
    /// A clock tick has passed, and the thread has called something. It has moved no packet for this much CPU time.
    #[cold]
    #[inline(never)]
    pub fn watch_awake(&mut self, unmoved: Cycles) {
        // who wakes others for nothing is no thread: idle() and code inside of system calls
        let is_thread = !self.keeps_out() && !self.own.wakes_for_nothing;
        if !is_thread || self.busy.awake.is_told || self.own.unannounced_block.is_some() {
            return;
        }
        let state = self.state.clone();
        let line = {
            let activity = self.activity.borrow();
            let stack = activity.stack(&state.program);
            stack.first().map_or_else(|| activity.last_line(&state.program), |running| running.line)
        };
        let has_no_work = !state.packets.has_taken(self.own.id) && state.nothing_waits();
        let awake = &mut self.busy.awake;
        if awake.ticks == 0 {
            awake.cpu_times = state.cpu_times();
        }
        awake.ticks += 1;
        awake.without_work += u64::from(has_no_work);
        let (first, last) = awake.lines.unwrap_or((line, line));
        awake.lines = Some((first.min(line), last.max(line)));
        let no_work = if unmoved > state.milliseconds(AWAKE_MILLISECONDS) {
            NoWork::Unmoved { milliseconds: AWAKE_MILLISECONDS }
        } else if awake.without_work > state.watch.ticks_in(AWAKE_MILLISECONDS) {
            NoWork::NoPacket { without_work: awake.without_work, ticks: awake.ticks }
        } else {
            return;
        };
        awake.is_told = true;
        self.tell_awake(&state, &no_work);
    }

    /// It is told at the loop around all lines that the thread was at.
    fn tell_awake(&self, state: &ProgramState, no_work: &NoWork) {
        let awake = &self.busy.awake;
        let (first, last) = awake.lines.expect("a tick has passed");
        let around = loop_around_both(&state.program.loops, first, last);
        let line = around.map_or(first, |around| around.first);
        let name = &state.program.functions[usize::from(self.own.function)].name;
        let host = state.host();
        let gets_none = |context: ContextId, before: Cycles| {
            context != host.current_context()
                && host.counters.cycles(context, host.now()) == before
                && host.any_ready(|one| one == context)
        };
        // a user process that has never run does not know yet that it is switched off
        let is_off = |id: &str| id == "user" && !state.kernel.settings.borrow().kernel.compute;
        let mut contexts = (0..).zip(&state.context_ids).zip(&awake.cpu_times);
        let starved = contexts.find(|((context, id), before)| !is_off(id) && gets_none(*context, **before));
        let starved = starved.map(|((_, id), _)| id.as_str());
        let fault = slow_faults::awake(name, no_work, starved, self.own.thread.is_some());
        host.tell(Fault { file: state.file.clone(), line, chain: vec![(name.clone(), line)], ..*fault });
    }
}

impl ProgramState {
    /// Whether no packet waits for the program: in a ring, in a queue of its own, or for a transmit ring that has room.
    fn nothing_waits(&self) -> bool {
        let outputs = || self.kernel.outputs.iter().flatten();
        self.kernel.receivers.iter().flatten().all(|receiver| receiver.ring.is_empty())
            && self.kernel.program_queues.iter().all(|queue| queue.is_empty())
            && outputs().all(|output| {
                let transmitter = &output.transmitter;
                transmitter.finished() == 0 && (output.queue.is_empty() || transmitter.ring.is_full())
            })
    }

    fn cpu_times(&self) -> Vec<Cycles> {
        let (host, contexts) = (self.host(), self.context_ids.len() as ContextId);
        (0..contexts).map(|context| host.counters.cycles(context, host.now())).collect()
    }
}

impl Context<'_> {
    /// `thread_block` without an `assert_wait` since the last one. It is told at its line.
    #[cold]
    #[inline(never)]
    pub fn tell_unannounced_block(&mut self) {
        if self.own.unannounced_block.replace(self.own.at) != Some(self.own.at) {
            self.state.tell_at(self.own.at, slow_faults::unannounced_block());
        }
    }
}
