//! Follows a function's paths: finds variables that are read where no path has set them, and results that are missing. A
//! variable that only some paths have set may be read; a running program traps if it took another one.

use super::problem::Problems;
use super::texts;
use super::tree::{Bits, Function, Statement, StatementKind, Target, Unit, Value, ValueKind};
use super::types::Type;

/// What the paths to a place have done with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unset,
    /// Some paths have set it.
    Maybe,
    Set,
}

/// Reads that need a test while the program runs: each is a function and a local variable.
pub type Uncertain = Vec<(u16, u16)>;

pub fn check_flow(unit: &Unit, problems: &mut Problems) -> Uncertain {
    let mut uncertain = Vec::new();
    for (index, function) in unit.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        let mut flow = Flow { function, problems, reads: Vec::new(), breaks: Vec::new(), continues: Vec::new() };
        let mut states = vec![State::Unset; function.locals.len()];
        states.iter_mut().take(function.parameters.len()).for_each(|state| *state = State::Set);
        let end = flow.block(body, Some(states));
        if end.is_some() && function.result != Type::Void && function.result != Type::Wrong {
            flow.problems.tell(function.end, texts::missing_return(&function.name, function.result.in_words()));
        }
        uncertain.extend(flow.reads.iter().map(|slot| (index as u16, *slot)));
    }
    uncertain
}

/// The states of all variables at a place; none: no path leads there.
type States = Option<Vec<State>>;

fn join(one: States, other: States) -> States {
    match (one, other) {
        (Some(one), Some(other)) => {
            let pair = |(a, b): (State, State)| if a == b { a } else { State::Maybe };
            Some(one.into_iter().zip(other).map(pair).collect())
        }
        (one, other) => one.or(other),
    }
}

struct Flow<'a, 'p> {
    function: &'a Function,
    problems: &'p mut Problems,
    reads: Vec<u16>,
    /// States at the breaks and continues of the loops and switches around a place.
    breaks: Vec<States>,
    continues: Vec<States>,
}

impl Flow<'_, '_> {
    fn block(&mut self, all: &[Statement], mut states: States) -> States {
        for statement in all {
            states = self.statement(statement, states);
        }
        states
    }

    fn statement(&mut self, statement: &Statement, states: States) -> States {
        // What no path reaches is not looked at.
        let mut states = Some(states?);
        match &statement.kind {
            StatementKind::Value(value) => {
                self.value(value, &mut states);
                if never_returns(value) { None } else { states }
            }
            StatementKind::Unset(slot) => {
                set(&mut states, *slot, State::Unset);
                states
            }
            StatementKind::Array { values, .. } => {
                values.iter().flatten().for_each(|value| self.value(value, &mut states));
                states
            }
            StatementKind::If { arms, otherwise } => {
                let mut after = None;
                for (condition, body) in arms {
                    self.value(condition, &mut states);
                    let (holds, fails) = branches(condition, states);
                    after = join(after, self.block(body, holds));
                    states = fails;
                }
                join(after, self.block(otherwise, states))
            }
            StatementKind::Loop { condition, tests_first, body, next } => {
                self.repeated(condition.as_ref(), *tests_first, body, next.as_ref(), states)
            }
            StatementKind::Switch { value, groups } => {
                self.value(value, &mut states);
                self.breaks.push(None);
                let mut falls = None;
                for group in groups {
                    falls = self.block(&group.body, join(falls, states.clone()));
                }
                let has_default = groups.iter().any(|group| group.is_default);
                let around = if has_default { None } else { states };
                join(join(falls, around), self.breaks.pop().flatten())
            }
            StatementKind::Break => {
                leave_by(self.breaks.last_mut(), states);
                None
            }
            StatementKind::Continue => {
                leave_by(self.continues.last_mut(), states);
                None
            }
            StatementKind::Return(value) => {
                value.iter().for_each(|value| self.value(value, &mut states));
                None
            }
            StatementKind::Block(all) => self.block(all, states),
        }
    }

