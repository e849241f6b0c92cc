//! Items of the file: functions, variables, constants, queues, knobs, events, threads.

use super::super::calls::{Contexts, ENTRY_POINTS, call, entry_point, step_of};
use super::super::source::Span;
use super::super::syntax::{Declaration, Expression, FunctionHead, Initial, Item, Name, Statement, TypeName};
use super::super::texts;
use super::super::tree::{Array, Bits, Function, Knob, Period, Queue, Timer, ValueKind, Variable};
use super::super::types::Type;
use super::*;
use livelock_text::message;
use livelock_text::message::Message;

impl<'a> Checker<'a, '_> {
    pub fn items(&mut self, items: &'a [Item]) {
        for item in items {
            let first = match item {
                Item::Function { head, .. } | Item::Prototype(head) => vec![&head.name],
                Item::Variables(all) => all.iter().map(|one| &one.name).collect(),
                Item::Queue { name, .. }
                | Item::Knob { name, .. }
                | Item::Event { name }
                | Item::Define { name, .. } => vec![name],
                Item::Enum { members, .. } => members.iter().map(|(name, _)| name).collect(),
            };
            self.later.extend(first);
        }
        for item in items {
            self.item(item);
        }
        self.check_whole(items);
    }

    fn item(&mut self, item: &'a Item) {
        match item {
            Item::Function { head, body, end } => self.function(head, body, *end),
            Item::Prototype(head) => {
                self.head(head);
            }
            Item::Variables(all) => all.iter().for_each(|one| self.global(one)),
            Item::Enum { name, members } => self.enumeration(name.as_ref(), members),
            Item::Define { name, value } => {
                let value = self.expression(value);
                let meaning = match self.constant_bits(&value, message!("The value of a #define")) {
                    Some(bits) if value.ty.is_number() => Meaning::Constant { ty: value.ty, bits },
                    _ => Meaning::Wrong,
                };
                self.declare(name, meaning, true);
            }
            Item::Queue { name, limit } => self.queue(name, limit),
            Item::Event { name } => {
                let index = self.unit.events.len();
                self.limit(index, EVENTS_MAX, message!("events"), name.span);
                self.unit.events.push(name.text.clone());
                self.declare(name, Meaning::Event(index as u16), true);
            }
            Item::Knob { name, values, label } => self.knob(name, values, label),
        }
    }

    fn limit(&mut self, count: usize, most: usize, what: Message, span: Span) {
        if count >= most {
            self.problems.tell(span, texts::too_many(what, most));
        }
    }

    fn queue(&mut self, name: &Name, limit: &Expression) {
        let index = self.unit.queues.len();
        self.limit(index, QUEUES_MAX, message!("queues"), name.span);
        let limit = self.limited_number(limit, message!("The limit of a queue"), 1, QUEUE_LIMIT_MAX).unwrap_or(1);
        self.unit.queues.push(Queue { name: name.text.clone(), limit: limit as u32, is_used: false, span: name.span });
        self.declare(name, Meaning::Queue(index as u16), true);
    }

    fn knob(&mut self, name: &Name, values: &[Expression; 3], (label, span): &(String, Span)) {
        let index = self.unit.knobs.len();
        self.limit(index, KNOBS_MAX, message!("knobs"), name.span);
        let numbers: Vec<Option<i32>> =
            values.iter().map(|value| self.constant_number(value, message!("A number of a knob"))).collect();
        if let [Some(value), Some(least), Some(most)] = numbers[..] {
            if least > most || value < least || value > most {
                self.problems.tell(values[0].span, texts::knob_out_of_order(&name.text, least, value, most));
            }
            if label.is_empty() || label.chars().count() > 60 {
                self.problems.tell(*span, texts::knob_label(&name.text));
            }
            let (name, label, span) = (name.text.clone(), label.clone(), name.span);
            self.unit.knobs.push(Knob { name, value, least, most, label, span });
            let name = Name { text: self.unit.knobs[index].name.clone(), span };
            self.declare(&name, Meaning::Knob(index as u16), true);
        } else {
            self.declare(name, Meaning::Wrong, true);
        }
    }

    /// The type of an enum is that of gcc: unsigned, unless one of its constants is below 0.
    fn enumeration(&mut self, name: Option<&'a Name>, members: &[(Name, Option<Expression>)]) {
        let (mut next, mut is_negative) = (0_i32, false);
        for (member, value) in members {
            if let Some(value) = value {
                next = self.constant_number(value, message!("The value of a constant")).unwrap_or(next);
            }
            is_negative |= next < 0;
            self.declare(member, Meaning::Constant { ty: Type::Int, bits: (next as u32).into() }, true);
            next = next.wrapping_add(1);
        }
        if let Some(name) = name {
            let ty = if is_negative { Type::Int } else { Type::Unsigned };
            if self.find_enum(&name.text).is_some() {
                self.problems.tell(name.span, texts::enum_twice(&name.text));
            }
            self.enums.push((&name.text, ty));
        }
    }

    fn find_enum(&self, name: &str) -> Option<Type> {
        self.enums.iter().rev().find(|(known, _)| *known == name).map(|(_, ty)| *ty)
    }

    pub fn type_of(&mut self, name: &TypeName) -> Type {
        match name {
            TypeName::Void => Type::Void,
            TypeName::Int => Type::Int,
            TypeName::Unsigned => Type::Unsigned,
            TypeName::Bool => Type::Bool,
            TypeName::Packet => Type::Packet,
            TypeName::Queue => Type::Queue,
            TypeName::Event => Type::Event,
            TypeName::Enum(name) => self.find_enum(&name.text).unwrap_or_else(|| {
                self.problems.tell(name.span, texts::unknown_enum(&name.text));
                Type::Wrong
            }),
        }
    }

    /// A variable or array of the file, or a `static` one of a function.
    pub fn global(&mut self, declaration: &Declaration) {
        let Declaration { name, initial, is_const, .. } = declaration;
        let ty = self.variable_type(declaration);
        if let Some(size) = &declaration.array {
            self.array(declaration, size.as_ref(), ty, None);
            return;
        }
        let bits = match initial {
            Some(Initial::One(value)) => self.initial_bits(value, ty, &name.text),
            Some(Initial::List(_, span)) => {
                self.problems.tell(*span, texts::list_for_one(&name.text));
                0
            }
            None => 0,
        };
        let index = self.unit.globals.len();
        self.limit(index, GLOBALS_MAX, message!("variables outside functions"), name.span);
        self.unit.globals.push(Variable { name: name.text.clone(), ty, initial: bits, span: name.span });
        self.declare(name, Meaning::Global(index as u16), *is_const);
    }

    fn initial_bits(&mut self, value: &Expression, ty: Type, name: &str) -> Bits {
        let value = self.expression(value);
        let value = self.convert(value, ty, message!("The first value of {name}", name = name.to_string()));
        self.constant_bits(&value, message!("The first value of {name}", name = name.to_string())).unwrap_or(0)
    }

    pub fn variable_type(&mut self, declaration: &Declaration) -> Type {
        let ty = self.type_of(&declaration.type_name);
        if ty == Type::Void {
            self.problems.tell(declaration.name.span, texts::void_variable(&declaration.name.text));
            return Type::Wrong;
        }
        ty
    }

    /// Declares an array. The values of an array of the file are constants; those of a function's are its statement's.
    pub fn array(
        &mut self,
        declaration: &Declaration,
        size: Option<&Expression>,
        ty: Type,
        function: Option<u16>,
    ) -> u16 {
        let Declaration { name, initial, is_const, .. } = declaration;
        let list = match initial {
            Some(Initial::List(values, _)) => Some(values),
            Some(Initial::One(value)) => {
                self.problems.tell(value.span, texts::one_for_list(&name.text));
                None
            }
            None => None,
        };
        let length = match (size, list) {
            (Some(size), _) => {
                let most = if function.is_some() { LOCALS_MAX as i32 } else { ELEMENTS_MAX as i32 };
                self.limited_number(size, message!("The size of {name}", name = name.text.clone()), 1, most)
                    .unwrap_or(1) as u32
            }
            (None, Some(list)) if !list.is_empty() => list.len() as u32,
            _ => {
                self.problems.tell(name.span, texts::array_without_size(&name.text));
                1
            }
        };
        if let Some(list) = list.filter(|list| list.len() > length as usize) {
            self.problems.tell(list[length as usize].span, texts::long_list(&name.text, length, list.len()));
        }
        let total: u32 = self.unit.arrays.iter().map(|array| array.length).sum();
        if total.saturating_add(length) > ELEMENTS_MAX {
            self.problems.tell(name.span, texts::too_many(message!("elements of arrays"), ELEMENTS_MAX as usize));
        }
        let own = self.unit.arrays.iter().filter(|array| array.function == function).map(|array| array.length);
        if function.is_some() && own.sum::<u32>() + length > FUNCTION_ELEMENTS_MAX {
            let what = message!("elements of arrays in one function");
            self.problems.tell(name.span, texts::too_many(what, FUNCTION_ELEMENTS_MAX as usize));
        }
        let constants: Vec<Bits> = match (function, list) {
            (None, Some(list)) => list.iter().map(|value| self.initial_bits(value, ty, &name.text)).collect(),
            _ => Vec::new(),
        };
        let index = self.unit.arrays.len() as u16;
        let variable = Variable { name: name.text.clone(), ty, initial: 0, span: name.span };
        self.unit.arrays.push(Array { variable, length, function, initial: constants });
        self.declare(name, Meaning::Array(index), *is_const);
        index
    }

    /// Declares a function, or compares it with its prototype. Returns its number.
    fn head(&mut self, head: &FunctionHead) -> u16 {
        let result = self.type_of(&head.result);
        let mut types: Vec<Type> = head.parameters.iter().map(|parameter| self.type_of(&parameter.type_name)).collect();
        for (parameter, ty) in head.parameters.iter().zip(&mut types).filter(|(_, ty)| **ty == Type::Void) {
            self.problems.tell(parameter.span, texts::void_parameter());
            *ty = Type::Wrong;
        }
        self.check_head(head, result, &types);
        let name = &head.name;
        if let Some(Known { meaning: Meaning::Function(index), .. }) = self.names.get(&name.text).copied() {
            let known = &self.unit.functions[usize::from(index)];
            if known.result != result || known.parameters != types || known.is_thread != head.is_thread {
                let line = self.lines.line(known.span.from);
                self.problems.tell(name.span, texts::other_prototype(&name.text, line));
            } else if head.is_static && !known.is_static {
                let line = self.lines.line(known.span.from);
                self.problems.tell(name.span, texts::static_after_prototype(&name.text, line));
            }
            return index;
        }
        let index = self.unit.functions.len();
        self.limit(index, FUNCTIONS_MAX, message!("functions"), name.span);
        self.unit.functions.push(Function {
            name: name.text.clone(),
            span: name.span,
            result,
            parameters: types,
            is_static: head.is_static,
            is_thread: head.is_thread,
            step: step_of(&name.text),
            locals: Vec::new(),
            body: None,
            end: name.span,
            contexts: Contexts::NONE,
            takes_time: true,
        });
        self.declare(name, Meaning::Function(index as u16), true);
        index as u16
    }

    /// A function that the machine calls, or that replaces one of its calls, has the machine's form.
    fn check_head(&mut self, head: &FunctionHead, result: Type, types: &[Type]) {
        let name = &head.name.text;
        let form = match (entry_point(name), call(name)) {
            (Some(entry), _) => Some((Type::Void, entry.parameters)),
            (None, Some((_, call))) if call.replaceable => Some((call.result, call.parameters)),
            (None, Some(_)) => {
                self.problems.tell(head.name.span, texts::name_of_machine(name));
                None
            }
            (None, None) => None,
        };
        if name == "main" {
            let entries: Vec<&str> = ENTRY_POINTS.iter().map(|entry| entry.name).collect();
            self.problems.tell(head.name.span, texts::main_function(entries.join(", ")));
        }
        let Some((expected, parameters)) = form else { return };
        let fits = expected == result && parameters.iter().map(|parameter| parameter.ty).eq(types.iter().copied());
        // A type that is told already stands for another one.
        let is_told = self.problems.is_told_in_line(head.name.span, self.lines);
        let is_macro = head.is_thread || head.period.is_some();
        if (!fits || is_macro || head.is_static) && !is_told {
            let words: Vec<String> =
                parameters.iter().map(|parameter| format!("{}{}", parameter.ty.in_c(), parameter.name)).collect();
            let words = if words.is_empty() { "void".to_string() } else { words.join(", ") };
            let form = format!("{}{name}({words})", expected.in_c());
            self.problems.tell(head.name.span, texts::form_of_machine(name, form));
        }
    }

    fn function(&mut self, head: &FunctionHead, body: &[Statement], end: Span) {
        self.undeclared.clear();
        let index = self.head(head);
        if self.unit.functions[usize::from(index)].body.is_some() {
            let line = self.lines.line(self.unit.functions[usize::from(index)].span.from);
            self.problems.tell(head.name.span, texts::function_twice(&head.name.text, line));
            return;
        }
        if let Some(period) = &head.period {
            self.timer(index, &head.name, period);
        }
        let (name, types) = (head.name.text.clone(), self.unit.functions[usize::from(index)].parameters.clone());
        let result = Some(self.unit.functions[usize::from(index)].result);
        self.function = Inside { index, name, result, ..Inside::default() };
        self.scopes.push(BTreeMap::new());
        for (parameter, ty) in head.parameters.iter().zip(types) {
            match &parameter.name {
                Some(name) => {
                    self.declare_local(name, ty, false);
                }
                None => self.problems.tell(parameter.span, texts::parameter_without_name()),
            }
        }
        // C lets no variable of the outermost block take the name of a parameter, so both are in one scope.
        let body = self.statements(body);
        self.scopes.pop();
        let inside = std::mem::take(&mut self.function);
        let function = &mut self.unit.functions[usize::from(index)];
        (function.locals, function.body, function.end) = (inside.locals, Some(body), end);
        function.span = head.name.span;
    }

    /// The interrupt of the timer: its period is a number or a knob.
    fn timer(&mut self, function: u16, name: &Name, period: &Expression) {
        if self.unit.timer.is_some() {
            self.problems.tell(name.span, texts::second_timer(&name.text));
        }
        let value = self.expression(period);
        let (period, (least, most)) = match value.kind {
            ValueKind::Knob(knob) => {
                let Knob { least, most, .. } = self.unit.knobs[usize::from(knob)];
                (Period::Knob(knob), (least, most))
            }
            _ => {
                let number =
                    self.constant_bits(&value, message!("The period of a timer")).unwrap_or(1_000) as u32 as i32;
                (Period::Number(number), (number, number))
            }
        };
        if (least < PERIOD_MIN || most > PERIOD_MAX) && value.ty != Type::Wrong {
            self.problems.tell(value.span, texts::timer_period(&name.text, PERIOD_MIN, PERIOD_MAX));
        }
        self.unit.timer = Some(Timer { function, period });
    }

    /// What can be told only at the end of the file.
    fn check_whole(&mut self, items: &[Item]) {
        for function in &self.unit.functions {
            if function.body.is_none() {
                self.problems.tell(function.span, texts::function_never_written(&function.name));
            }
        }
        let threads: Vec<Span> =
            self.unit.functions.iter().filter(|function| function.is_thread).map(|function| function.span).collect();
        if let Some(span) = threads.get(THREADS_MAX) {
            self.problems.tell(*span, texts::too_many(message!("threads"), THREADS_MAX));
        }
        let has_entry = self.unit.functions.iter().any(|one| entry_point(&one.name).is_some());
        if !has_entry && threads.is_empty() && self.unit.timer.is_none() && self.problems.is_empty() {
            let text = if items.is_empty() { texts::empty_program() } else { texts::no_entry_point() };
            self.problems.tell(Span::default(), text);
        }
    }
}
