//! Calls of the machine and of the program's own functions.

use super::super::calls::{CALLS, Packets, TRACE, call, charged};
use super::super::source::Span;
use super::super::syntax::{Expression, ExpressionKind, Name, Operator};
use super::super::texts;
use super::super::tree::{Value, ValueKind};
use super::super::types::Type;
use super::constants::constant;
use super::{Checker, Meaning, TEXTS_MAX};
use livelock_text::message;

impl Checker<'_, '_> {
    pub fn call(&mut self, function: &Name, arguments: &[Expression], span: Span) -> Value {
        match self.find(&function.text).map(|known| known.meaning) {
            Some(Meaning::Function(index)) => self.invoke(index, function, arguments, span),
            Some(Meaning::Wrong) => Value::wrong(span),
            Some(_) => {
                self.problems.tell(function.span, texts::call_of_variable(&function.text));
                Value::wrong(span)
            }
            None => match call(&function.text) {
                Some((number, _)) => self.machine_call(number, function, arguments, span),
                None => {
                    self.undeclared(&function.text, function.span, true);
                    for argument in arguments {
                        self.argument(argument, Type::Wrong, &function.text);
                    }
                    Value::wrong(span)
                }
            },
        }
    }

    fn machine_call(&mut self, number: u8, function: &Name, arguments: &[Expression], span: Span) -> Value {
        let call = &CALLS[usize::from(number)];
        let types: Vec<Type> = call.parameters.iter().map(|parameter| parameter.ty).collect();
        let names: Vec<&str> = call.parameters.iter().map(|parameter| parameter.name).collect();
        let Some(arguments) = self.arguments(function, &types, &names.join(", "), arguments) else {
            return Value::wrong(span);
        };
        if call.name == "charge" && constant(&arguments[0]).and_then(|bits| charged(bits as u32)).is_none() {
            self.problems.tell(arguments[0].span, texts::charge_of_other());
        }
        Value { ty: call.result, kind: ValueKind::Call { call: number, arguments }, span }
    }

    fn invoke(&mut self, index: u16, function: &Name, arguments: &[Expression], span: Span) -> Value {
        let called = &self.unit.functions[usize::from(index)];
        let (result, types, is_thread) = (called.result, called.parameters.clone(), called.is_thread);
        if is_thread {
            self.problems.tell(function.span, texts::call_of_thread(&function.text));
            return Value::wrong(span);
        }
        let words: Vec<&str> = types.iter().map(|ty| ty.in_c().trim_end()).collect();
        match self.arguments(function, &types, &words.join(", "), arguments) {
            Some(arguments) => Value { ty: result, kind: ValueKind::Invoke { function: index, arguments }, span },
            None => Value::wrong(span),
        }
    }

    /// The arguments of a call, if there are as many as it takes.
    fn arguments(&mut self, function: &Name, types: &[Type], names: &str, given: &[Expression]) -> Option<Vec<Value>> {
        if types.len() != given.len() {
            let form = format!("{}({names})", function.text);
            let text = match types.len() {
                0 => texts::no_arguments(form, given.len()),
                expected => texts::argument_count(form, expected, given.len()),
            };
            self.problems.tell(function.span, text);
            return None;
        }
        Some(given.iter().zip(types).map(|(argument, ty)| self.argument(argument, *ty, &function.text)).collect())
    }

    fn argument(&mut self, argument: &Expression, ty: Type, function: &str) -> Value {
        match (&argument.kind, ty) {
            (ExpressionKind::Text(text), Type::Text) => {
                let texts = &mut self.unit.texts;
                let number = texts.iter().position(|known| known == text).unwrap_or_else(|| {
                    texts.push(text.clone());
                    texts.len() - 1
                });
                if number >= TEXTS_MAX {
                    self.problems.tell(argument.span, texts::too_many(message!("different texts"), TEXTS_MAX));
                }
                if function == TRACE && !self.unit.charts.contains(&(number as u16)) {
                    self.unit.charts.push(number as u16);
                }
                return Value::constant(Type::Text, number as u64, argument.span);
            }
            (ExpressionKind::Text(_), Type::Wrong) => return Value::wrong(argument.span),
            (_, Type::Text) => {
                self.problems.tell(argument.span, texts::text_argument(function));
                return Value::wrong(argument.span);
            }
            _ => {}
        }
        let around = std::mem::replace(&mut self.expected, ty);
        let value = self.expression(argument);
        self.expected = around;
        if let (Type::Function, ValueKind::Constant(index)) = (value.ty, &value.kind)
            && ty == Type::Function
        {
            let called = &self.unit.functions[*index as usize];
            if called.result != Type::Void || !called.parameters.is_empty() {
                let name = called.name.clone();
                self.problems.tell(value.span, texts::timeout_of_other_function(name));
            }
        }
        if ty == Type::Function && value.ty != Type::Function && value.ty != Type::Wrong {
            self.problems.tell(value.span, texts::timeout_without_function());
            return Value::wrong(value.span);
        }
        if value.ty == Type::Function && ty != Type::Function {
            self.problems.tell(value.span, texts::function_without_brackets());
            return Value::wrong(value.span);
        }
        self.convert(value, ty, message!("The argument of {name}", name = function.to_string()))
    }

    /// The result of these calls must be used: it is a packet, or it says who has the packet now.
    pub fn check_unused(&mut self, value: &Value) {
        let (name, packets) = match &value.kind {
            ValueKind::Call { call, .. } => {
                let call = &CALLS[usize::from(*call)];
                (call.name.to_string(), call.packets)
            }
            ValueKind::Invoke { function, .. } => {
                let function = &self.unit.functions[usize::from(*function)];
                let gives = if function.result == Type::Packet { Packets::Gives } else { Packets::Keeps };
                (function.name.clone(), gives)
            }
            ValueKind::Assign { .. } => return,
            _ if value.ty == Type::Wrong => return,
            ValueKind::Binary { operator: Operator::Equal, .. } => {
                self.problems.tell(value.span, texts::comparison_as_statement("==", "="));
                return;
            }
            _ if value.ty == Type::Function => {
                self.problems.tell(value.span, texts::function_without_brackets());
                return;
            }
            // (void)unit; says that a parameter is not used.
            _ if value.ty == Type::Void => return,
            _ => {
                self.problems.tell(value.span, texts::no_effect());
                return;
            }
        };
        match packets {
            Packets::Gives => self.problems.tell(value.span, texts::packet_unused(name)),
            Packets::TakesIfTrue => self.problems.tell(value.span, texts::answer_unused(name)),
            Packets::Keeps | Packets::Takes => {}
        }
    }
}
