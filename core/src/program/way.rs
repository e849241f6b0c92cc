//! A way through a function's code: the lines from one to another that avoid a call. It says how a function reaches its end with
//! a level that it has raised.

use super::calls::CALLS;
use super::code::{Address, Instruction, Program};
use std::collections::VecDeque;

/// The lines of the shortest way from a line to a return in another one that does not call `avoided`. If they are in different
/// functions, the two lines.
pub fn way(program: &Program, from: u32, to: u32, avoided: &str) -> Vec<u32> {
    search(program, from, to, avoided).unwrap_or_else(|| {
        let mut ends = vec![from, to];
        ends.dedup();
        ends
    })
}

fn search(program: &Program, from: u32, to: u32, avoided: &str) -> Option<Vec<u32>> {
    let function = program.function_at(from)?;
    let code = function.begin..function.begin + function.length;
    let start = code.clone().find(|address| program.line(*address) == from)?;
    let mut ways: VecDeque<(Address, Vec<u32>)> = [(start, Vec::new())].into();
    let mut known = vec![false; function.length as usize];
    while let Some((address, mut lines)) = ways.pop_front() {
        if !code.contains(&address) || std::mem::replace(&mut known[(address - code.start) as usize], true) {
            continue;
        }
        let instruction = program.code[address as usize];
        // What a function does that this one calls is no part of the way.
        if program.code_inlined[address as usize] == 0 {
            lines.push(program.line(address));
            lines.dedup();
            match instruction {
                Instruction::Return { .. } | Instruction::ReturnNothing { .. } if lines.last() == Some(&to) => {
                    return Some(lines);
                }
                _ if instruction.call().is_some_and(|call| CALLS[call.number()].name == avoided) => continue,
                _ => {}
            }
        }
        ways.extend(instruction.leads_to(address).map(|next| (next, lines.clone())));
    }
    None
}
