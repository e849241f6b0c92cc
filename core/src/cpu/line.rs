//! Interrupt lines: asserted by a device, enabled or not, pending until the CPU's level lets them in.
//! Level-triggered lines are lowered by the device when nothing is left to do; latched ones when they are taken.

use super::{Host, Level};
use crate::trace::{ContextId, Event, LineId, LineState};
use std::cell::Cell;

pub(super) struct Line {
    pub level: Level,
    pub context: ContextId,
    /// The activity that handles it, and the CPU it is routed to.
    pub handler: usize,
    pub cpu: usize,
    pub latched: bool,
}

/// One bit a line.
pub(super) type Bits = u32;

/// All lines, in the order in which they are taken when several are pending, and their states as bits.
pub(super) struct Lines {
    pub rows: Box<[Line]>,
    pub asserted: Cell<Bits>,
    pub enabled: Cell<Bits>,
    pub in_service: Cell<Bits>,
    /// Of the CPU that acts: for each level, its lines above it; and the lines of all other CPUs.
    above: [Cell<Bits>; Level::COUNT],
    pub elsewhere: Cell<Bits>,
    /// The same by CPU.
    routes: Box<[Route]>,
}

struct Route {
    above: [Bits; Level::COUNT],
    elsewhere: Bits,
}

impl Route {
    fn new(rows: &[Line], cpu: usize) -> Route {
        let which = |is_meant: &dyn Fn(&Line) -> bool| {
            let numbers = rows.iter().enumerate().filter(|(_, line)| is_meant(line));
            numbers.fold(0, |bits, (number, _)| bits | 1 << number)
        };
        let above = |level: usize| which(&|line| line.cpu == cpu && usize::from(line.level.0) > level);
        Route { above: std::array::from_fn(above), elsewhere: which(&|line| line.cpu != cpu) }
    }
}

impl Lines {
    pub fn new(rows: Vec<Line>, enabled: Bits, cpus: usize) -> Lines {
        assert!(rows.len() <= 32, "lines are bits of one word");
        assert!(rows.is_sorted_by(|one, next| one.level >= next.level), "lines are made highest level first");
        let (asserted, enabled, in_service) = (Cell::new(0), Cell::new(enabled), Cell::new(0));
        let (above, elsewhere) = ([const { Cell::new(0) }; Level::COUNT], Cell::new(0));
        let routes = (0..cpus).map(|cpu| Route::new(&rows, cpu)).collect();
        let lines = Lines { rows: rows.into(), asserted, enabled, in_service, above, elsewhere, routes };
        lines.change_cpu(0);
        lines
    }

    /// From now on the lines are seen from this CPU.
    pub fn change_cpu(&self, cpu: usize) {
        let route = &self.routes[cpu];
        for (here, above) in self.above.iter().zip(route.above) {
            here.set(above);
        }
        self.elsewhere.set(route.elsewhere);
    }

    /// A CPU's lines above a level, pending or not.
    pub fn above_on(&self, cpu: usize, level: Level) -> Bits {
        self.routes[cpu].above[usize::from(level.0) % Level::COUNT]
    }

    /// Asserted, enabled, and not in service.
    #[inline]
    pub fn is_pending(&self, line: LineId) -> bool {
        (self.asserted.get() & self.enabled.get() & !self.in_service.get()) >> line & 1 == 1
    }

    /// The lines above a level of the CPU that acts, pending or not.
    #[inline]
    pub fn above(&self, level: Level) -> Bits {
        self.above[usize::from(level.0) % Level::COUNT].get()
    }

    /// A line's handler begins: until it returns the line is not pending again.
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

    /// The software that runs now sees to what the line was asserted for, so that it need not be taken for that. Whether it
    /// would have been.
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

    /// Untraced: whoever calls this tells of it. Whether it changes anything.
    #[inline(always)]
    pub(super) fn set_line(&self, line: LineId, bits: &Cell<Bits>, on: bool) -> bool {
        let bit = 1 << line;
        let changes = (bits.get() & bit != 0) != on;
        if changes {
            bits.set(bits.get() ^ bit);
            // while it is in service it is not pending, whatever changes
            if self.lines.in_service.get() & bit == 0 {
                self.line_changed(line);
            }
        }
        changes
    }

    pub(super) fn trace_line(&self, line: LineId) {
        let LineState { asserted, enabled, in_service } = self.line_state(line);
        let context = self.lines.rows[usize::from(line)].context;
        self.trace_as(context, Event::Line { line, asserted, enabled, in_service });
    }

    /// A line may be pending now, or no longer.
    #[inline(never)]
    fn line_changed(&self, line: LineId) {
        let changes = self.counters.pending(line, self.now.get(), self.lines.is_pending(line));
        if !changes {
        } else if self.lines.elsewhere.get() >> line & 1 == 1 {
            self.tell_cpu_of(line);
        } else if self.any_line_above(self.level()) {
            self.look_up();
        }
    }

    /// The pending lines of the CPU that acts above a level. The counters know which are pending, because they count for how long.
    #[inline]
    fn lines_above(&self, level: Level) -> Bits {
        self.counters.lines_pending() & self.lines.above(level)
    }

    #[inline]
    pub(super) fn any_line_above(&self, level: Level) -> bool {
        self.lines_above(level) != 0
    }

    /// The pending line that is to be taken now.
    #[inline]
    pub(super) fn line_to_take(&self) -> Option<LineId> {
        let takable = self.lines_above(self.level());
        (takable != 0).then(|| takable.trailing_zeros() as LineId)
    }

    pub(super) fn line_state(&self, number: LineId) -> LineState {
        let is = |bits: &Cell<Bits>| bits.get() & 1 << number != 0;
        let lines = &self.lines;
        LineState { asserted: is(&lines.asserted), enabled: is(&lines.enabled), in_service: is(&lines.in_service) }
    }
}
