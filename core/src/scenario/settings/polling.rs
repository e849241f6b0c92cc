//! Polling and its two brakes: the groups `polling`, `feedback` and `limit`.

use crate::scenario::value::Values;
use crate::units::{Cycles, Hertz};

/// The polling facility and its two brakes.
#[derive(Clone, Debug)]
pub struct PollingSettings {
    pub enabled: bool,
    /// `u64::MAX` is no quota.
    pub quota: u64,
    /// Finished transmissions do not interrupt; clock ticks have them polled (M 7.5).
    pub sent_by_clock: bool,
    pub feedback: bool,
    pub high: u64,
    pub low: u64,
    pub timeout_ticks: u64,
    /// Input goes on when the queue is down to `low`.
    pub mark: bool,
    /// The time-out counts from the last packet that screend took, not from when input stopped.
    pub timeout_watches_progress: bool,
    pub check_every_packet: bool,
    pub limit: bool,
    pub limit_share: u64,
    pub limit_period: Cycles,
    /// One limit for all CPUs.
    pub limit_in_all: bool,
}

pub(super) fn polling(values: &Values, clock: Hertz) -> PollingSettings {
    let number = |path: &str| values.get(path).integer();
    PollingSettings {
        enabled: values.get("polling.enabled").switch(),
        quota: number("polling.quota"),
        sent_by_clock: values.get("polling.sent_by_clock").switch(),
        feedback: values.get("feedback.enabled").switch(),
        high: number("feedback.high"),
        low: number("feedback.low"),
        timeout_ticks: number("feedback.timeout_ticks"),
        mark: values.get("feedback.mark").switch(),
        timeout_watches_progress: values.get("feedback.timer").choice() == "progress",
        check_every_packet: values.get("feedback.check").choice() == "packet",
        limit: values.get("limit.enabled").switch(),
        limit_share: number("limit.share"),
        limit_period: clock.cycles_in_milliseconds(number("limit.period_ms")),
        limit_in_all: values.get("limit.scope").choice() == "all",
    }
}
