//! Each limit of a program has a message, and a program just below it is compiled.

use crate::machine::compiled;
use livelock_core::program::compile;
use std::fmt::Write;

/// `before`, `count` times a text with its number, `after`.
fn many(before: &str, count: usize, text: &str, after: &str) -> String {
    let mut source = String::from(before);
    for number in 0..count {
        let _ = writeln!(source, "{}", text.replace('#', &number.to_string()));
    }
    source + after
}

#[test]
fn limits_are_told() {
    let idle = "void idle(void) { }\n";
    let cases: [(&str, usize, &str, &str, &str); 10] = [
        ("", 64, "static int v#;", idle, "These are too many variables outside functions. A program may have 64."),
        ("", 63, "static void f#(void) { }", idle, "These are too many functions. A program may have 64."),
        ("", 8, "QUEUE(q#, 5);", idle, "These are too many queues. A program may have 8."),
        ("", 16, "EVENT(e#);", idle, "These are too many events. A program may have 16."),
        ("", 8, "KNOB(k#, 1, 0, 5, \"a knob\");", idle, "These are too many knobs. A program may have 8."),
        ("", 8, "THREAD(t#) { }", idle, "These are too many threads. A program may have 8."),
        ("", 4, "static int a#[1024];", idle, "These are too many elements of arrays. A program may have 4096."),
        (
            "void idle(void)\n{\n",
            4,
            "int a#[64];",
            "}\n",
            "These are too many elements of arrays in one function. A program may have 256.",
        ),
        (
            "void idle(void)\n{\n",
            64,
            "int x# = 1;",
            "}\n",
            "These are too many variables in one function. A program may have 64.",
        ),
        (
            "void idle(void)\n{\n",
            256,
            "trace(\"t#\", 1);",
            "}\n",
            "These are too many different texts. A program may have 256.",
        ),
    ];
    for (before, most, text, after, message) in cases {
        compiled(&many(before, most, text, after));
        let problems = compile(&many(before, most + 1, text, after)).expect_err(message);
        assert_eq!(problems[0].to_string().split_once(": ").expect("a place").1, message);
    }
}

/// What one limit is about: its message, and a program with so many of something.
type Limit<'a> = (usize, &'a str, &'a dyn Fn(usize) -> String);

#[test]
fn lengths_are_told_exactly() {
    let idle = |statements: &str| format!("void idle(void) {{ {statements} }}");
    let limits: [Limit<'_>; 13] = [
        (262_144, "The file has 262145 bytes.", &|bytes| {
            let program = idle("");
            let rest = bytes - program.len() - "/**/".len();
            format!("/*{}*/{program}", "x".repeat(rest))
        }),
        (5_000, "The file is longer than 5000 lines.", &|lines| format!("{}\n", idle(&"\n".repeat(lines - 1)))),
        (20_000, "The program has more than 20000 words and signs.", &|words| idle(&";".repeat(words - 7))),
        (250, "This calculation has more than 250 operators.", &|operators| {
            idle(&format!("int x = 1{}; trace(\"x\", x);", " + 1".repeat(operators)))
        }),
        (63, "This word has more than 63 characters.", &|letters| format!("int {};{}", "_".repeat(letters), idle(""))),
        (200, "This text has more than 200 characters.", &|letters| {
            idle(&format!("trace(\"{}\", 1);", "é".repeat(letters)))
        }),
        (60, "The text of the knob k is empty or too long.", &|letters| {
            format!("KNOB(k, 1, 0, 5, \"{}\");{}", "é".repeat(letters), idle(""))
        }),
        (1_000, "The limit of a queue is 1001.", &|limit| format!("QUEUE(q, {limit});{}", idle(""))),
        (1_000_000, "The period of t has to be 50 to 1000000 microseconds.", &|period| {
            format!("TIMER(t, {period}) {{ }}")
        }),
        (4_096, "The size of a is 4097.", &|length| format!("int a[{length}];{}", idle(""))),
        (64, "The size of a is 65.", &|length| idle(&format!("int a[{length}];"))),
        (31, "A number has 32 bits, so it cannot be shifted by 32.", &|by| idle(&format!("trace(\"x\", 1u << {by});"))),
        (2_147_483_647, "2147483648 does not fit into 32 bits.", &|number| idle(&format!("trace(\"x\", {number});"))),
    ];
    for (most, message, source) in limits {
        assert!(compile(&source(most)).is_ok(), "{most} are allowed: {message} {:?}", compile(&source(most)).err());
        let problems = compile(&source(most + 1)).expect_err(message);
        assert!(problems[0].to_string().contains(message), "{}", problems[0]);
    }
}

