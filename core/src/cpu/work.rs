//! The two ways in which software pauses: `work` and waiting.

use super::{Channel, Host, Packet};
use crate::scenario::Step;
use crate::trace::{Event, PlaceId};
use std::future::Future;
use std::hint::cold_path;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A step that has begun. Ready at once when nothing could happen before its end; else the executor polls again when its
/// cycles are spent. Or a wait: the executor polls again when what was waited for has come.
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
    /// What is done at once when the step is over.
    #[inline(always)]
    pub fn then<F: FnOnce() + Unpin>(self, act: F) -> Then<F> {
        Then { work: self, act: Some(act) }
    }
}

/// A step, and what it comes to: an `async fn` of one step, without the bookkeeping of one.
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

/// A procedure that has been entered; left when this is dropped.
pub struct Procedure<'a> {
    host: &'a Host,
}

impl Drop for Procedure<'_> {
    #[inline]
    fn drop(&mut self) {
        let origin = &self.host.origin;
        origin.set(origin.get().closed());
    }
}

/// The first step of a procedure that is being entered.
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
        Work { paused: !self.spend(step, packet, false) }
    }

    /// Spends cycles in proportion to so many bytes; the step's cost is that of 1,024.
    #[inline]
    pub fn work_sized(&self, step: Step, packet: Packet, bytes: u64) -> Work {
        Work { paused: !self.spend_sized(step, bytes, packet, false) }
    }

    /// Enters a procedure with its first step; it lasts until the returned guard is dropped.
    #[inline(always)]
    pub fn call(&self, step: Step, packet: Packet) -> Call<'_> {
        Call { work: Work { paused: !self.spend(step, packet, true) }, host: self }
    }

    /// A procedure of one step.
    #[inline(always)]
    pub fn call_briefly(&self, step: Step) -> Work {
        self.call_briefly_for(step, Packet::NONE)
    }

    /// The same for a packet.
    #[inline(always)]
    pub fn call_briefly_for(&self, step: Step, packet: Packet) -> Work {
        Work { paused: !self.spend(step, packet, true) }
    }

    /// A procedure of one step that throws a packet away at a place.
    #[inline]
    pub fn drop_at(&self, packet: Packet, place: PlaceId, step: Step) -> Then<impl FnOnce() + Unpin> {
        self.call_briefly_for(step, packet).then(move || self.packet_dropped(packet, place))
    }

    /// The thread gives the CPU away until the channel is woken. Test the condition just before, without `work` between.
    pub async fn sleep(&self, channel: Channel) {
        let activity = self.current_activity();
        assert!(activity.is_thread, "an interrupt handler cannot sleep");
        activity.active.set(false);
        activity.waits_for.set(Some(channel));
        self.picker().asleep(self.current.get(), self.now.get());
        self.choose_again();
        self.trace(Event::Block);
        Work { paused: true }.await;
    }

    /// Makes a waiting thread ready, which costs something (`thread_wakeup_prim`, `wakeup`, `try_to_wake_up`); when none waits
    /// nothing is to be done.
    pub async fn thread_wakeup(&self, channel: Channel) {
        if self.somebody_waits(channel) {
            let _thread_wakeup = self.call(Step::ThreadWakeup, Packet::NONE).await;
            self.wake(channel);
        }
    }

    /// The handler has returned; goes on when its line is taken again.
    #[inline]
    pub fn next_interrupt(&self) -> Work {
        let activity = self.current_activity();
        assert!(!activity.is_thread, "a thread is not an interrupt handler");
        activity.active.set(false);
        Work { paused: true }
    }
}
