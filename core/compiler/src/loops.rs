//! Why a loop goes on without an end, as far as its text says: no exit, or nothing in the loop changes what its exits test. Only
//! a program that has stopped in a loop asks for it.

use super::calls::{CALLS, NEVER_RETURNS};
use super::source::{Lines, Span};
use super::tree::{Statement, StatementKind, Target, Unit, Value, ValueKind};

/// A loop of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Its lines.
    pub first: u32,
    pub last: u32,
    /// Why it cannot end by itself. None: it may.
    pub endless: Option<Endless>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Endless {
    /// No condition, no break and no return.
    NoExit,
    /// Its exits test these, and nothing in the loop changes one of them.
    Unchanged(Vec<String>),
}

/// The loops of a checked program.
pub fn loops(unit: &Unit, lines: &Lines<'_>) -> Vec<Loop> {
    let mut found = Vec::new();
    for function in &unit.functions {
        let finder = Finder { unit, locals: function.locals.iter().map(|one| one.name.as_str()).collect(), lines };
        function.body.iter().for_each(|body| finder.find(body, &mut found));
    }
    found.sort_by_key(|one| one.first);
    found
}

/// The innermost loop around a line.
pub fn loop_around(loops: &[Loop], line: u32) -> Option<&Loop> {
    loop_around_both(loops, line, line)
}

/// The innermost loop around both lines.
pub fn loop_around_both(loops: &[Loop], first: u32, last: u32) -> Option<&Loop> {
    loops.iter().filter(|one| one.first <= first && last <= one.last).min_by_key(|one| one.last - one.first)
}

struct Finder<'a> {
    unit: &'a Unit,
    locals: Vec<&'a str>,
    lines: &'a Lines<'a>,
}

/// What a loop tests to end, and what it changes.
#[derive(Default)]
struct Parts {
    has_exit: bool,
    tested: Vec<String>,
    changed: Vec<String>,
    /// It calls something that may change anything that a call tells.
    acts: bool,
}

impl Finder<'_> {
    fn find(&self, all: &[Statement], found: &mut Vec<Loop>) {
        for statement in all {
            let (_, bodies) = statement.parts();
            bodies.into_iter().for_each(|body| self.find(body, found));
            if let StatementKind::Loop { condition, body, next, .. } = &statement.kind {
                let (mut first, mut last) = (u32::MAX, 0);
                self.measure(std::slice::from_ref(statement), &mut first, &mut last);
                found.push(Loop { first, last, endless: self.endless(condition.as_ref(), body, next.as_ref()) });
            }
        }
    }

    fn measure(&self, all: &[Statement], first: &mut u32, last: &mut u32) {
        let mut add = |span: Span| {
            *first = (*first).min(self.lines.line(span.from));
            *last = (*last).max(self.lines.line(span.to.saturating_sub(1).max(span.from)));
        };
        for statement in all {
            add(statement.span);
            let (values, _) = statement.parts();
            values.into_iter().for_each(|value| add(value.span));
        }
        all.iter().flat_map(|one| one.parts().1).for_each(|body| self.measure(body, first, last));
    }

    fn endless(&self, condition: Option<&Value>, body: &[Statement], next: Option<&Value>) -> Option<Endless> {
        let mut parts = Parts::default();
        if let Some(condition) = condition.filter(|one| !matches!(one.kind, ValueKind::Constant(bits) if bits != 0)) {
            parts.has_exit = true;
            self.tests(condition, &mut parts);
        }
        condition.into_iter().chain(next).for_each(|value| self.changes(value, &mut parts));
        self.body(body, true, &mut parts);
        if !parts.has_exit {
            return Some(Endless::NoExit);
        }
        parts.tested.dedup();
        let is_kept = |name: &String| !(parts.changed.contains(name) || parts.acts && name.ends_with(')'));
        (!parts.tested.is_empty() && parts.tested.iter().all(is_kept)).then_some(Endless::Unchanged(parts.tested))
    }

    /// `breaks`: a break here leaves the loop. Returns whether these statements have an exit.
    fn body(&self, all: &[Statement], breaks: bool, parts: &mut Parts) -> bool {
        let mut exits = false;
        for statement in all {
            let (values, bodies) = statement.parts();
            values.iter().for_each(|value| self.changes(value, parts));
            let inner = !matches!(statement.kind, StatementKind::Loop { .. } | StatementKind::Switch { .. });
            let inside = bodies.into_iter().fold(false, |exits, body| self.body(body, breaks && inner, parts) | exits);
            let leaves = match &statement.kind {
                StatementKind::Break => breaks,
                StatementKind::Return(_) => true,
                StatementKind::Value(value) => never_returns(value),
                _ => false,
            };
            if inside {
                values.iter().for_each(|value| self.tests(value, parts));
            }
            exits |= inside | leaves;
        }
        parts.has_exit |= exits;
        exits
    }

    /// The variables and calls that a condition reads.
    fn tests(&self, value: &Value, parts: &mut Parts) {
        if let Some(name) = self.name(value) {
            parts.tested.push(name);
        }
        value.parts().into_iter().for_each(|part| self.tests(part, parts));
    }

    fn name(&self, value: &Value) -> Option<String> {
        match &value.kind {
            ValueKind::Local(slot) => Some(self.locals[usize::from(*slot)].to_string()),
            ValueKind::Global(global) | ValueKind::Remembered { global, .. } => {
                Some(self.unit.globals[usize::from(*global)].name.clone())
            }
            ValueKind::Knob(knob) => Some(self.unit.knobs[usize::from(*knob)].name.clone()),
            ValueKind::Element { array, .. } => Some(self.unit.arrays[usize::from(*array)].variable.name.clone()),
            ValueKind::Assign { target, .. } => Some(self.target(target)),
            ValueKind::Call { call, .. } => Some(format!("{}()", CALLS[usize::from(*call)].name)),
            ValueKind::Invoke { function, .. } => {
                Some(format!("{}()", self.unit.functions[usize::from(*function)].name))
            }
            _ => None,
        }
    }

    fn target(&self, target: &Target) -> String {
        match target {
            Target::Local(slot) => self.locals[usize::from(*slot)].to_string(),
            Target::Global(global) | Target::Watched { global, .. } => {
                self.unit.globals[usize::from(*global)].name.clone()
            }
            Target::Element { array, .. } => self.unit.arrays[usize::from(*array)].variable.name.clone(),
        }
    }

    /// What a value changes while it is computed.
    fn changes(&self, value: &Value, parts: &mut Parts) {
        match &value.kind {
            ValueKind::Assign { target, .. } => parts.changed.push(self.target(target)),
            ValueKind::Call { call, .. } => parts.acts |= !is_question(CALLS[usize::from(*call)].name),
            // A function may change whatever is outside of functions, and do anything.
            ValueKind::Invoke { .. } => {
                parts.acts = true;
                parts.changed.extend(self.unit.globals.iter().map(|one| one.name.clone()));
                parts.changed.extend(self.unit.arrays.iter().map(|one| one.variable.name.clone()));
            }
            _ => {}
        }
        value.parts().into_iter().for_each(|part| self.changes(part, parts));
    }
}

