//! One connection of a TCP sender that always has data: a state machine counted in segments. It has slow start, congestion
//! avoidance, fast retransmit and recovery (RFC 2581, 3782) and time-outs (RFC 2988, at least 200 ms as in Linux). As Linux
//! does with time stamps, it undoes a spurious time-out, after which the first transmission turns out to have arrived (Eifel
//! detection, RFC 3522). Left out: selective acknowledgements, Linux 2.6.12's BIC, delays of the sending host, handshake and
//! close.

use crate::units::{Cycles, Hertz};

/// Linux begins with three segments of this size (RFC 2414).
const WINDOW_FIRST: u32 = 3;
const DUPLICATES: u32 = 3;
const TIMEOUT_MIN_MS: u64 = 200;
const TIMEOUT_FIRST_MS: u64 = 3_000;
const TIMEOUT_MAX_MS: u64 = 120_000;

#[derive(Clone, Debug)]
pub struct Connection {
    /// The first segment that is not acknowledged.
    acknowledged: u32,
    /// The segment to send next.
    next: u32,
    /// The number after that of the last segment that was ever sent.
    highest: u32,
    /// The number after that of the last segment that the receiver allows.
    edge: u32,
    /// Congestion window, and the window at which slow start ends.
    window: u32,
    threshold: u32,
    /// Acknowledgements counted so far; when there are enough, the window grows by one segment.
    counted: u32,
    duplicates: u32,
    /// Fast recovery ends when this segment is acknowledged.
    recovery: Option<u32>,
    /// Segments sent before the last loss cause no fast retransmit.
    not_before: u32,
    resend: Option<u32>,
    /// The segment whose round trip is measured, and the time when it was sent.
    timed: Option<(u32, Cycles)>,
    smoothed: Option<(u64, u64)>,
    backoff: u32,
    /// Number of time-outs so far. Segments carry it and acknowledgements return it, in place of time stamps.
    pub era: u16,
    /// Era, window and threshold before the current series of time-outs.
    undo: Option<(u16, u32, u32)>,
    /// The time when the time-out is due.
    pub timer: Cycles,
    clock: Hertz,
    open: bool,
    pub timeouts: u32,
    pub fast_retransmits: u32,
}

impl Connection {
    /// `edge` is the receiver's first window, in segments.
    pub fn new(edge: u32, clock: Hertz) -> Connection {
        Connection {
            acknowledged: 0,
            next: 0,
            highest: 0,
            edge,
            window: WINDOW_FIRST,
            threshold: u32::MAX,
            counted: 0,
            duplicates: 0,
            recovery: None,
            not_before: 0,
            resend: None,
            timed: None,
            smoothed: None,
            backoff: 0,
            era: 0,
            undo: None,
            timer: Cycles::NEVER,
            clock,
            open: true,
            timeouts: 0,
            fast_retransmits: 0,
        }
    }

    fn in_flight(&self) -> u32 {
        self.next - self.acknowledged
    }

    /// One after the last segment that exists and that the receiver has room for.
    fn last(&self) -> u32 {
        if self.open { self.edge } else { self.highest }
    }

    /// Returns the next segment that may be sent now, if any.
    pub fn send(&mut self, now: Cycles) -> Option<u32> {
        let segment = if let Some(segment) = self.resend.take() {
            segment
        } else if self.next < self.last() && self.in_flight() < self.window {
            self.next += 1;
            self.next - 1
        } else {
            return None;
        };
        if segment >= self.highest {
            self.highest = segment + 1;
            self.timed = self.timed.or(Some((segment, now)));
        }
        if self.timer == Cycles::NEVER {
            self.timer = now + self.timeout();
        }
        Some(segment)
    }

    /// Takes an acknowledgement: everything before `acknowledged` has arrived, and the sender may send up to `edge`. `era` is
    /// the era of the acknowledged segment.
    pub fn acknowledge(&mut self, acknowledged: u32, edge: u32, era: u16, now: Cycles) {
        let wider = edge > self.edge;
        self.edge = self.edge.max(edge);
        if acknowledged > self.acknowledged {
            self.undo_time_outs(era);
            self.progress(acknowledged, now);
        } else if acknowledged == self.acknowledged && self.in_flight() > 0 && !wider {
            self.duplicate();
        }
    }

