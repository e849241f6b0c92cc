//! Writes `livelock.h`, with which a C compiler reads the same programs.

use super::{CALLS, CONSTANTS, Call, Context, ENTRY_POINTS, NEVER_RETURNS, Parameter};
use crate::types::Type;
use std::fmt::Write;

const HEAD: &str = "\
/* livelock.h: what a kernel of Livelock Lab may call, and what the machine calls.
 * Written by core/compiler/src/calls; `livelock check` reads the same table. A program is C11: a C compiler reads it with this
 * header. The letters behind a call are the contexts in which it may be called:
 * D device interrupt, S software interrupt, C clock interrupt, T thread, I idle loop, P system call of the screening process. */

#ifndef LIVELOCK_H
#define LIVELOCK_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* Handles: a program keeps, compares and hands them on. */
struct packet;
struct queue { const char *name; int limit; };
struct event { const char *name; };

/* A queue of packets with a limit; an event that threads sleep on; a number that a person turns while the machine runs; a
 * thread, which runs from its start; the interrupt of a timer, with its period in microseconds: a number or a knob. */
#define QUEUE(name, limit) static struct queue name##_queue = { #name, limit }; static struct queue *const name = &name##_queue
#define EVENT(name) static struct event name##_event = { #name }; static struct event *const name = &name##_event
#define KNOB(name, value, least, most, label) static const volatile int name = (value)
#define THREAD(name) void name(void)
#define TIMER(name, period) static inline int name##_period(void) { return (period); } void name(void)
";

/// The whole header.
pub fn header() -> String {
    let mut text = String::from(HEAD);
    text.push_str("\n/* Constants. */\n");
    for constant in
        CONSTANTS.iter().filter(|constant| !constant.name.ends_with("_MAX") && !constant.name.ends_with("_MIN"))
    {
        line(&mut text, format!("#define {} ({})", constant.name, constant.value as i32), constant.means);
    }
    text.push_str("\n/* Functions that the machine calls. */\n");
    for entry in ENTRY_POINTS {
        line(&mut text, format!("void {}({});", entry.name, parameters(entry.parameters)), entry.called);
    }
    text.push_str("\n/* Functions that a program calls. */\n");
    for call in CALLS {
        let letters: String = call.contexts.iter().map(letter).collect();
        let replaceable = if call.replaceable { " A program may write it." } else { "" };
        let returns = if call.name == NEVER_RETURNS { "_Noreturn " } else { "" };
        let costs = if call.costs.is_empty() { "" } else { " " };
        let comment = format!("{letters}. {}{costs}{}{replaceable}", call.does, call.costs);
        line(&mut text, format!("{returns}{};", signature(call)), &comment);
    }
    text.push_str("\n#endif\n");
    text
}

/// A call as C declares it.
pub fn signature(call: &Call) -> String {
    format!("{}{}({})", call.result.in_c(), call.name, parameters(call.parameters))
}

fn line(text: &mut String, code: String, comment: &str) {
    let _ = writeln!(text, "/* {comment} */\n{code}");
}

fn parameters(all: &[Parameter]) -> String {
    let in_c = |parameter: &Parameter| match parameter.ty {
        Type::Function => format!("void (*{})(void)", parameter.name),
        ty => format!("{}{}", ty.in_c(), parameter.name),
    };
    match all {
        [] => "void".to_string(),
        _ => all.iter().map(in_c).collect::<Vec<String>>().join(", "),
    }
}

fn letter(context: Context) -> char {
    match context {
        Context::Device => 'D',
        Context::Software => 'S',
        Context::Clock => 'C',
        Context::Thread => 'T',
        Context::Idle => 'I',
        Context::Process => 'P',
    }
}
