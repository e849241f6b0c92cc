//! The two ways in which software pauses: `work` spends cycles, `sleep` and `next_interrupt` wait.

use super::{Channel, Host, Packet};
use crate::scenario::Step;
use crate::trace::{Event, PlaceId};
use std::future::Future;
use std::hint::cold_path;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A step that has begun, or a wait. A step is ready at once if nothing can happen before its end. Otherwise the executor
/// polls it again when its cycles are spent. A wait is polled again when the event that it waits for has come.
#[must_use = "a step has to be awaited"]
pub struct Work {
    paused: bool,
}

impl Future for Work {
    type Output = ();

    #[inline]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::take(&mut self.paused) {
            cold_path();
            return Poll::Pending;
        }
        Poll::Ready(())
    }
}

impl Work {
    /// Is ready at once.
    pub fn done() -> Work {
        Work { paused: false }
    }

    /// Makes the activity pause.
    pub(super) fn paused() -> Work {
        Work { paused: true }
    }

    /// Whether the step is over already: then awaiting it does nothing.
    #[inline]
    pub fn is_over(&self) -> bool {
        !self.paused
    }

    /// Calls `act` as soon as the step is over.
    #[inline(always)]
    pub fn then<F: FnOnce() + Unpin>(self, act: F) -> Then<F> {
        Then { work: self, act: Some(act) }
    }
}

/// A step followed by an action. It does the same as an `async fn` with one step, but is faster because it needs no state
/// machine.
#[must_use = "a step has to be awaited"]
pub struct Then<F> {
    work: Work,
    act: Option<F>,
}

impl<F: FnOnce() + Unpin> Future for Then<F> {
    type Output = ();

    #[inline(always)]
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.work).poll(context).map(|()| {
            if let Some(act) = self.act.take() {
                act();
            }
        })
    }
}

/// A procedure that has been entered. Dropping the guard leaves it.
pub struct Procedure<'a> {
    host: &'a Host,
}

impl Drop for Procedure<'_> {
    #[inline]
    fn drop(&mut self) {
        let origin = &self.host.origin;
        origin.set(origin.get().closed(1));
    }
}

/// The first step of a procedure. When the step is over the procedure has been entered.
#[must_use = "a call has to be awaited"]
pub struct Call<'a> {
    work: Work,
    host: &'a Host,
}

impl<'a> Future for Call<'a> {
    type Output = Procedure<'a>;

    #[inline]
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Procedure<'a>> {
        Pin::new(&mut self.work).poll(context).map(|()| {
            let origin = &self.host.origin;
            origin.set(origin.get().opened());
            Procedure { host: self.host }
        })
    }
}

impl Host {
    /// Spends a step's cycles within the current procedure, for `packet` (or `Packet::NONE`).
    #[inline(always)]
    pub fn work(&self, step: Step, packet: Packet) -> Work {
        Work { paused: !self.spend_step(step, packet, false) }
    }

    /// Spends cycles in proportion to a number of bytes. The step's cost is the cost of 1,024 bytes.
    #[inline]
    pub fn work_sized(&self, step: Step, packet: Packet, bytes: u64) -> Work {
        Work { paused: !self.spend_sized(step, bytes, packet, false) }
    }

    /// Enters a procedure with its first step. The procedure lasts until the returned guard is dropped.
    #[inline(always)]
    pub fn call(&self, step: Step, packet: Packet) -> Call<'_> {
        Call { work: Work { paused: !self.spend_step(step, packet, true) }, host: self }
    }

    /// Calls a procedure that has only one step.
    #[inline(always)]
    pub fn call_leaf(&self, step: Step) -> Work {
        self.call_leaf_for(step, Packet::NONE)
    }

    /// Calls a procedure that has only one step, for a packet.
    #[inline(always)]
    pub fn call_leaf_for(&self, step: Step, packet: Packet) -> Work {
        Work { paused: !self.spend_step(step, packet, true) }
    }

    /// Calls a procedure that has only one step and drops a packet at a place.
    #[inline]
    pub fn drop_at(&self, packet: Packet, place: PlaceId, step: Step) -> Then<impl FnOnce() + Unpin> {
        self.call_leaf_for(step, packet).then(move || self.packet_dropped(packet, place))
    }

    /// A procedure has been entered whose first step is over. Software that is interpreted has no guard for it.
    pub fn procedure_entered(&self) {
        self.origin.set(self.origin.get().opened());
    }

    pub fn procedures_left(&self, count: usize) {
        self.origin.set(self.origin.get().closed(count));
    }

    /// Makes the thread sleep until the channel is woken. Test the condition that the thread waits for directly before this
    /// call, without `work` in between.
    pub async fn sleep(&self, channel: Channel) {
        let activity = self.current_activity();
        assert!(activity.is_thread, "an interrupt handler cannot sleep");
        activity.active.set(false);
        activity.waits_for.set(Some(channel));
        self.scheduler().asleep(self.current.get(), self.now.get());
        self.request_reschedule();
        self.trace(Event::Block);
        Work { paused: true }.await;
    }

    /// Wakes the threads that sleep on the channel, for the cost of a wake-up (`thread_wakeup_prim`, `wakeup`,
    /// `try_to_wake_up`). Costs nothing if no thread sleeps on it.
    pub async fn thread_wakeup(&self, channel: Channel) {
        if self.has_sleeper(channel) {
            let _thread_wakeup = self.call(Step::ThreadWakeup, Packet::NONE).await;
            self.wake(channel);
        }
    }

    /// Returns from the interrupt: the handler goes on when its line is taken again.
    #[inline]
    pub fn next_interrupt(&self) -> Work {
        let activity = self.current_activity();
        assert!(!activity.is_thread, "a thread is not an interrupt handler");
        activity.active.set(false);
        Work { paused: true }
    }
}
