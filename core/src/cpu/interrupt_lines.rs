//! Interrupt lines. A device asserts a line; the line is pending until the CPU's level is below its own and the CPU takes it.
//! A level-triggered line is deasserted by the device when nothing is left to do, a latched line when it is taken.

use super::{Host, Level};
use crate::trace::{ContextId, Event, LineId, LineState};
use std::cell::Cell;

pub(super) struct Line {
    pub level: Level,
    pub context: ContextId,
    /// The activity that handles it, and the CPU that it is routed to.
    pub handler: usize,
    pub cpu: usize,
    pub latched: bool,
}

/// A set of lines: one bit for each.
pub(super) type LineBits = u32;

/// All lines and their states. `rows` is in the order in which pending lines are taken.
pub(super) struct Lines {
    pub rows: Box<[Line]>,
    pub asserted: Cell<LineBits>,
    pub enabled: Cell<LineBits>,
    pub in_service: Cell<LineBits>,
    /// The lines of the active CPU above each level, indexed by level. `on_other_cpus` has the lines of all other CPUs.
    above: [Cell<LineBits>; Level::COUNT],
    pub on_other_cpus: Cell<LineBits>,
    /// For each CPU, the values that `above` and `on_other_cpus` have while that CPU is active.
    routes: Box<[Route]>,
}

struct Route {
    above: [LineBits; Level::COUNT],
    on_other_cpus: LineBits,
}

impl Route {
    fn new(rows: &[Line], cpu: usize) -> Route {
        let which = |is_meant: &dyn Fn(&Line) -> bool| {
            let numbers = rows.iter().enumerate().filter(|(_, line)| is_meant(line));
            numbers.fold(0, |bits, (number, _)| bits | 1 << number)
        };
        let above = |level: usize| which(&|line| line.cpu == cpu && usize::from(line.level.0) > level);
        Route { above: std::array::from_fn(above), on_other_cpus: which(&|line| line.cpu != cpu) }
    }
}

impl Lines {
    pub fn new(rows: Vec<Line>, enabled: LineBits, cpus: usize) -> Lines {
        assert!(rows.len() <= 32, "lines are bits of one word");
        assert!(rows.is_sorted_by(|one, next| one.level >= next.level), "lines are made highest level first");
        let (asserted, enabled, in_service) = (Cell::new(0), Cell::new(enabled), Cell::new(0));
        let (above, on_other_cpus) = ([const { Cell::new(0) }; Level::COUNT], Cell::new(0));
        let routes = (0..cpus).map(|cpu| Route::new(&rows, cpu)).collect();
        let lines = Lines { rows: rows.into(), asserted, enabled, in_service, above, on_other_cpus, routes };
        lines.select_cpu(0);
        lines
    }

    /// Sets `above` and `on_other_cpus` for this CPU.
    pub fn select_cpu(&self, cpu: usize) {
        let route = &self.routes[cpu];
        for (here, above) in self.above.iter().zip(route.above) {
            here.set(above);
        }
        self.on_other_cpus.set(route.on_other_cpus);
    }

    /// The lines of a CPU above a level, pending or not.
    pub fn above_on(&self, cpu: usize, level: Level) -> LineBits {
        self.routes[cpu].above[usize::from(level.0) % Level::COUNT]
    }

    /// Whether a line is asserted, enabled, and not in service.
    #[inline]
    pub fn is_pending(&self, line: LineId) -> bool {
        (self.asserted.get() & self.enabled.get() & !self.in_service.get()) >> line & 1 == 1
    }

    /// The lines of the active CPU above a level, pending or not.
    #[inline]
    pub fn above(&self, level: Level) -> LineBits {
        self.above[usize::from(level.0) % Level::COUNT].get()
    }

    /// Marks a line as in service. Until its handler returns the line is not pending.
    #[inline]
    pub fn begin_service(&self, number: LineId) -> &Line {
        let (line, bit) = (&self.rows[usize::from(number)], 1 << number);
        self.in_service.set(self.in_service.get() | bit);
        if line.latched {
            self.asserted.set(self.asserted.get() & !bit);
        }
        line
    }

    #[inline]
    pub fn end_service(&self, number: LineId) {
        self.in_service.set(self.in_service.get() & !(1 << number));
    }
}

impl Host {
    pub fn assert_line(&self, line: LineId) {
        if self.set_line(line, &self.lines.asserted, true) {
            self.trace_line(line);
        }
    }

    pub fn enable_line(&self, line: LineId, enabled: bool) {
        if self.set_line(line, &self.lines.enabled, enabled) {
            self.trace_line(line);
        }
    }

    /// Deasserts a line because the current software does the work that the line was asserted for. Returns whether the line
    /// was pending: then no interrupt is needed any more.
    pub fn acknowledge(&self, line: LineId) -> bool {
        let pending = self.lines.is_pending(line);
        if pending {
            self.counters.served(line);
        }
        if self.set_line(line, &self.lines.asserted, false) {
            self.trace_line(line);
        }
        pending
    }

    pub fn line_is_enabled(&self, line: LineId) -> bool {
        self.line_state(line).enabled
    }

    /// Sets or clears a bit of a line. Returns whether the bit has changed. Writes no trace record; the caller does.
    #[inline(always)]
    pub(super) fn set_line(&self, line: LineId, bits: &Cell<LineBits>, on: bool) -> bool {
        let bit = 1 << line;
        let changes = (bits.get() & bit != 0) != on;
        if changes {
            bits.set(bits.get() ^ bit);
            // a line in service is not pending, whatever else changes
            if self.lines.in_service.get() & bit == 0 {
                self.update_pending(line);
            }
        }
        changes
    }

    pub(super) fn trace_line(&self, line: LineId) {
        let LineState { asserted, enabled, in_service } = self.line_state(line);
        let context = self.lines.rows[usize::from(line)].context;
        self.trace_as(context, Event::Line { line, asserted, enabled, in_service });
    }

    /// Updates whether a line is pending, and makes the CPU that it is routed to react.
    #[inline(never)]
    fn update_pending(&self, line: LineId) {
        let changes = self.counters.pending(line, self.now.get(), self.lines.is_pending(line));
        if !changes {
            return;
        }
        if self.lines.on_other_cpus.get() >> line & 1 == 1 {
            self.notify_parked_cpu(line);
        } else if self.any_line_above(self.level()) {
            self.request_dispatch();
        }
    }

    /// The pending lines of the active CPU above a level. The counters keep the set of pending lines, because they count the
    /// time for which each is pending.
    #[inline]
    fn lines_above(&self, level: Level) -> LineBits {
        self.counters.lines_pending() & self.lines.above(level)
    }

    #[inline]
    pub(super) fn any_line_above(&self, level: Level) -> bool {
        self.lines_above(level) != 0
    }

    /// The pending line that the CPU takes next.
    #[inline]
    pub(super) fn line_to_take(&self) -> Option<LineId> {
        let takable = self.lines_above(self.level());
        (takable != 0).then(|| takable.trailing_zeros() as LineId)
    }

    pub(super) fn line_state(&self, number: LineId) -> LineState {
        let is = |bits: &Cell<LineBits>| bits.get() & 1 << number != 0;
        let lines = &self.lines;
        LineState { asserted: is(&lines.asserted), enabled: is(&lines.enabled), in_service: is(&lines.in_service) }
    }
}
