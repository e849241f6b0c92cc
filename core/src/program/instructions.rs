//! Runs the instructions of a frame: of one function, with those whose code is a part of its own.

use super::Bits;
use super::arithmetic::{complement, negate};
use super::code::{Address, Array, Instruction, Program};
use super::machine::{Answer, Calls, Go};
use super::memory::{Memory, UNSET, load_element, store_element};
use super::run::{Frame, Stop, Window, slot};
use super::stack;
use super::trap::Trap;

/// What some instructions need. It lies behind one reference, so that the processor has room for what all of them need.
pub(super) struct Around<'a> {
    pub program: &'a Program,
    pub memory: &'a Memory,
    /// The frames that wait for this one.
    pub outer: &'a Vec<Frame>,
    /// The function of this frame.
    pub function: u16,
    /// The elements of functions' arrays.
    pub elements: &'a mut Vec<Bits>,
    pub fuel: u64,
    /// The instruction that ran last.
    pub at: Address,
    /// What the function returns.
    pub result: Bits,
}

/// What comes after the instructions that ran. It fits into registers: the processor has to wait for memory that was written in
/// parts just before it is read as a whole.
pub(super) enum End {
    Returns,
    /// It calls another function: the last instruction says which.
    Invokes,
    /// The last instruction waits for the answer of the machine.
    Waits,
    Stops(Stop),
}

/// Runs code from an instruction on. Returns what comes when it can go on no more. What is rare is in `compute`.
#[inline(never)]
pub(super) fn run_frame(
    code: &[Instruction],
    begin: Address,
    window: &mut Window,
    calls: &mut impl Calls,
    around: &mut Around<'_>,
) -> End {
    let mut next = begin as usize;
    let end = loop {
        // its parts are read where they are used: so it is not taken apart before it is known what it is
        let instruction = &code[next];
        next += 1;
        match *instruction {
            Instruction::Statement { line } => {
                let (outer, program, function, here) = (around.outer, around.program, around.function, at(next));
                // it has copies: whoever lends `at` keeps it in memory, and reads it from there at each instruction
                let depth = move || stack::depth(outer, program, function, here);
                if calls.statement(line, depth) == Go::Wait {
                    break End::Stops(Stop::Waiting);
                }
            }
            Instruction::Constant { to, value } => {
                window[slot(to)] = value.into();
            }
            Instruction::Move { to, from } => {
                window[slot(to)] = window[slot(from)];
            }
            Instruction::LoadGlobal { to, global } => {
                window[slot(to)] = around.memory.globals[usize::from(global)].get();
            }
            Instruction::StoreGlobal { global, from } => {
                let value = window[slot(from)];
                if around.memory.globals[usize::from(global)].replace(value) != value {
                    calls.global_changed(global, value);
                }
            }
            Instruction::LoadKnob { to, knob } => {
                window[slot(to)] = (calls.knob(knob) as u32).into();
            }
            Instruction::Unset { register } => {
                window[slot(register)] = UNSET;
            }
            Instruction::Not { to, from } => {
                window[slot(to)] = (window[slot(from)] == 0).into();
            }
            Instruction::Truth { to, from } => {
                window[slot(to)] = (window[slot(from)] != 0).into();
            }
            Instruction::Jump { to } => next = to as usize,
            Instruction::Loop { to } => {
                if !take_fuel(&mut around.fuel, next as Address - to) {
                    break End::Stops(Stop::OutOfFuel);
                }
                next = to as usize;
            }
            Instruction::JumpIf { register, to } => {
                if window[slot(register)] != 0 {
                    next = to as usize;
                }
            }
            Instruction::JumpIfNot { register, to } => {
                if window[slot(register)] == 0 {
                    next = to as usize;
                }
            }
            Instruction::SkipUnless { orders, left, right, skips } => {
                if !orders.hold(window[slot(left)], window[slot(right)]) {
                    next += usize::from(skips);
                }
            }
            Instruction::SkipUnlessConstant { orders, left, right, skips } => {
                if !orders.hold(window[slot(left)], constant(right)) {
                    next += usize::from(skips);
                }
            }
            Instruction::SkipUnlessBits { left, right, skips } => {
                if window[slot(left)] & constant(right) == 0 {
                    next += usize::from(skips);
                }
            }
            Instruction::Call { call, first, second, to } => {
                match calls.call(call, window[slot(first)], window[slot(second)], at(next)) {
                    Answer::Now(result) => window[slot(to)] = result,
                    answer => break no_result(answer),
                }
            }
            Instruction::CallAndTest { call, first, second, to, skips } => {
                match calls.call(call, window[slot(first)], window[slot(second)], at(next)) {
                    Answer::Now(result) => {
                        window[slot(to)] = result;
                        next += skipped(skips, result);
                    }
                    answer => break no_result(answer),
                }
            }
            Instruction::Enter { function, has_packet, from, to } => {
                let value = window[slot(from)];
                window[slot(to)] = value;
                if calls.enter(function, has_packet.then_some(value)) == Go::Wait {
                    break End::Stops(Stop::Waiting);
                }
            }
            Instruction::Leave { count, skips } => {
                calls.leave(count);
                next += usize::from(skips);
            }
            Instruction::Invoke { .. } => break End::Invokes,
            Instruction::Return { from, leaves } => {
                if leaves {
                    calls.leave(1);
                }
                around.result = window[slot(from)];
                break End::Returns;
            }
            Instruction::ReturnNothing { leaves } => {
                if leaves {
                    calls.leave(1);
                }
                around.result = 0;
                break End::Returns;
            }
            // all are named, so that the processor need not compare the number of an instruction with the last one here
            Instruction::Remember { .. }
            | Instruction::Unchanged { .. }
            | Instruction::LoadElement { .. }
            | Instruction::StoreElement { .. }
            | Instruction::FillArray { .. }
            | Instruction::TestSet { .. }
            | Instruction::Compute { .. }
            | Instruction::ComputeConstant { .. }
            | Instruction::Negate { .. }
            | Instruction::Complement { .. } => match compute(*instruction, window, around, calls, at(next)) {
                Ok(()) => {}
                Err(trap) => break End::Stops(Stop::Trapped(Box::new(trap))),
            },
        }
    };
    around.at = at(next);
    end
}

