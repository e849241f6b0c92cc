//! Makes the code of called functions a part of their callers' code, so that a call copies its arguments and no more. A called
//! function has its registers where they would be otherwise: above those of its caller. Each instruction keeps its line and the
//! calls that it is a part of, so that a stack of functions is told as the text has it.
//!
//! ```text
//! f: ... Invoke g ...        f: ... Enter g | code of g | Leave ...
//! g: Enter g ... Return      g: Enter g ... Return
//! ```
//!
//! Each function has code of its own, too, because the machine may call it. No function becomes longer than a limit by what it
//! calls, or has more registers than a window: what does not fit is called.

use super::super::arithmetic::Orders;
use super::super::calls::CALLS;
use super::super::syntax::Operator;
use super::{Address, Function, Inlined, Instruction, Program, Register, WINDOW};

/// Instructions of a function with those that it calls.
const LENGTH_MAX: u32 = 2_000;

/// What `Program::code_inlined` has for an instruction that is no part of a caller.
const ITSELF: u16 = 0;

pub fn inline(program: &mut Program) {
    let bodies = program.functions.iter().map(|function| Body::new(program, function)).collect();
    let mut inliner = Inliner { plain: program, bodies, made: Made::default(), length: 0 };
    let mut places = Vec::new();
    for function in &inliner.plain.functions {
        let begin = inliner.made.here();
        inliner.length = function.length;
        inliner.body(function, 0, ITSELF, None);
        places.push((begin, inliner.made.here() - begin));
    }
    let Made { mut code, lines, parts, inlined } = inliner.made;
    leave_together(&mut code);
    (program.code, program.code_lines, program.code_inlined, program.inlined) = (code, lines, parts, inlined);
    for (function, (begin, length)) in program.functions.iter_mut().zip(places) {
        (function.begin, function.length) = (begin, length);
    }
}

/// A function that ends as the last act of its caller leaves together with it.
fn leave_together(code: &mut [Instruction]) {
    use Instruction::{Jump, Leave};
    for at in (0..code.len()).rev() {
        let Leave { count, skips } = code[at] else { continue };
        let mut next = at + 1 + usize::from(skips);
        while let Jump { to } = code[next] {
            next = to as usize;
        }
        if let Leave { count: more, skips } = code[next]
            && let Some(count) = count.checked_add(more)
            && let Ok(skips) = u16::try_from(next + usize::from(skips) - at)
        {
            code[at] = Leave { count, skips };
        }
    }
}

/// A function's code, made shorter. Both lists have a row for each of its instructions.
struct Body {
    /// None: it has become a part of the one before.
    code: Vec<Option<Instruction>>,
    /// Where a jump leads, in this list.
    targets: Vec<Option<usize>>,
}

impl Body {
    fn new(program: &Program, function: &Function) -> Body {
        let begin = function.begin;
        let code = &program.code[begin as usize..][..function.length as usize];
        let target = |(number, one): (usize, &Instruction)| {
            let mut to = one.jumps_to(begin + number as Address)?;
            // a jump there leads on
            while let Instruction::Jump { to: next } = program.code[to as usize] {
                to = next;
            }
            Some((to - begin) as usize)
        };
        let targets = code.iter().enumerate().map(target).collect();
        let mut body = Body { code: code.iter().copied().map(Some).collect(), targets };
        body.shorten();
        body
    }

    /// Takes instructions together: a test and the jump behind it, and a call and the test of its result.
    fn shorten(&mut self) {
        let mut is_target = vec![false; self.code.len()];
        self.targets.iter().flatten().for_each(|target| is_target[*target] = true);
        for take_together in [opposite as fn(Instruction, Instruction, bool) -> Option<Instruction>, with_test] {
            for (number, is_target) in is_target.iter().enumerate().skip(1) {
                let leads_behind = self.targets[number - 1] == Some(number + 1);
                if let (Some(one), Some(next), false) = (self.code[number - 1], self.code[number], *is_target)
                    && let Some(both) = take_together(one, next, leads_behind)
                {
                    (self.code[number - 1], self.code[number]) = (Some(both), None);
                    self.targets[number - 1] = self.targets[number];
                }
            }
        }
    }
}