    fn progress(&mut self, acknowledged: u32, now: Cycles) {
        let new = acknowledged - self.acknowledged;
        let was_full = self.in_flight() >= self.window;
        self.acknowledged = acknowledged;
        self.next = self.next.max(acknowledged);
        self.duplicates = 0;
        self.backoff = 0;
        if let Some((segment, sent)) = self.timed
            && segment < acknowledged
        {
            self.measure((now - sent).0);
            self.timed = None;
        }
        match self.recovery {
            Some(end) if acknowledged >= end => {
                self.window = self.threshold;
                self.recovery = None;
            }
            Some(_) => {
                // a partial acknowledgement: retransmit at the next hole
                self.resend = Some(acknowledged);
                self.window = (self.window.saturating_sub(new) + 1).max(1);
            }
            None if was_full => self.grow(),
            None => {}
        }
        self.timer = if self.in_flight() > 0 { now + self.timeout() } else { Cycles::NEVER };
    }

    /// Continues as if there had been no time-outs. They were needless if a segment that was sent before them has arrived.
    fn undo_time_outs(&mut self, era: u16) {
        if let Some((before, window, threshold)) = self.undo.take()
            && era <= before
        {
            (self.window, self.threshold) = (window, threshold);
            self.next = self.highest;
        }
    }

    fn grow(&mut self) {
        if self.window < self.threshold {
            self.window += 1;
            return;
        }
        self.counted += 1;
        if self.counted >= self.window {
            self.counted = 0;
            self.window += 1;
        }
    }

    fn duplicate(&mut self) {
        self.duplicates += 1;
        if self.recovery.is_some() {
            self.window += 1; // one more segment has left the network
        } else if self.duplicates == DUPLICATES && self.acknowledged >= self.not_before {
            self.threshold = (self.in_flight() / 2).max(2);
            self.window = self.threshold + DUPLICATES;
            self.recovery = Some(self.next);
            self.not_before = self.next;
            self.resend = Some(self.acknowledged);
            self.timed = None;
            self.fast_retransmits += 1;
        }
    }

    /// Handles a time-out: sends everything again, slowly at first.
    pub fn time_out(&mut self, now: Cycles) {
        self.undo = self.undo.or(Some((self.era, self.window, self.threshold)));
        self.era = self.era.saturating_add(1);
        self.threshold = (self.in_flight() / 2).max(2);
        self.window = 1;
        self.counted = 0;
        self.duplicates = 0;
        self.recovery = None;
        self.not_before = self.highest;
        self.next = self.acknowledged;
        self.resend = None;
        self.timed = None;
        self.backoff += 1;
        self.timeouts += 1;
        self.timer = now + self.timeout();
    }

    /// Ends the data. Segments that were sent are still retransmitted until they are acknowledged.
    pub fn finish(&mut self) {
        self.open = false;
    }

    /// Closes the connection: nobody receives any longer.
    pub fn close(&mut self) {
        self.open = false;
        self.next = self.highest;
        self.timer = Cycles::NEVER;
        self.resend = None;
    }

    fn measure(&mut self, sample: u64) {
        self.smoothed = Some(match self.smoothed {
            None => (sample, sample / 2),
            Some((mean, deviation)) => ((7 * mean + sample) / 8, (3 * deviation + mean.abs_diff(sample)) / 4),
        });
    }

