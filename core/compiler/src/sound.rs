//! Whether a program that was read from bytes can run. The compiler makes only such programs, so the machine looks at none of this
//! while it runs. Bytes may come from another build, or from somebody who wants to harm.

use super::calls::{CALLS, entry_point};
use super::check::{
    ELEMENTS_MAX, EVENTS_MAX, FUNCTIONS_MAX, GLOBALS_MAX, KNOBS_MAX, PERIOD_MAX, PERIOD_MIN, QUEUE_LIMIT_MAX,
    QUEUES_MAX, THREADS_MAX,
};
use super::code::{Address, Function, Inlined, Instruction, Period, Program, WINDOW};
use super::generate::STATEMENT_LINES_MAX;
use super::graph::FRAMES_MAX;

impl Program {
    pub fn is_sound(&self) -> bool {
        let Program { code, code_lines, code_inlined, functions, lines, inlined, .. } = self;
        code_lines.len() == code.len()
            && code_inlined.len() == code.len()
            && lines.len() <= STATEMENT_LINES_MAX
            && lines.is_sorted_by(|one, next| one < next)
            && (1..=FUNCTIONS_MAX).contains(&functions.len())
            && code_inlined.iter().all(|number| usize::from(*number) <= inlined.len())
            && inlined.iter().enumerate().all(|(index, call)| self.is_sound_part(index, call))
            && functions.iter().enumerate().all(|(index, function)| self.is_sound_function(index, function))
            && self.has_sound_tables()
    }

    fn has_sound_tables(&self) -> bool {
        let Program { globals, arrays, knobs, timer, queues, events, texts, charts, .. } = self;
        let is_period = |number: i32| (PERIOD_MIN..=PERIOD_MAX).contains(&number);
        globals.len() <= GLOBALS_MAX
            && queues.len() <= QUEUES_MAX
            && queues.iter().all(|queue| (1..=QUEUE_LIMIT_MAX as u32).contains(&queue.limit))
            && events.len() <= EVENTS_MAX
            && knobs.len() <= KNOBS_MAX
            && knobs.iter().all(|knob| (knob.least..=knob.most).contains(&knob.value))
            && charts.iter().all(|text| usize::from(*text) < texts.len())
            && self.threads().count() <= THREADS_MAX
            && self.elements.max(self.own_elements) <= ELEMENTS_MAX
            && arrays.iter().all(|array| {
                let room = if array.of_function { self.own_elements } else { self.elements };
                array.begin <= room
                    && array.length <= room - array.begin
                    && array.initial.len() <= array.length as usize
            })
            && timer.is_none_or(|timer| {
                self.takes_nothing(timer.function)
                    && match timer.period {
                        Period::Number(number) => is_period(number),
                        Period::Knob(knob) => knobs
                            .get(usize::from(knob))
                            .is_some_and(|knob| is_period(knob.least) && is_period(knob.most)),
                    }
            })
    }

    /// Whether there is a function with this number, and it has no parameter.
    pub fn takes_nothing(&self, function: u16) -> bool {
        self.functions.get(usize::from(function)).is_some_and(|function| function.parameters.is_empty())
    }

    /// Whether a function fits into its caller's registers, and its caller comes before it.
    fn is_sound_part(&self, index: usize, call: &Inlined) -> bool {
        let Inlined { function, first, caller, depth, .. } = call;
        let function = self.functions.get(usize::from(*function));
        function.is_some_and(|function| usize::from(*first) + usize::from(function.registers) <= WINDOW)
            && usize::from(*caller) <= index
            && usize::from(*depth) == 1 + self.inlined_as(*caller).map_or(0, |around| usize::from(around.depth))
    }

    fn is_sound_function(&self, index: usize, function: &Function) -> bool {
        let Function { number, begin, length, parameters, is_thread, registers, stack, locals, .. } = function;
        let expected = entry_point(&function.name).map(|entry| entry.parameters.len());
        let Some(end) = begin.checked_add(*length).filter(|end| *end as usize <= self.code.len()) else { return false };
        usize::from(*number) == index
            && parameters.len() <= locals.len()
            && locals.len() <= usize::from(*registers)
            && usize::from(*registers) <= WINDOW
            && u32::from(*registers) <= *stack
            && *stack as usize <= WINDOW * FRAMES_MAX
            && expected.is_none_or(|expected| expected == parameters.len())
            && (!is_thread || parameters.is_empty())
            && *length > 0
            && (*begin..end).all(|at| self.is_sound_instruction(at, function))
    }

    /// Whether what an instruction names is there, and it leads to one of its function. Only `Loop` leads back, so each round
    /// takes fuel; and a function that is called needs less stack, so none calls itself.
    fn is_sound_instruction(&self, at: Address, function: &Function) -> bool {
        use Instruction::*;
        let instruction = self.code[at as usize];
        let own = function.begin..function.begin + function.length;
        let leads_on = |to: Address| own.contains(&to) && (to > at) != matches!(instruction, Loop { .. });
        let of = self.part(function.number, at).map_or(function, |call| &self.functions[usize::from(call.function)]);
        let is_there = match instruction {
            Statement { line } => usize::from(line) < self.lines.len(),
            LoadGlobal { global, .. }
            | StoreGlobal { global, .. }
            | Remember { global, .. }
            | Unchanged { global, .. } => usize::from(global) < self.globals.len(),
            LoadKnob { knob, .. } => usize::from(knob) < self.knobs.len(),
            LoadElement { array, .. } | StoreElement { array, .. } => usize::from(array) < self.arrays.len(),
            FillArray { array, .. } => self.arrays.get(usize::from(array)).is_some_and(|array| array.of_function),
            TestSet { local, .. } => usize::from(local) < of.locals.len(),
            Call { call, .. } | CallAndTest { call, .. } => call.number() < CALLS.len(),
            Enter { function, .. } => usize::from(function) < self.functions.len(),
            Invoke { function: called, first, .. } => self
                .functions
                .get(usize::from(called))
                .is_some_and(|called| first > 0 && u32::from(first) + called.stack.min(u32::MAX / 2) <= function.stack),
            _ => true,
        };
        is_there && instruction.leads_to(at).all(leads_on)
    }
}