/// A block in a block, a bracket in a bracket: the parser calls itself so often. An `if` with a block is two levels, and the body
/// of the function is one.
#[test]
fn depths_are_told_exactly() {
    let kinds: [(usize, &str, &str, &str, &str, &str); 5] = [
        (63, "", "{", ";", "}", ""),
        (31, "", "if (true) {", ";", "}", ""),
        (31, "", "for (;;) {", "break;", "}", ""),
        (62, "int x = ", "(", "1", ")", ";"),
        (62, "int x = ", "~", "1", "", ";"),
    ];
    for (most, before, open, inner, close, after) in kinds {
        let source = |depth: usize| {
            format!("void idle(void) {{ {before}{}{inner}{}{after} }}", open.repeat(depth), close.repeat(depth))
        };
        assert!(compile(&source(most)).is_ok(), "{most} times {open} are allowed: {:?}", compile(&source(most)).err());
        let problems = compile(&source(most + 1)).expect_err(open);
        assert!(problems[0].to_string().contains("This is nested more than 64 levels deep."), "{}", problems[0]);
    }
}

#[test]
fn lines_with_statements_are_limited_because_each_is_a_step() {
    let source = |lines: usize| many("void idle(void)\n{\nint x = 0;\n", lines, "x++;", "}\n");
    assert_eq!(compiled(&source(799)).lines.len(), 800);
    let problems = compile(&source(800)).expect_err("too many lines");
    assert_eq!(problems[0].to_string(), "1:1: Statements are on more than 800 lines. Shorten the program.");
}

#[test]
fn chains_of_calls_are_limited_because_a_stack_is() {
    let chain = |depth: usize| {
        many("static void f0(void) { }\n", depth - 2, "static void g#(void) { CALL# }", "void idle(void) { LAST }\n")
    };
    let source = |depth: usize| {
        let mut source = chain(depth);
        for number in (0..depth - 2).rev() {
            let called = if number == 0 { "f0();".to_string() } else { format!("g{}();", number - 1) };
            source = source.replace(&format!("CALL{number} "), &format!("{called} "));
        }
        source.replace("LAST", &format!("g{}();", depth - 3))
    };
    let program = compiled(&source(32));
    assert_eq!(program.functions.len(), 32);
    let problems = compile(&source(33)).expect_err("too deep");
    let message =
        "The calls below idle are 33 deep. A kernel's stack has room for 32: call fewer functions from each other.";
    assert_eq!(problems[0].to_string().split_once(": ").expect("a place").1, message);
}

/// A call holds its arguments while it computes the next one, so calls inside of each other need many values.
#[test]
fn values_of_one_calculation_are_limited_because_registers_are() {
    let source = |depth: usize| {
        let parameters: Vec<String> = (0..32).map(|number| format!("int p{number}")).collect();
        let before = "1, ".repeat(31);
        let call = format!("{}2{}", format!("f({before}").repeat(depth), ")".repeat(depth));
        format!(
            "static int f({}) {{ return p31; }}\nvoid idle(void) {{ trace(\"x\", {call}); }}\n",
            parameters.join(", ")
        )
    };
    compiled(&source(7));
    let problems = compile(&source(40)).expect_err("too many values");
    let message =
        "2:6: A calculation in idle needs more than 256 values at a time. Divide it: keep parts of it in variables.";
    assert_eq!(problems[0].to_string(), message);
}
