//! Runs the instructions of a frame: of one function, with those whose code is a part of its own.

use super::Bits;
use super::arithmetic::{complement, negate};
use super::code::{Address, Array, Instruction, Program, Register};
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
}

/// What comes after the instructions that ran.
pub(super) enum End {
    /// The function returns this value.
    Returns(Bits),
    /// It calls another one: the last instruction says which.
    Invokes,
    /// This register waits for the answer of the machine.
    Waits(Register),
    Stops(Stop),
}

/// Runs code from an instruction on. Returns the one that ran last, and what comes then. What is rare is in `compute`.
#[inline(never)]
pub(super) fn run_frame(
    code: &[Instruction],
    begin: Address,
    window: &mut Window,
    calls: &mut impl Calls,
    around: &mut Around<'_>,
) -> (Address, End) {
    // the instruction that runs; each one says which comes next
    let mut at = begin as usize;
    let end = loop {
        // its parts are read where they are used: so it is not taken apart before it is known what it is
        let instruction = &code[at];
        at = match *instruction {
            Instruction::Statement { line } => {
                let depth = || stack::depth(around.outer, around.program, around.function, at as Address);
                if calls.statement(line, depth) == Go::Wait {
                    break End::Stops(Stop::Waiting);
                }
                at + 1
            }
            Instruction::Constant { to, value } => {
                window[slot(to)] = value.into();
                at + 1
            }
            Instruction::Move { to, from } => {
                window[slot(to)] = window[slot(from)];
                at + 1
            }
            Instruction::LoadGlobal { to, global } => {
                window[slot(to)] = around.memory.globals[usize::from(global)].get();
                at + 1
            }
            Instruction::StoreGlobal { global, from } => {
                let value = window[slot(from)];
                if around.memory.globals[usize::from(global)].replace(value) != value {
                    calls.global_changed(global, value);
                }
                at + 1
            }
            Instruction::LoadKnob { to, knob } => {
                window[slot(to)] = (calls.knob(knob) as u32).into();
                at + 1
            }
            Instruction::Unset { register } => {
                window[slot(register)] = UNSET;
                at + 1
            }
            Instruction::Not { to, from } => {
                window[slot(to)] = (window[slot(from)] == 0).into();
                at + 1
            }
            Instruction::Truth { to, from } => {
                window[slot(to)] = (window[slot(from)] != 0).into();
                at + 1
            }
            Instruction::Jump { to } => to as usize,
            Instruction::Loop { to } => {
                if !take_fuel(&mut around.fuel, at as Address + 1 - to) {
                    break End::Stops(Stop::OutOfFuel);
                }
                to as usize
            }
            Instruction::JumpIf { register, to } => choose(window[slot(register)] != 0, to as usize, at + 1),
            Instruction::JumpIfNot { register, to } => choose(window[slot(register)] == 0, to as usize, at + 1),
            Instruction::SkipUnless { orders, left, right, skips } => {
                choose(orders.hold(window[slot(left)], window[slot(right)]), at + 1, at + 1 + usize::from(skips))
            }
            Instruction::SkipUnlessConstant { orders, left, right, skips } => {
                choose(orders.hold(window[slot(left)], constant(right)), at + 1, at + 1 + usize::from(skips))
            }
            Instruction::SkipUnlessBits { left, right, skips } => {
                choose(window[slot(left)] & constant(right) != 0, at + 1, at + 1 + usize::from(skips))
            }
            Instruction::Call { call, first, second, to } => {
                match calls.call(call, window[slot(first)], window[slot(second)], at as Address) {
                    Answer::Now(result) => window[slot(to)] = result,
                    answer => break no_result(answer, to),
                }
                at + 1
            }
            Instruction::CallAndTest { call, first, to, skips } => {
                match calls.call(call, window[slot(first)], 0, at as Address) {
                    Answer::Now(result) => {
                        window[slot(to)] = result;
                        at + 1 + skipped(skips, result)
                    }
                    answer => break no_result(answer, to),
                }
            }
            Instruction::Enter { function, has_packet, from, to } => {
                let value = window[slot(from)];
                window[slot(to)] = value;
                if calls.enter(function, has_packet.then_some(value)) == Go::Wait {
                    break End::Stops(Stop::Waiting);
                }
                at + 1
            }
            Instruction::Leave { count, skips } => {
                calls.leave(count);
                at + 1 + usize::from(skips)
            }
            Instruction::Invoke { .. } => break End::Invokes,
            Instruction::Return { from, leaves } => {
                if leaves {
                    calls.leave(1);
                }
                break End::Returns(window[slot(from)]);
            }
            Instruction::ReturnNothing { leaves } => {
                if leaves {
                    calls.leave(1);
                }
                break End::Returns(0);
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
            | Instruction::Complement { .. } => match compute(*instruction, window, around, calls, at as Address) {
                Ok(()) => at + 1,
                Err(trap) => break End::Stops(Stop::Trapped(trap)),
            },
        };
    };
    (at as Address, end)
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
fn no_result(answer: Answer, to: Register) -> End {
    if answer == Answer::Halt { End::Stops(Stop::Halted) } else { End::Waits(to) }
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

/// The instruction that comes next.
#[inline]
fn choose(jumps: bool, to: usize, otherwise: usize) -> usize {
    if jumps { to } else { otherwise }
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
