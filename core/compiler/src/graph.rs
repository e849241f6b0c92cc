//! The call graph: no function calls itself, no chain of calls is deeper than a kernel's stack, and no call is made where the
//! machine cannot do it, such as a sleep in an interrupt.

use super::calls::{CALLS, Context, Contexts, entry_point};
use super::problem::Problems;
use super::source::Span;
use super::texts;
use super::tree::{Statement, Unit, Value, ValueKind};
use super::types::Type;

/// Frames that a context's stack has room for (P16 of the reference: 16 KB).
pub const FRAMES_MAX: usize = 32;

/// A use of a call or of a function.
#[derive(Clone, Copy, Debug)]
enum Use {
    Call(u8),
    Invoke(u16),
    /// Given to `timeout`, so the clock will call it.
    Later(u16),
}

pub fn check_graph(unit: &mut Unit, problems: &mut Problems) {
    let uses: Vec<Vec<(Use, Span)>> = unit.functions.iter().map(|function| uses_of(function.body.as_deref())).collect();
    let graph = Graph { unit, uses };
    if graph.check_recursion(problems) {
        return;
    }
    graph.check_depth(problems);
    let contexts: Vec<Contexts> = graph.check_contexts(problems);
    let mut takes_time: Vec<Option<bool>> = vec![None; graph.uses.len()];
    let takes_time: Vec<bool> = graph.functions().map(|one| graph.takes_time(one, &mut takes_time)).collect();
    for (function, (contexts, takes_time)) in unit.functions.iter_mut().zip(contexts.into_iter().zip(takes_time)) {
        (function.contexts, function.takes_time) = (contexts, takes_time);
    }
}

struct Graph<'a> {
    unit: &'a Unit,
    uses: Vec<Vec<(Use, Span)>>,
}

