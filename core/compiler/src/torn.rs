//! Torn data: a function reads a variable, an interrupt changes it, and the function gives it a value that it has made of the old
//! one. Where the call graph shows that this can happen, reads and writes of the variable are watched; all other code stays as it is.
//!
//! ```text
//! int before = waiting;     remembers the value of `waiting`
//! ip_process(p);            here lnintr may count up
//! waiting = before - 1;     the value depends on `before`, so `waiting` must still be what it was
//! ```
//!
//! In `waiting += work()` the old value is read before the call, and an interrupt may come inside of it. `waiting -= before` reads the
//! variable again and is right. Not followed: values that go through another function, through an element of an array, or through
//! another variable outside functions.

use super::calls::Context;
use super::flow::Uncertain;
use super::tree::{Function, Statement, StatementKind, Target, Unit, Value, ValueKind, Variable};
use super::types::Type;

/// Marks the reads and writes to watch. Each watched variable gets a local one that remembers it.
pub fn watch(unit: &mut Unit, uncertain: &mut Uncertain) {
    for function in 0..unit.functions.len() {
        for global in 0..unit.globals.len() as u16 {
            if may_tear(unit, function, global) {
                let slot = remember(&mut unit.functions[function], global);
                uncertain.push((function as u16, slot));
            }
        }
    }
    uncertain.sort_unstable();
}

/// The level of a context: a higher one interrupts a lower one.
fn level(context: Context) -> u8 {
    match context {
        Context::Process | Context::Thread | Context::Idle => 0,
        Context::Software => 1,
        Context::Device => 2,
        Context::Clock => 3,
    }
}

fn may_tear(unit: &Unit, function: usize, global: u16) -> bool {
    let row = &unit.functions[function];
    let Some(body) = &row.body else { return false };
    let Some(lowest) = row.contexts.iter().map(level).min() else { return false };
    let interrupts = |one: &Function| one.contexts.iter().any(|context| level(context) > lowest);
    let is_changed = unit.functions.iter().any(|one| interrupts(one) && writes(one, global));
    let writes_inside = called(unit, function).into_iter().any(|one| writes(&unit.functions[one], global));
    is_changed && !writes_inside && depends_on_itself(body, global)
}

/// The functions that a function calls, directly or through others.
fn called(unit: &Unit, function: usize) -> Vec<usize> {
    let (mut found, mut at) = (vec![function], 0);
    while at < found.len() {
        let body = unit.functions[found[at]].body.as_deref().unwrap_or_default();
        let mut more = Vec::new();
        each_value(body, &mut |value| {
            if let ValueKind::Invoke { function, .. } = &value.kind {
                more.push(usize::from(*function));
            }
        });
        more.into_iter().for_each(|one| {
            if !found.contains(&one) {
                found.push(one);
            }
        });
        at += 1;
    }
    found.split_off(1)
}

fn writes(function: &Function, global: u16) -> bool {
    let mut found = false;
    each_value(function.body.as_deref().unwrap_or_default(), &mut |value| {
        found |= matches!(value.kind, ValueKind::Assign { target: Target::Global(one), .. } if one == global);
    });
    found
}

/// Whether the variable gets a value that depends on what was read from it in an earlier statement, or before a call in the same one.
fn depends_on_itself(body: &[Statement], global: u16) -> bool {
    let made = made_of(body, global);
    let mut found = false;
    each_value(body, &mut |value| found |= is_dependent_write(value, global, &made));
    found
}

fn is_dependent_write(value: &Value, global: u16, made: &[u16]) -> bool {
    match &value.kind {
        ValueKind::Assign { target: Target::Global(one), operator, value, .. } if *one == global => {
            match operator.is_some() || reads(value, global) {
                true => calls(value),
                false => mentions(value, made),
            }
        }
        _ => false,
    }
}

/// Whether time may pass while the value is computed.
fn calls(value: &Value) -> bool {
    matches!(value.kind, ValueKind::Call { .. } | ValueKind::Invoke { .. }) || value.parts().into_iter().any(calls)
}

/// The local variables whose values are made of the variable.
fn made_of(body: &[Statement], global: u16) -> Vec<u16> {
    let mut made: Vec<u16> = Vec::new();
    loop {
        let before = made.len();
        each_value(body, &mut |value| {
            if let ValueKind::Assign { target: Target::Local(slot), value, .. } = &value.kind
                && !made.contains(slot)
                && (reads(value, global) || mentions(value, &made))
            {
                made.push(*slot);
            }
        });
        if made.len() == before {
            return made;
        }
    }
}