/// A test that leads around a jump: the opposite test leads where the jump does.
fn opposite(test: Instruction, jump: Instruction, leads_around: bool) -> Option<Instruction> {
    use Instruction::{Jump, JumpIf, JumpIfNot, SkipUnless, SkipUnlessConstant};
    let Jump { to } = jump else { return None };
    let opposite = match test {
        JumpIf { register, .. } => JumpIfNot { register, to },
        JumpIfNot { register, .. } => JumpIf { register, to },
        SkipUnless { orders, left, right, skips } => SkipUnless { orders: orders.opposite(), left, right, skips },
        SkipUnlessConstant { orders, left, right, skips } => {
            SkipUnlessConstant { orders: orders.opposite(), left, right, skips }
        }
        _ => return None,
    };
    leads_around.then_some(opposite)
}

/// A call and the test of its result. Where it leads is open.
fn with_test(call: Instruction, test: Instruction, _: bool) -> Option<Instruction> {
    use Instruction::{Call, CallAndTest, JumpIf, JumpIfNot, SkipUnlessConstant};
    let Call { call, first, second, to } = call else { return None };
    let row = &CALLS[call.number()];
    let above = Orders::of(Operator::Greater, false);
    let skips = match test {
        JumpIfNot { register, .. } if register == to => 1,
        JumpIf { register, .. } if register == to => -1,
        // a number of packets that is not above 0 is 0
        SkipUnlessConstant { orders, left, right: 0, .. } if left == to && Some(orders) == above && row.counts() => 1,
        _ => return None,
    };
    Some(CallAndTest { call, first, second, to, skips })
}

/// The new code, as `Program` has it.
#[derive(Default)]
struct Made {
    code: Vec<Instruction>,
    lines: Vec<u16>,
    parts: Vec<u16>,
    inlined: Vec<Inlined>,
}

impl Made {
    fn here(&self) -> Address {
        self.code.len() as Address
    }

    fn emit(&mut self, instruction: Instruction, line: u16, part: u16) -> Address {
        self.code.push(instruction);
        self.lines.push(line);
        self.parts.push(part);
        self.here() - 1
    }

    /// Lets a jump lead to an address.
    fn lead(&mut self, at: Address, target: Address) {
        use Instruction::*;
        let distance = target.wrapping_sub(at + 1);
        match &mut self.code[at as usize] {
            Jump { to } | Loop { to } | JumpIf { to, .. } | JumpIfNot { to, .. } => *to = target,
            SkipUnless { skips, .. }
            | SkipUnlessConstant { skips, .. }
            | SkipUnlessBits { skips, .. }
            | Leave { skips, .. } => {
                *skips = distance as u16;
            }
            CallAndTest { skips, .. } => *skips *= distance as i16,
            _ => unreachable!("only jumps lead elsewhere"),
        }
    }
}

struct Inliner<'a> {
    plain: &'a Program,
    /// By function.
    bodies: Vec<Body>,
    made: Made,
    /// Instructions of the function that is made now, with all that becomes a part of it.
    length: u32,
}

/// Where a function is called whose code becomes a part of its caller's.
#[derive(Clone, Copy)]
struct Site {
    line: u16,
    /// The register for its result.
    to: Register,
    /// The register of its first argument.
    argument: Register,
}