impl Graph<'_> {
    fn name(&self, function: u16) -> &str {
        &self.unit.functions[usize::from(function)].name
    }

    fn invoked(&self, function: u16) -> impl Iterator<Item = (u16, Span)> {
        self.uses[usize::from(function)].iter().filter_map(|(one, span)| match one {
            Use::Invoke(called) => Some((*called, *span)),
            _ => None,
        })
    }

    fn functions(&self) -> impl Iterator<Item = u16> + use<> {
        0..self.unit.functions.len() as u16
    }

    /// Tells each function that calls itself, once for each circle.
    fn check_recursion(&self, problems: &mut Problems) -> bool {
        let mut told: Vec<u16> = Vec::new();
        for function in self.functions() {
            let Some((path, span)) = self.path_back(function).filter(|_| !told.contains(&function)) else { continue };
            let names: Vec<&str> = path.iter().chain([&function]).map(|one| self.name(*one)).collect();
            problems.tell(span, texts::recursion(self.name(function), names.join(" calls ")));
            told.extend(path);
        }
        !told.is_empty()
    }

    /// The shortest chain of calls from a function to itself, and the place of its first call.
    fn path_back(&self, function: u16) -> Option<(Vec<u16>, Span)> {
        let mut known = vec![false; self.unit.functions.len()];
        let mut chains: Vec<(Vec<u16>, Option<Span>)> = vec![(vec![function], None)];
        let mut at = 0;
        while at < chains.len() {
            let (path, first) = chains[at].clone();
            let last = path[path.len() - 1];
            for (called, span) in self.invoked(last) {
                let first = first.unwrap_or(span);
                if called == function {
                    return Some((path, first));
                }
                if !std::mem::replace(&mut known[usize::from(called)], true) {
                    chains.push((path.iter().copied().chain([called]).collect(), Some(first)));
                }
            }
            at += 1;
        }
        None
    }

    /// Whether a function, or one that it calls, costs a step. Each function is asked once: thirty of them, each of which calls the
    /// next one twice, are a billion ways.
    fn takes_time(&self, function: u16, known: &mut Vec<Option<bool>>) -> bool {
        if let Some(known) = known[usize::from(function)] {
            return known;
        }
        let takes_time = self.unit.functions[usize::from(function)].step.is_some()
            || self.uses[usize::from(function)].iter().any(|(one, _)| match one {
                Use::Call(number) => CALLS[usize::from(*number)].takes_time(),
                Use::Invoke(called) => self.takes_time(*called, known),
                Use::Later(_) => false,
            });
        known[usize::from(function)] = Some(takes_time);
        takes_time
    }

    fn check_depth(&self, problems: &mut Problems) {
        let mut depths: Vec<Option<usize>> = vec![None; self.unit.functions.len()];
        for function in self.functions() {
            let depth = self.depth(function, &mut depths);
            if depth == FRAMES_MAX + 1 {
                let span = self.unit.functions[usize::from(function)].span;
                problems.tell(span, texts::deep_calls(self.name(function), depth, FRAMES_MAX));
            }
        }
    }

    fn depth(&self, function: u16, depths: &mut Vec<Option<usize>>) -> usize {
        if let Some(known) = depths[usize::from(function)] {
            return known;
        }
        let called: Vec<u16> = self.invoked(function).map(|(called, _)| called).collect();
        let below = called.into_iter().map(|called| self.depth(called, depths)).max().unwrap_or(0);
        depths[usize::from(function)] = Some(below + 1);
        below + 1
    }

    /// Where each function may run. A call that is not allowed there is told with the way that leads to it.
    fn check_contexts(&self, problems: &mut Problems) -> Vec<Contexts> {
        let mut contexts = vec![Contexts::NONE; self.unit.functions.len()];
        let later = self.uses.iter().flatten().filter_map(|(one, _)| match one {
            Use::Later(function) => Some((*function, Context::Clock)),
            _ => None,
        });
        let entries = self.functions().filter_map(|function| {
            let row = &self.unit.functions[usize::from(function)];
            let context = entry_point(&row.name).map(|entry| entry.context);
            let is_timer = self.unit.timer.is_some_and(|timer| timer.function == function);
            let context = context.or(row.is_thread.then_some(Context::Thread)).or(is_timer.then_some(Context::Device));
            context.map(|context| (function, context))
        });
        let starts: Vec<(u16, Context)> = entries.chain(later).collect();
        for (function, context) in starts {
            self.follow(function, context, &mut vec![function], &mut contexts, problems);
        }
        contexts
    }

    fn follow(
        &self,
        function: u16,
        context: Context,
        path: &mut Vec<u16>,
        contexts: &mut Vec<Contexts>,
        problems: &mut Problems,
    ) {
        if contexts[usize::from(function)].has(context) {
            return;
        }
        contexts[usize::from(function)] = contexts[usize::from(function)].with(context);
        for (one, span) in &self.uses[usize::from(function)] {
            match one {
                Use::Call(number) => {
                    let call = &CALLS[usize::from(*number)];
                    if !call.contexts.has(context) {
                        let names: Vec<&str> = path.iter().map(|one| self.name(*one)).chain([call.name]).collect();
                        let path = names.join(" calls ");
                        problems.tell(*span, texts::wrong_context(call.name, context.in_words(), path));
                    }
                }
                Use::Invoke(called) => {
                    path.push(*called);
                    self.follow(*called, context, path, contexts, problems);
                    path.pop();
                }
                Use::Later(_) => {}
            }
        }
    }
}

fn uses_of(body: Option<&[Statement]>) -> Vec<(Use, Span)> {
    let mut uses = Vec::new();
    body.iter().for_each(|body| uses_of_all(body, &mut uses));
    uses
}

fn uses_of_all(all: &[Statement], uses: &mut Vec<(Use, Span)>) {
    for statement in all {
        let (values, bodies) = statement.parts();
        values.into_iter().for_each(|value| uses_of_value(value, uses));
        bodies.into_iter().for_each(|body| uses_of_all(body, uses));
    }
}

fn uses_of_value(value: &Value, uses: &mut Vec<(Use, Span)>) {
    match &value.kind {
        ValueKind::Call { call, .. } => uses.push((Use::Call(*call), value.span)),
        ValueKind::Invoke { function, .. } => uses.push((Use::Invoke(*function), value.span)),
        ValueKind::Constant(bits) if value.ty == Type::Function => uses.push((Use::Later(*bits as u16), value.span)),
        _ => {}
    }
    value.parts().into_iter().for_each(|part| uses_of_value(part, uses));
}