/// Runs an instruction that calculates, or has to do with an array or with a value that is kept.
#[inline(never)]
fn compute(
    instruction: Instruction,
    window: &mut Window,
    around: &mut Around<'_>,
    calls: &mut impl Calls,
    at: Address,
) -> Result<(), Trap> {
    let Around { program, memory, elements, .. } = around;
    match instruction {
        Instruction::Compute { arithmetic, to, left, right } => {
            let value = arithmetic.compute(window[slot(left)], window[slot(right)]);
            window[slot(to)] = value.map_err(Trap::Arithmetic)?;
        }
        Instruction::ComputeConstant { arithmetic, to, left, right } => {
            let value = arithmetic.compute(window[slot(left)], constant(right));
            window[slot(to)] = value.map_err(Trap::Arithmetic)?;
        }
        Instruction::Negate { to, from } => window[slot(to)] = negate(window[slot(from)]),
        Instruction::Complement { to, from } => window[slot(to)] = complement(window[slot(from)]),
        Instruction::LoadElement { to, array, index } => {
            window[slot(to)] = load_element(elements, memory, program, (array, window[slot(index)]))?;
        }
        Instruction::StoreElement { array, index, from } => {
            let element = (array, window[slot(index)]);
            if let Some((place, value)) = store_element(elements, memory, program, element, window[slot(from)])? {
                calls.element_changed(place, value);
            }
        }
        Instruction::FillArray { array, zero } => {
            let Array { begin, length, .. } = program.arrays[usize::from(array)];
            elements[begin as usize..][..length as usize].fill(if zero { 0 } else { UNSET });
        }
        Instruction::TestSet { register, local } => {
            if window[slot(register)] == UNSET {
                return Err(Trap::Unset { local });
            }
        }
        Instruction::Remember { to, kept, global } => {
            let value = memory.globals[usize::from(global)].get();
            (window[slot(to)], window[slot(kept)]) = (value, value);
            calls.remembers(global, at);
        }
        Instruction::Unchanged { kept, global } => {
            let (old, new) = (window[slot(kept)], memory.globals[usize::from(global)].get());
            if old != UNSET && old != new {
                let (old, new) = (old as u32 as i32, new as u32 as i32);
                return Err(Trap::Torn { global, old, new });
            }
        }
        _ => unreachable!("`run_frame` has the others"),
    }
    Ok(())
}

/// A call has no result yet.
#[cold]
fn no_result(answer: Answer) -> End {
    if answer == Answer::Halt { End::Stops(Stop::Halted) } else { End::Waits }
}

/// Takes fuel for so many instructions. The last of it is enough for any number, so that every run goes on. False: none is left.
#[inline]
pub(super) fn take_fuel(fuel: &mut u64, instructions: u32) -> bool {
    match fuel.checked_sub(instructions.into()) {
        Some(left) => *fuel = left,
        None if *fuel == 0 => return false,
        None => *fuel = 0,
    }
    true
}

/// The instruction that runs, if this one comes next.
#[inline]
fn at(next: usize) -> Address {
    next as Address - 1
}

/// How many instructions `CallAndTest` skips.
#[inline]
pub(super) fn skipped(skips: i16, result: Bits) -> usize {
    usize::from(if result == 0 { skips } else { skips.wrapping_neg() }.max(0) as u16)
}

#[inline]
fn constant(number: i16) -> Bits {
    (i32::from(number) as u32).into()
}
