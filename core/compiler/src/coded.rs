//! A compiled program as bytes. In the browser the compiler is a module of its own, and hands its programs to the simulator's so.
//! Both modules are of one build: nobody keeps the bytes, and they have no version. Bytes that are no sound program are refused.

use super::arithmetic::{Arithmetic, Orders};
use super::calls::{CALLS, Contexts, PROCEDURES, StepId};
use super::code::{
    Array, CallNumber, Function, Global, Inlined, Instruction, Knob, Local, Period, Program, Queue, Timer,
};
use super::condition::Term;
use super::loops::{Endless, Loop};
use super::types::Type;

impl Program {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes
    }

    /// None: these are not the bytes of a program that can run.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Program> {
        let program = Program::read(&mut bytes)?;
        (bytes.is_empty() && program.is_sound()).then_some(program)
    }
}

pub trait Coded: Sized {
    fn write(&self, to: &mut Vec<u8>);
    /// Takes its bytes off the front.
    fn read(from: &mut &[u8]) -> Option<Self>;
}

macro_rules! coded_numbers {
    ($($number:ty)*) => {
        $(impl Coded for $number {
            fn write(&self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }

            fn read(from: &mut &[u8]) -> Option<Self> {
                let (number, rest) = from.split_first_chunk()?;
                *from = rest;
                Some(<$number>::from_le_bytes(*number))
            }
        })*
    };
}

macro_rules! coded_structs {
    ($($name:ident { $($field:ident),* })*) => {
        $(impl Coded for $name {
            fn write(&self, to: &mut Vec<u8>) {
                let $name { $($field),* } = self;
                $($field.write(to);)*
            }

            fn read(from: &mut &[u8]) -> Option<Self> {
                Some($name { $($field: Coded::read(from)?),* })
            }
        })*
    };
}

/// A variant is its number, then its fields.
macro_rules! coded_enum {
    ($name:ident: $($variant:ident $({ $($field:ident),* })?)*) => {
        const _: () = {
            enum Number { $($variant),* }

            impl Coded for $name {
                fn write(&self, to: &mut Vec<u8>) {
                    match self {
                        $($name::$variant $({ $($field),* })? => {
                            to.push(Number::$variant as u8);
                            $($($field.write(to);)*)?
                        })*
                    }
                }

                fn read(from: &mut &[u8]) -> Option<Self> {
                    let number = u8::read(from)?;
                    $(if number == Number::$variant as u8 {
                        return Some($name::$variant $({ $($field: Coded::read(from)?),* })?);
                    })*
                    None
                }
            }
        };
    };
}

coded_numbers! { u8 u16 i16 u32 i32 u64 }

coded_structs! {
    Program { code, code_lines, code_inlined, inlined, functions, lines, globals, arrays, knobs, timer, queues, events, texts, charts, elements, own_elements, loops }
    Function {
        number, name, line, last_line, begin, length, parameters, result, is_thread, step, contexts, takes_time, registers,
        stack, locals
    }
    Inlined { function, first, caller, line, depth }
    Local { name, ty, line }
    Loop { first, last, endless }
    Timer { function, period }
    Global { name, ty, initial, line }
    Array { name, ty, length, line, of_function, begin, initial }
    Queue { name, limit, is_used, line }
    Knob { name, value, least, most, label, line }
}

coded_enum! { Type: Void Int Unsigned Bool Packet Queue Event Function Text Null Wrong }

coded_enum! { Term:
    Constant { bits } Variable { number } Element { begin, length } Knob { number } Queue { number } Ring { unit } Output { unit }
    Negate Complement Not Compute { arithmetic } And Or Choose
}

coded_enum! { Arithmetic:
    Add Subtract Multiply Divide DivideUnsigned Remainder RemainderUnsigned And Or Xor ShiftLeft ShiftRight ShiftRightUnsigned
    Equal NotEqual Less LessUnsigned LessEqual LessEqualUnsigned
}

coded_enum! { Instruction:
    Statement { line } Constant { to, value } Move { to, from } LoadGlobal { to, global } StoreGlobal { global, from }
    Remember { to, kept, global } Unchanged { kept, global } LoadKnob { to, knob } LoadElement { to, array, index }
    StoreElement { array, index, from } FillArray { array, zero } Unset { register } TestSet { register, local }
    Compute { arithmetic, to, left, right } ComputeConstant { arithmetic, to, left, right } Negate { to, from }
    Complement { to, from } Not { to, from } Truth { to, from } Jump { to } Loop { to } JumpIf { register, to }
    JumpIfNot { register, to } SkipUnless { orders, left, right, skips }
    SkipUnlessConstant { orders, left, right, skips } SkipUnlessBits { left, right, skips }
    Call { call, first, second, to } CallAndTest { call, first, second, to, skips } Enter { function, has_packet, from, to } Leave { count, skips }
    Invoke { function, argument, first, to } Return { from, leaves } ReturnNothing { leaves }
}