fn reads(value: &Value, global: u16) -> bool {
    matches!(value.kind, ValueKind::Global(one) if one == global)
        || value.parts().into_iter().any(|part| reads(part, global))
}

fn mentions(value: &Value, slots: &[u16]) -> bool {
    matches!(value.kind, ValueKind::Local(slot) if slots.contains(&slot))
        || value.parts().into_iter().any(|part| mentions(part, slots))
}

fn each_value(all: &[Statement], act: &mut impl FnMut(&Value)) {
    fn inside(value: &Value, act: &mut impl FnMut(&Value)) {
        act(value);
        value.parts().into_iter().for_each(|part| inside(part, act));
    }
    for statement in all {
        let (values, bodies) = statement.parts();
        values.into_iter().for_each(|value| inside(value, act));
        bodies.into_iter().for_each(|body| each_value(body, act));
    }
}

/// Adds a local variable that remembers this one. Returns its slot.
fn remember(function: &mut Function, global: u16) -> u16 {
    let slot = function.locals.len() as u16;
    let body = function.body.as_mut().expect("it has code");
    let made = made_of(body, global);
    body.iter_mut().for_each(|statement| {
        statement.each_value_mut(&mut |value| {
            let is_dependent = is_dependent_write(value, global, &made);
            match &mut value.kind {
                ValueKind::Assign { target: Target::Local(to), value, .. } if made.contains(to) => {
                    mark_reads(value, global, slot);
                }
                ValueKind::Assign { target, value, .. } => {
                    if let Target::Global(one) = target
                        && *one == global
                    {
                        *target = Target::Watched { global, slot, is_dependent };
                        if is_dependent {
                            mark_reads(value, global, slot);
                        }
                    }
                }
                _ => {}
            }
        });
    });
    let span = body[0].span;
    body.insert(0, Statement { span, kind: StatementKind::Unset(slot) });
    function.locals.push(Variable { name: String::new(), ty: Type::Int, initial: 0, span });
    slot
}

fn mark_reads(value: &mut Value, global: u16, slot: u16) {
    if matches!(value.kind, ValueKind::Global(one) if one == global) {
        value.kind = ValueKind::Remembered { global, slot };
    }
    value.parts_mut().into_iter().for_each(|part| mark_reads(part, global, slot));
}

#[cfg(test)]
mod tests {
    use crate::code::{Instruction, Program};
    use crate::compile;

    fn program(netisr: &str) -> Program {
        let source = format!(
            "static int waiting, other;\nstatic void work(void) {{ other++; }}\nstatic int one(void) {{ return other; }}\nstatic void count(void) {{ waiting++; }}\nvoid lnintr(int unit) {{ count(); }}\nvoid netisr(void)\n{{\n{netisr}\nwork();\n}}\n"
        );
        compile(&source).unwrap_or_else(|problems| panic!("{}: {source}", problems[0]))
    }

    fn tests(netisr: &str) -> usize {
        program(netisr).code.iter().filter(|one| matches!(one, Instruction::Unchanged { .. })).count()
    }

    #[test]
    fn a_value_made_of_an_older_one_is_tested_where_an_interrupt_may_change_it() {
        for netisr in [
            "int n = waiting; work(); waiting = n - 1;",
            "int n, m; n = waiting; m = n * 2; work(); waiting = m;",
            "int n = 0; while (n < 5) { waiting = n; n = waiting + 1; }",
            "waiting += lnreclaim(0);",
            "waiting -= 2 * one();",
            "waiting = waiting + one();",
        ] {
            assert_eq!(tests(netisr), 1, "{netisr}");
        }
    }

    #[test]
    fn other_code_stays_as_it_is() {
        for netisr in [
            "waiting++;",
            "waiting -= 5;",
            "waiting = waiting + 1;",
            "int n = one(); waiting += n;",
            "int n = waiting; work(); waiting -= n;",
            "int n = waiting; work(); waiting = waiting - n;",
            "int n = other; work(); other = n - 1;",  // nobody else writes it
            "int n = waiting; count(); waiting = n;", // it calls the one who writes
            "int n = 5; waiting = n;",
        ] {
            assert_eq!(tests(netisr), 0, "{netisr}");
        }
        let is_kept = |one: &Instruction| matches!(one, Instruction::Remember { .. });
        assert!(!program("int n = waiting; other = n;").code.iter().any(is_kept));
    }
}