    /// Returns the time-out: the mean round trip plus four deviations, at least 200 ms more; each time-out in a series
    /// doubles it.
    fn timeout(&self) -> Cycles {
        let milliseconds = |number| self.clock.cycles_in_milliseconds(number).0;
        let plain = self.smoothed.map_or(milliseconds(TIMEOUT_FIRST_MS), |(mean, deviation)| {
            mean + (4 * deviation).max(milliseconds(TIMEOUT_MIN_MS))
        });
        Cycles((plain << self.backoff.min(16)).min(milliseconds(TIMEOUT_MAX_MS)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: Hertz = Hertz(1_000_000);
    const MS: u64 = 1_000;

    fn sent(connection: &mut Connection, now: u64) -> Vec<u32> {
        std::iter::from_fn(|| connection.send(Cycles(now))).collect()
    }

    /// Runs a connection with a round trip of 1 ms for some rounds. Returns it with the segments sent in the last round,
    /// and the time.
    fn warm(rounds: u64) -> (Connection, Vec<u32>, u64) {
        let mut connection = Connection::new(10_000, CLOCK);
        let mut window = sent(&mut connection, 0);
        for round in 1..=rounds {
            let mut next = Vec::new();
            for segment in window {
                connection.acknowledge(segment + 1, 10_000, 0, Cycles(round * MS));
                next.extend(sent(&mut connection, round * MS));
            }
            window = next;
        }
        (connection, window, rounds * MS)
    }

    #[test]
    fn slow_start_doubles_the_window_each_round() {
        let windows: Vec<usize> = (0..5).map(|rounds| warm(rounds).1.len()).collect();
        assert_eq!(windows, [3, 6, 12, 24, 48]);
    }

    #[test]
    fn the_receivers_window_stops_the_sender() {
        let mut connection = Connection::new(2, CLOCK);
        assert_eq!(sent(&mut connection, 0), [0, 1]);
        connection.acknowledge(1, 2, 0, Cycles(MS));
        assert!(sent(&mut connection, MS).is_empty());
        connection.acknowledge(2, 4, 0, Cycles(2 * MS));
        assert_eq!(sent(&mut connection, 2 * MS), [2, 3]);
    }

    #[test]
    fn three_duplicates_retransmit_the_lost_segment() {
        let (mut connection, window, now) = warm(3);
        for _ in 0..3 {
            connection.acknowledge(window[0], 10_000, 0, Cycles(now + MS));
        }
        assert_eq!(sent(&mut connection, now + MS)[0], window[0]);
        let end = window[window.len() - 1] + 1;
        connection.acknowledge(end, 10_000, 0, Cycles(now + 2 * MS));
        assert_eq!(connection.window, window.len() as u32 / 2, "half of the window is left");
        assert_eq!((connection.fast_retransmits, connection.timeouts), (1, 0));
    }

    #[test]
    fn a_partial_acknowledgement_retransmits_the_next_hole() {
        let (mut connection, window, now) = warm(3);
        for _ in 0..3 {
            connection.acknowledge(window[0], 10_000, 0, Cycles(now + MS));
        }
        sent(&mut connection, now + MS);
        connection.acknowledge(window[4], 10_000, 0, Cycles(now + 2 * MS));
        assert_eq!(sent(&mut connection, now + 2 * MS)[0], window[4]);
    }

    #[test]
    fn a_time_out_is_at_least_200_ms_and_doubles() {
        let (mut connection, window, now) = warm(3);
        let first = window[0];
        let wait = connection.timer.0 - now;
        assert!((200 * MS..210 * MS).contains(&wait), "{wait}");
        connection.time_out(connection.timer);
        assert_eq!(sent(&mut connection, now + wait), [first]);
        assert_eq!(connection.timer.0 - now - wait, 2 * wait);
    }

    #[test]
    fn an_acknowledgement_of_everything_ends_a_needless_time_out() {
        let (mut connection, window, now) = warm(3);
        connection.time_out(Cycles(now + 300 * MS));
        assert_eq!(sent(&mut connection, now + 300 * MS), [window[0]]);
        let end = window[window.len() - 1] + 1;
        connection.acknowledge(end, 10_000, 0, Cycles(now + 400 * MS));
        assert_eq!(sent(&mut connection, now + 400 * MS)[0], end, "nothing is sent a third time");
    }

    #[test]
    fn a_needless_time_out_is_undone() {
        let (mut connection, window, now) = warm(3);
        let previous_window = connection.window;
        connection.time_out(Cycles(now + 300 * MS));
        assert_eq!(connection.window, 1);
        // the acknowledgement reports a segment that was sent before the time-out
        connection.acknowledge(window[1], 10_000, 0, Cycles(now + 400 * MS));
        assert!(connection.window >= previous_window);
    }

    #[test]
    fn a_time_out_after_a_loss_is_not_undone() {
        let (mut connection, window, now) = warm(3);
        connection.time_out(Cycles(now + 300 * MS));
        sent(&mut connection, now + 300 * MS);
        connection.acknowledge(window[1], 10_000, 1, Cycles(now + 301 * MS));
        assert!(connection.window < 4, "slow start from one segment");
    }

    #[test]
    fn a_finished_connection_sends_only_what_was_lost() {
        let (mut connection, window, now) = warm(2);
        connection.finish();
        connection.time_out(connection.timer);
        assert_eq!(sent(&mut connection, now + 300 * MS), [window[0]]);
    }
}
