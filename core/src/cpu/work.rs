//! The two ways in which software pauses: `work` and waiting.

use super::{Channel, Host, Packet};
use crate::scenario::Step;
use crate::trace::Event;
use crate::units::Cycles;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Spends the cycles of one step. Ready at once when nothing can happen before it ends.
pub struct Work<'a> {
    host: &'a Host,
    step: Step,
    packet: Packet,
    cycles: Cycles,
    opens: bool,
    begun: bool,
}

impl Future for Work<'_> {
    type Output = ();

    #[inline]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.begun {
            return Poll::Ready(()); // the executor polls again only when the cycles are spent
        }
        self.begun = true;
        let host = self.host;
        if host.begin_step(self.step, self.packet, self.cycles, self.opens) { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// A procedure that has been entered; left when this is dropped.
pub struct Procedure<'a> {
    host: &'a Host,
    activity: usize,
}

impl Drop for Procedure<'_> {
    fn drop(&mut self) {
        let depth = &self.host.activities[self.activity].depth;
        depth.set(depth.get() - 1);
    }
}

/// Enters a procedure.
pub struct Call<'a> {
    work: Work<'a>,
}

impl<'a> Future for Call<'a> {
    type Output = Procedure<'a>;

    #[inline]
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Procedure<'a>> {
        Pin::new(&mut self.work).poll(context).map(|()| {
            let host = self.work.host;
            let activity = host.current.get();
            let depth = &host.activities[activity].depth;
            depth.set(depth.get() + 1);
            Procedure { host, activity }
        })
    }
}

/// Pauses once; the executor polls again when what was waited for has come.
struct Pause {
    paused: bool,
}

impl Future for Pause {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.paused {
            return Poll::Ready(());
        }
        self.paused = true;
        Poll::Pending
    }
}

impl Host {
    /// Spends a step's cycles within the current procedure, for `packet` (or `Packet::NONE`).
    #[inline]
    pub fn work(&self, step: Step, packet: Packet) -> Work<'_> {
        Work { host: self, step, packet, cycles: self.cost(step), opens: false, begun: false }
    }

    /// Enters a procedure with its first step; it lasts until the returned guard is dropped.
    #[inline]
    pub fn call(&self, step: Step, packet: Packet) -> Call<'_> {
        Call { work: Work { host: self, step, packet, cycles: self.cost(step), opens: true, begun: false } }
    }

    /// A procedure without a guard: it ends when the next one begins.
    #[inline]
    pub async fn call_briefly(&self, step: Step) {
        drop(self.call(step, Packet::NONE).await);
    }

    /// The thread gives the CPU away until the channel is woken. Test the condition just before, without `work` between.
    pub async fn sleep(&self, channel: Channel) {
        let activity = self.current_activity();
        assert!(activity.is_thread, "an interrupt handler cannot sleep");
        activity.active.set(false);
        activity.waits_for.set(Some(channel));
        self.picker().asleep(self.current.get());
        self.trace(Event::End { blocked: true });
        Pause { paused: false }.await;
    }

    /// The handler has returned; goes on when its line is taken again.
    pub async fn next_interrupt(&self) {
        let activity = self.current_activity();
        assert!(!activity.is_thread, "a thread is not an interrupt handler");
        activity.active.set(false);
        Pause { paused: false }.await;
    }
}