/// Calls whose answer stays the same as long as nobody does anything.
fn is_question(call: &str) -> bool {
    const QUESTIONS: [&str; 9] =
        ["lnintr_cause", "lnrlen", "lntdone", "lntfree", "lnactive", "IF_LEN", "IF_QFULL", "screend_len", "if_snd"];
    QUESTIONS.contains(&call)
}

fn never_returns(value: &Value) -> bool {
    matches!(value.kind, ValueKind::Call { call, .. } if CALLS[usize::from(call)].name == NEVER_RETURNS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;

    fn endless(statements: &str) -> Option<Endless> {
        let source = format!(
            "QUEUE(q, 5);\nstatic int busy, other;\nstatic void work(void) {{ busy = 0; }}\nvoid idle(void)\n{{\nint n = 0;\n{statements}\nwork();\n}}\n"
        );
        let program = compile(&source).unwrap_or_else(|problems| panic!("{}: {source}", problems[0]));
        loop_around(&program.loops, 7).expect("a loop in line 7").endless.clone()
    }

    #[test]
    fn a_loop_says_why_it_does_not_end() {
        let unchanged = |names: &[&str]| Some(Endless::Unchanged(names.iter().map(|name| name.to_string()).collect()));
        let cases = [
            ("for (;;) { n++; }", Some(Endless::NoExit)),
            ("while (1) { switch (n) { case 1: break; } }", Some(Endless::NoExit)),
            ("for (;;) { if (busy == 3) break; n++; }", unchanged(&["busy"])),
            ("while (busy) ;", unchanged(&["busy"])),
            ("while (busy && n < 5) other++;", unchanged(&["busy", "n"])),
            ("do { other++; } while (IF_LEN(q) == 0);", unchanged(&["IF_LEN()"])),
            ("while (busy) work();", None),
            ("while (busy) busy--;", None),
            ("while (n < 5) n++;", None),
            ("while (lnrlen(0) == 0) schednetisr();", None),
            ("for (;;) { if (busy) return; busy = n; }", None),
        ];
        for (statements, expected) in cases {
            assert_eq!(endless(statements), expected, "{statements}");
        }
    }

    #[test]
    fn the_innermost_loop_counts() {
        let row = |first, last| Loop { first, last, endless: None };
        let loops = [row(1, 9), row(3, 5)];
        assert_eq!(loop_around(&loops, 4), Some(&loops[1]));
        assert_eq!(loop_around(&loops, 6), Some(&loops[0]));
        assert_eq!(loop_around(&loops, 10), None);
    }
}