impl Inliner<'_> {
    /// The code of a function whose registers begin at `base`. `part`: the call that it is a part of.
    fn body(&mut self, function: &Function, base: Register, part: u16, site: Option<Site>) {
        // where each instruction is now; the jumps, with the instructions that they led to; and those to the end
        let mut places = Vec::with_capacity(function.length as usize);
        let (mut jumps, mut ends) = (Vec::new(), Vec::new());
        for number in 0..function.length as usize {
            places.push(self.made.here());
            let Body { code, targets } = &self.bodies[usize::from(function.number)];
            let (Some(instruction), target) = (code[number], targets[number]) else { continue };
            let (instruction, line) =
                (instruction.above(base), self.plain.code_lines[function.begin as usize + number]);
            match (instruction, site) {
                (Instruction::Enter { .. }, Some(site)) => self.enter(instruction, base, site, part),
                (Instruction::Return { .. } | Instruction::ReturnNothing { .. }, Some(site)) => {
                    ends.extend(self.end(instruction, site.to, number + 1 == function.length as usize, line, part));
                }
                (Instruction::Invoke { .. }, _) => self.call(instruction, line, part),
                _ => {
                    let new = self.made.emit(instruction, line, part);
                    jumps.extend(target.map(|target| (new, target)));
                }
            }
        }
        jumps.into_iter().for_each(|(at, target)| self.made.lead(at, places[target]));
        let end = self.made.here();
        ends.into_iter().for_each(|at| self.made.lead(at, end));
    }

    /// A function with a step begins. It copies its argument, if that lies elsewhere.
    fn enter(&mut self, enter: Instruction, base: Register, site: Site, part: u16) {
        let Instruction::Enter { function, has_packet, from, to } = enter else { unreachable!("a function begins") };
        let (from, to) = if site.argument == base { (from, to) } else { (site.argument, base) };
        self.made.emit(Instruction::Enter { function, has_packet, from, to }, site.line, part);
    }

    /// The function ends here, and its caller goes on. Returns the jump to the caller's code, if there is something between.
    fn end(&mut self, returns: Instruction, to: Register, is_last: bool, line: u16, part: u16) -> Option<Address> {
        let mut emit = |instruction| self.made.emit(instruction, line, part);
        match returns {
            Instruction::ReturnNothing { leaves: true } => {
                return Some(emit(Instruction::Leave { count: 1, skips: 0 }));
            }
            Instruction::Return { from, leaves } => {
                if leaves {
                    emit(Instruction::Leave { count: 1, skips: 0 });
                }
                emit(Instruction::Move { to, from });
            }
            _ => {}
        }
        (!is_last).then(|| emit(Instruction::Jump { to: 0 }))
    }

    /// A function is called. If it fits, it becomes a part of this one.
    fn call(&mut self, invoke: Instruction, line: u16, part: u16) {
        let Instruction::Invoke { function, argument, first, to } = invoke else {
            unreachable!("a call of a function")
        };
        let called = &self.plain.functions[usize::from(function)];
        let fits = self.length + called.length <= LENGTH_MAX
            && usize::from(first) + usize::from(called.registers) <= WINDOW
            && self.made.inlined.len() < usize::from(u16::MAX);
        if !fits {
            self.made.emit(invoke, line, part);
            return;
        }
        self.length += called.length;
        if argument != first && called.step.is_none() {
            self.made.emit(Instruction::Move { to: first, from: argument }, line, part);
        }
        let depth = 1 + part.checked_sub(1).map_or(0, |around| self.made.inlined[usize::from(around)].depth);
        self.made.inlined.push(Inlined { function: function.into(), first, caller: part, line, depth });
        let part = self.made.inlined.len() as u16;
        self.body(called, first, part, Some(Site { line, to, argument }));
    }
}

impl Instruction {
    /// The same with all registers so much further up.
    fn above(mut self, base: Register) -> Instruction {
        use Instruction::*;
        let registers: [Option<&mut Register>; 3] = match &mut self {
            Statement { .. } | FillArray { .. } | Jump { .. } | Loop { .. } | Leave { .. } | ReturnNothing { .. } => {
                [None, None, None]
            }
            Constant { to, .. } | LoadGlobal { to, .. } | LoadKnob { to, .. } => [Some(to), None, None],
            StoreGlobal { from, .. } | Return { from, .. } => [Some(from), None, None],
            Unchanged { kept, .. } => [Some(kept), None, None],
            Unset { register } | TestSet { register, .. } | JumpIf { register, .. } | JumpIfNot { register, .. } => {
                [Some(register), None, None]
            }
            SkipUnlessConstant { left, .. } | SkipUnlessBits { left, .. } => [Some(left), None, None],
            Move { to, from }
            | Enter { to, from, .. }
            | Negate { to, from }
            | Complement { to, from }
            | Not { to, from }
            | Truth { to, from } => [Some(to), Some(from), None],
            Remember { to, kept, .. } => [Some(to), Some(kept), None],
            LoadElement { to, index, .. } => [Some(to), Some(index), None],
            StoreElement { index, from, .. } => [Some(index), Some(from), None],
            ComputeConstant { to, left, .. } => [Some(to), Some(left), None],
            SkipUnless { left, right, .. } => [Some(left), Some(right), None],
            Compute { to, left, right, .. } => [Some(to), Some(left), Some(right)],
            Call { first, second, to, .. } | CallAndTest { first, second, to, .. } => {
                [Some(first), Some(second), Some(to)]
            }
            Invoke { argument, first, to, .. } => [Some(argument), Some(first), Some(to)],
        };
        registers.into_iter().flatten().for_each(|register| *register += base);
        self
    }
}
