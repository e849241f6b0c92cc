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
    let cases: [(&str, usize, &str, &str, &str); 9] = [
        ("", 64, "static int v#;", idle, "These are too many variables outside functions. A program may have 64."),
        ("", 63, "static void f#(void) { }", idle, "These are too many functions. A program may have 64."),
        ("", 8, "QUEUE(q#, 5);", idle, "These are too many queues. A program may have 8."),
        ("", 16, "EVENT(e#);", idle, "These are too many events. A program may have 16."),
        ("", 8, "KNOB(k#, 1, 0, 5, \"a knob\");", idle, "These are too many knobs. A program may have 8."),
        ("", 8, "THREAD(t#) { }", idle, "These are too many threads. A program may have 8."),
        ("", 4, "static int a#[1024];", idle, "These are too many elements of arrays. A program may have 4096."),
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
    compiled(&source(20));
    let problems = compile(&source(40)).expect_err("too many values");
    let message =
        "2:6: A calculation in idle needs more than 1024 values at a time. Divide it: keep parts of it in variables.";
    assert_eq!(problems[0].to_string(), message);
}