    /// What the body sets may be set at the begin of a second round.
    fn repeated(
        &mut self,
        condition: Option<&Value>,
        tests_first: bool,
        body: &[Statement],
        next: Option<&Value>,
        mut states: States,
    ) -> States {
        let mut written = Vec::new();
        written_by(body, &mut written);
        condition.into_iter().chain(next).for_each(|value| value_writes(value, &mut written));
        let all = states.as_mut().expect("a path leads to the loop");
        for slot in written {
            if all[usize::from(slot)] == State::Unset {
                all[usize::from(slot)] = State::Maybe;
            }
        }
        self.breaks.push(None);
        self.continues.push(None);
        let mut leaves = None;
        if tests_first {
            (states, leaves) = self.tested(condition, states);
        }
        let mut end = self.block(body, states);
        end = join(end, self.continues.pop().flatten());
        if let (Some(next), true) = (next, end.is_some()) {
            self.value(next, &mut end);
        }
        if tests_first && end.is_some() {
            // The condition may fail after any round.
            let (_, fails) = branches_of(condition, end);
            leaves = join(leaves, fails);
        } else if end.is_some() {
            leaves = self.tested(condition, end).1;
        }
        join(leaves, self.breaks.pop().flatten())
    }

    /// The states behind a condition: if it holds, and if it does not.
    fn tested(&mut self, condition: Option<&Value>, mut states: States) -> (States, States) {
        if let Some(condition) = condition {
            self.value(condition, &mut states);
        }
        branches_of(condition, states)
    }

    fn value(&mut self, value: &Value, states: &mut States) {
        match &value.kind {
            ValueKind::Local(slot) => self.read(*slot, value, states),
            ValueKind::Logical { left, right, .. } => {
                self.value(left, states);
                let before = states.clone();
                self.value(right, states);
                *states = join(before, states.take());
            }
            ValueKind::Conditional { condition, yes, no } => {
                self.value(condition, states);
                let mut other = states.clone();
                self.value(yes, states);
                self.value(no, &mut other);
                *states = join(states.take(), other);
            }
            ValueKind::Assign { target: Target::Local(slot), operator, value: new, .. } => {
                if operator.is_some() {
                    self.read(*slot, value, states);
                }
                self.value(new, states);
                set(states, *slot, State::Set);
            }
            _ => value.parts().into_iter().for_each(|part| self.value(part, states)),
        }
    }

    fn read(&mut self, slot: u16, value: &Value, states: &mut States) {
        let Some(all) = states else { return };
        match all[usize::from(slot)] {
            State::Set => {}
            State::Maybe if self.reads.contains(&slot) => {}
            State::Maybe => self.reads.push(slot),
            State::Unset => {
                let name = &self.function.locals[usize::from(slot)].name;
                self.problems.tell(value.span, texts::never_set(name));
                all[usize::from(slot)] = State::Set;
            }
        }
    }
}

/// A path leaves by a break or a continue. Outside of a loop, which is told, it leads nowhere.
fn leave_by(jump: Option<&mut States>, states: States) {
    if let Some(jump) = jump {
        *jump = join(jump.take(), states);
    }
}

fn set(states: &mut States, slot: u16, state: State) {
    if let Some(all) = states {
        all[usize::from(slot)] = state;
    }
}

fn never_returns(value: &Value) -> bool {
    let never = |call: u8| super::calls::CALLS[usize::from(call)].name == super::calls::NEVER_RETURNS;
    matches!(value.kind, ValueKind::Call { call, .. } if never(call))
}

fn branches_of(condition: Option<&Value>, states: States) -> (States, States) {
    match condition {
        Some(condition) => branches(condition, states),
        None => (states, None),
    }
}

/// A constant condition has one branch.
fn branches(condition: &Value, states: States) -> (States, States) {
    let constant: Option<Bits> = super::check::constant(condition);
    match constant {
        Some(0) => (None, states),
        Some(_) => (states, None),
        None => (states.clone(), states),
    }
}

fn written_by(all: &[Statement], written: &mut Vec<u16>) {
    for statement in all {
        let (values, bodies) = statement.parts();
        values.into_iter().for_each(|value| value_writes(value, written));
        bodies.into_iter().for_each(|body| written_by(body, written));
    }
}

fn value_writes(value: &Value, written: &mut Vec<u16>) {
    if let ValueKind::Assign { target: Target::Local(slot), .. } = &value.kind {
        written.push(*slot);
    }
    value.parts().into_iter().for_each(|part| value_writes(part, written));
}