impl Coded for bool {
    fn write(&self, to: &mut Vec<u8>) {
        to.push(u8::from(*self));
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        Some(u8::read(from)? != 0)
    }
}

impl Coded for Period {
    fn write(&self, to: &mut Vec<u8>) {
        match self {
            Period::Number(number) => (0_u8, *number).write(to),
            Period::Knob(knob) => (1_u8, i32::from(*knob)).write(to),
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        match Coded::read(from)? {
            (0_u8, number) => Some(Period::Number(number)),
            (_, knob) => u16::try_from(knob).ok().map(Period::Knob),
        }
    }
}

/// Which variables; none: there is no exit.
impl Coded for Endless {
    fn write(&self, to: &mut Vec<u8>) {
        let names = match self {
            Endless::NoExit => None,
            Endless::Unchanged(names) => Some(names.clone()),
        };
        names.write(to);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        Option::<Vec<String>>::read(from).map(|names| names.map_or(Endless::NoExit, Endless::Unchanged))
    }
}

impl<A: Coded, B: Coded> Coded for (A, B) {
    fn write(&self, to: &mut Vec<u8>) {
        self.0.write(to);
        self.1.write(to);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        Some((A::read(from)?, B::read(from)?))
    }
}

macro_rules! coded_bytes {
    ($($name:ident)*) => {
        $(impl Coded for $name {
            fn write(&self, to: &mut Vec<u8>) {
                to.push(self.0);
            }

            fn read(from: &mut &[u8]) -> Option<Self> {
                u8::read(from).map($name)
            }
        })*
    };
}

coded_bytes! { CallNumber Contexts Orders }

impl Coded for String {
    fn write(&self, to: &mut Vec<u8>) {
        (self.len() as u32).write(to);
        to.extend_from_slice(self.as_bytes());
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let length = u32::read(from)? as usize;
        let (text, rest) = from.split_at_checked(length)?;
        *from = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}

/// One of the tables' ids.
impl Coded for StepId {
    fn write(&self, to: &mut Vec<u8>) {
        self.to_string().write(to);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let id = String::read(from)?;
        let ids = PROCEDURES.iter().map(|row| row.step).chain(CALLS.iter().filter_map(|call| call.step));
        ids.into_iter().find(|known| *known == id)
    }
}

impl<T: Coded> Coded for Option<T> {
    fn write(&self, to: &mut Vec<u8>) {
        self.is_some().write(to);
        self.iter().for_each(|value| value.write(to));
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        if bool::read(from)? { T::read(from).map(Some) } else { Some(None) }
    }
}

impl<T: Coded> Coded for Vec<T> {
    fn write(&self, to: &mut Vec<u8>) {
        (self.len() as u32).write(to);
        self.iter().for_each(|value| value.write(to));
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        (0..u32::read(from)?).map(|_| T::read(from)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;

    /// Every kind of instruction and of declaration.
    const SOURCE: &str = "
        QUEUE(q, 5); EVENT(e); KNOB(quota, 5, 1, 100, \"packets\"); KNOB(period, 100, 50, 1000, \"us\");
        static int sum; static unsigned ring[3] = { 1, 2, 3 }; bool ready = true;
        static void later(void) { sum--; }
        static int f(int a, unsigned b) { int local[2]; int c; if (a > 1) c = 1; local[0] = ~a; sum += -c;
            switch (a) { case 1: return !b; default: break; }
            do { a = a ? b / 3 : 2; } while (a && ready); return local[0] + c + ring[b % 3]; }
        void lnintr(int unit) { struct packet *p = lnread(unit); if (p != NULL && !IF_ENQUEUE(q, p)) m_freem(p); timeout(later, quota); }
        TIMER(tick, period) { later(); }
        THREAD(t) { ready = false; for (;;) { thread_sleep(e); trace(\"sum\", f(sum, 1u)); ring[1] = 2; } }";

    #[test]
    fn a_program_is_the_same_after_a_journey_as_bytes() {
        let program = compile(SOURCE).unwrap_or_else(|problems| panic!("{}", problems[0]));
        assert_eq!(Program::from_bytes(&program.to_bytes()), Some(program));
    }

    #[test]
    fn other_bytes_are_no_program() {
        let bytes = compile(SOURCE).expect("a program").to_bytes();
        assert!((0..bytes.len()).all(|length| Program::from_bytes(&bytes[..length]).is_none()));
        assert_eq!(Program::from_bytes(&[&bytes[..], &[0]].concat()), None);
        assert_eq!(Program::from_bytes(&[255; 100]), None);
    }
}
