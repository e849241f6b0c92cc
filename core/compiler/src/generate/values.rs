//! Values. A value is computed into a register; a local variable is used where it is.

use super::super::calls::CALLS;
use super::super::check::constant;
use super::super::syntax::Operator;
use super::super::tree::{Target, Value, ValueKind};
use super::{Address, CallNumber, Generator, Instruction, Register, register, register_of};
use crate::arithmetic::{Arithmetic, Orders};

impl Generator<'_> {
    /// Computes a value and returns its register.
    pub fn value(&mut self, value: &Value) -> Register {
        match &value.kind {
            ValueKind::Local(slot) => {
                self.test_set(*slot);
                register_of(*slot)
            }
            ValueKind::Assign { target: Target::Local(slot), gives_old: false, .. } => {
                let to = register_of(*slot);
                self.value_into(value, to);
                to
            }
            _ => {
                let to = self.take();
                self.value_into(value, to);
                to
            }
        }
    }

    /// Computes a value for its effect only.
    pub fn effect(&mut self, value: &Value) {
        match &value.kind {
            ValueKind::Assign { target, operator, value: new, gives_old, is_bool } => {
                self.assign(target, *operator, new, (*gives_old, *is_bool), None);
            }
            _ => {
                self.value(value);
            }
        }
    }

    fn test_set(&mut self, slot: u16) {
        if self.uncertain.contains(&slot) {
            self.emit(Instruction::TestSet { register: register_of(slot), local: slot });
        }
    }

    /// Computes a value into this register. Registers that it needs meanwhile are free again afterwards.
    pub fn value_into(&mut self, value: &Value, to: Register) {
        let top = self.top;
        self.compute(value, to);
        self.top = top;
    }

    fn compute(&mut self, value: &Value, to: Register) {
        // Handles of packets are only made by the machine, so a constant has 32 bits.
        if let Some(bits) = constant(value) {
            self.emit(Instruction::Constant { to, value: bits as u32 });
            return;
        }
        match &value.kind {
            ValueKind::Constant(_) => unreachable!("it is constant"),
            ValueKind::Local(slot) => {
                self.test_set(*slot);
                self.emit(Instruction::Move { to, from: register_of(*slot) });
            }
            ValueKind::Remembered { global, slot } => {
                self.emit(Instruction::Remember { to, kept: register_of(*slot), global: *global });
            }
            ValueKind::Global(global) => {
                self.emit(Instruction::LoadGlobal { to, global: *global });
            }
            ValueKind::Knob(knob) => {
                self.emit(Instruction::LoadKnob { to, knob: *knob });
            }
            ValueKind::Element { array, index } => {
                let index = self.value(index);
                self.emit(Instruction::LoadElement { to, array: *array, index });
            }
            ValueKind::Call { call, arguments } => {
                let mut registers = arguments.iter().map(|argument| self.value(argument));
                let (first, second) = (registers.next().unwrap_or(0), registers.next().unwrap_or(0));
                let step = CALLS[usize::from(*call)].step;
                let call = CallNumber::new(*call, step.is_some() && step == self.function.step);
                self.emit(Instruction::Call { call, first, second, to });
            }
            ValueKind::Invoke { function, arguments } => {
                let (argument, first) = self.arguments(arguments);
                self.emit(Instruction::Invoke { function: *function as u8, argument, first, to });
            }
            ValueKind::Negate(value) => self.one(value, |from| Instruction::Negate { to, from }),
            ValueKind::Complement(value) => self.one(value, |from| Instruction::Complement { to, from }),
            ValueKind::Not(value) => self.one(value, |from| Instruction::Not { to, from }),
            ValueKind::Truth(value) => self.one(value, |from| Instruction::Truth { to, from }),
            ValueKind::Binary { operator, unsigned, left, right } => self.binary(*operator, *unsigned, left, right, to),
            ValueKind::Logical { .. } => self.logical(value, to),
            ValueKind::Conditional { condition, yes, no } => self.conditional(condition, yes, no, to),
            ValueKind::Assign { target, operator, value: new, gives_old, is_bool } => {
                self.assign(target, *operator, new, (*gives_old, *is_bool), Some(to));
            }
        }
    }

    fn one(&mut self, value: &Value, instruction: impl Fn(Register) -> Instruction) {
        let from = self.value(value);
        self.emit(instruction(from));
    }

    /// Puts arguments one behind the other at the top. What the called function needs lies above them. A single argument may
    /// stay where it is. Returns the register of the first one and the top.
    fn arguments(&mut self, arguments: &[Value]) -> (Register, Register) {
        let first = register(self.top);
        if let [Value { kind: ValueKind::Local(slot), .. }] = arguments {
            self.test_set(*slot);
            return (register_of(*slot), first);
        }
        for argument in arguments {
            let register = self.take();
            self.value_into(argument, register);
        }
        (first, first)
    }

    fn binary(&mut self, operator: Operator, unsigned: bool, left: &Value, right: &Value, to: Register) {
        let (arithmetic, swapped) = Arithmetic::of(operator, unsigned);
        let first = self.value(left);
        if let (Some(right), false) = (small(right), swapped) {
            self.emit(Instruction::ComputeConstant { arithmetic, to, left: first, right });
            return;
        }
        let second = self.value(right);
        let (left, right) = if swapped { (second, first) } else { (first, second) };
        self.emit(Instruction::Compute { arithmetic, to, left, right });
    }

    fn logical(&mut self, value: &Value, to: Register) {
        let fails = self.branch(value, false);
        self.emit(Instruction::Constant { to, value: 1 });
        let end = self.emit(Instruction::Jump { to: 0 });
        self.land_all(fails);
        self.emit(Instruction::Constant { to, value: 0 });
        self.land(end);
    }

    fn conditional(&mut self, condition: &Value, yes: &Value, no: &Value, to: Register) {
        let fails = self.branch(condition, false);
        self.value_into(yes, to);
        let end = self.emit(Instruction::Jump { to: 0 });
        self.land_all(fails);
        self.value_into(no, to);
        self.land(end);
    }

    /// Tests a condition. Returns the jumps that are taken if it is `when`; otherwise the next instruction comes.
    pub fn branch(&mut self, condition: &Value, when: bool) -> Vec<Address> {
        let top = self.top;
        let jumps = match &condition.kind {
            ValueKind::Not(value) => self.branch(value, !when),
            ValueKind::Truth(value) => self.branch(value, when),
            // The second side is computed only if the first one leaves the answer open.
            ValueKind::Logical { and, left, right } if *and != when => {
                let mut jumps = self.branch(left, when);
                jumps.extend(self.branch(right, when));
                jumps
            }
            ValueKind::Logical { left, right, .. } => {
                let decided = self.branch(left, !when);
                let jumps = self.branch(right, when);
                self.land_all(decided);
                jumps
            }
            ValueKind::Binary { operator: Operator::NotEqual, left, right, .. } if small(right) == Some(0) => {
                self.branch(left, when)
            }
            ValueKind::Binary { operator: Operator::Equal, left, right, .. } if small(right) == Some(0) => {
                self.branch(left, !when)
            }
            ValueKind::Binary { operator: Operator::And, left, right: bits, .. }
                if !when && let Some(right) = small(bits) =>
            {
                let left = self.value(left);
                vec![self.emit(Instruction::SkipUnlessBits { left, right, skips: 0 })]
            }
            ValueKind::Binary { operator, unsigned, left, right } if operator.compares() => {
                let orders = Orders::of(*operator, *unsigned).expect("it compares");
                vec![self.compare(if when { orders.opposite() } else { orders }, left, right)]
            }
            _ => {
                let register = self.value(condition);
                vec![self.emit(match when {
                    true => Instruction::JumpIf { register, to: 0 },
                    false => Instruction::JumpIfNot { register, to: 0 },
                })]
            }
        };
        self.top = top;
        jumps
    }

    fn compare(&mut self, orders: Orders, left: &Value, right: &Value) -> Address {
        let left = self.value(left);
        let comparison = match small(right) {
            Some(right) => Instruction::SkipUnlessConstant { orders, left, right, skips: 0 },
            None => Instruction::SkipUnless { orders, left, right: self.value(right), skips: 0 },
        };
        self.emit(comparison)
    }

    /// Gives a target its new value and leaves that, or the old one, in `to`, if somebody wants it.
    fn assign(
        &mut self,
        target: &Target,
        operator: Option<(Operator, bool)>,
        new: &Value,
        (gives_old, is_bool): (bool, bool),
        to: Option<Register>,
    ) {
        // The index is computed once, and before the value.
        let index = match target {
            Target::Element { index, .. } => Some(self.value(index)),
            _ => None,
        };
        let Some((operator, unsigned)) = operator else {
            let from = match target {
                Target::Local(slot) => {
                    let to = register_of(*slot);
                    self.value_into(new, to);
                    to
                }
                _ => {
                    let from = self.value(new);
                    self.store(target, index, from);
                    from
                }
            };
            self.give(to, from);
            return;
        };
        let (arithmetic, _) = Arithmetic::of(operator, unsigned);
        let in_place = match target {
            Target::Local(slot) if !gives_old || to.is_none() => Some(*slot),
            _ => None,
        };
        let old = in_place.map_or_else(|| self.take(), register_of);
        match in_place {
            Some(slot) => self.test_set(slot),
            None => self.load(target, index, old),
        }
        let result = if in_place.is_some() { old } else { self.take() };
        match small(new) {
            Some(right) => self.emit(Instruction::ComputeConstant { arithmetic, to: result, left: old, right }),
            None => {
                let right = self.value(new);
                self.emit(Instruction::Compute { arithmetic, to: result, left: old, right })
            }
        };
        if is_bool {
            self.emit(Instruction::Truth { to: result, from: result });
        }
        if in_place.is_none() {
            self.store(target, index, result);
        }
        self.give(to, if gives_old { old } else { result });
    }

    /// The value of an assignment, where somebody wants it elsewhere.
    fn give(&mut self, to: Option<Register>, from: Register) {
        if let Some(to) = to.filter(|to| *to != from) {
            self.emit(Instruction::Move { to, from });
        }
    }

    fn load(&mut self, target: &Target, index: Option<Register>, to: Register) {
        match (target, index) {
            (Target::Local(slot), _) => {
                self.test_set(*slot);
                self.emit(Instruction::Move { to, from: register_of(*slot) });
            }
            (Target::Watched { global, slot, is_dependent: true }, _) => {
                self.emit(Instruction::Remember { to, kept: register_of(*slot), global: *global });
            }
            (Target::Global(global) | Target::Watched { global, .. }, _) => {
                self.emit(Instruction::LoadGlobal { to, global: *global });
            }
            (Target::Element { array, .. }, index) => {
                let index = index.expect("an element has an index");
                self.emit(Instruction::LoadElement { to, array: *array, index });
            }
        }
    }

    fn store(&mut self, target: &Target, index: Option<Register>, from: Register) {
        match (target, index) {
            (Target::Local(slot), _) => {
                self.emit(Instruction::Move { to: register_of(*slot), from });
            }
            (Target::Global(global), _) => {
                self.emit(Instruction::StoreGlobal { global: *global, from });
            }
            (Target::Watched { global, slot, is_dependent }, _) => {
                if *is_dependent {
                    self.emit(Instruction::Unchanged { kept: register_of(*slot), global: *global });
                }
                self.emit(Instruction::StoreGlobal { global: *global, from });
                self.emit(Instruction::Move { to: register_of(*slot), from });
            }
            (Target::Element { array, .. }, index) => {
                let index = index.expect("an element has an index");
                self.emit(Instruction::StoreElement { array: *array, index, from });
            }
        }
    }
}

/// The value of a constant that fits into an instruction.
fn small(value: &Value) -> Option<i16> {
    constant(value).and_then(|bits| i16::try_from(bits as u32 as i32).ok())
}
