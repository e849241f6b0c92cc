//! Files that are no programs: too long, too deep, or with characters that a text editor does not show. They are refused, or
//! they run; nothing hangs and nothing panics. The command line decodes UTF-16 and refuses Latin-1 (core/cli/tests).

use crate::machine::run;
use crate::wrong;
use livelock_core::program::compile;
use std::collections::BTreeSet;

fn first(source: &str) -> String {
    compile(source).expect_err("a wrong program")[0].to_string()
}

fn idle(statements: &str) -> String {
    format!("void idle(void)\n{{\n{statements}\n}}\n")
}

#[test]
fn large_files_are_refused_at_once() {
    let text = "int x;\n".repeat(150_000);
    assert_eq!(first(&text), "1:1: The file has 1050000 bytes. A program may have at most 262144 bytes.");
    assert_eq!(first(&";\n".repeat(6_000)), "5001:1: The file is longer than 5000 lines. Shorten it.");
    assert!(first(&";".repeat(30_000)).contains("The program has more than 20000 words and signs."));
}

/// Comments do not count as words.
#[test]
fn long_comments_are_no_problem() {
    let source = format!("/* {} */\n{}", "a comment ".repeat(20_000), idle("trace(\"x\", 1);"));
    assert_eq!(run(&source, "idle").0, ["x 1"]);
}

#[test]
fn ten_thousand_brackets_are_refused() {
    let (open, close) = ("(".repeat(10_000), ")".repeat(10_000));
    // Two times ten thousand are more words than a program may have, which is told first.
    let long = "The program has more than 20000 words and signs. Shorten it.";
    let deep = "This is nested more than 64 levels deep. Move the inner part into a function of its own.";
    let last = |text: &str| text.split_once(": ").map(|(_, sentence)| sentence.to_string()).expect("a place");
    for statements in [
        format!("trace(\"x\", {open}1{close});"),
        format!("trace(\"x\", {open}1;"),
        "{".repeat(9_000) + &"}".repeat(9_000),
        format!("trace(\"x\", {}1);", "!".repeat(10_000)),
        format!("trace(\"x\", {}1{});", "ring[".repeat(3_000), "]".repeat(3_000)),
        "if (1) ".repeat(3_000) + ";",
        format!("trace(\"x\", {}1);", "1 ? 2 : ".repeat(3_000)),
        format!("trace(\"x\", {}1{});", "lnrlen(".repeat(3_000), ")".repeat(3_000)),
    ] {
        let source = format!("static int ring[2];\n{}", idle(&statements));
        let told: Vec<String> = compile(&source).expect_err("too deep").iter().map(ToString::to_string).collect();
        assert!(
            told.iter().any(|one| [deep, long].contains(&last(one).as_str()) || one.contains("operators")),
            "{told:?}"
        );
    }
}

#[test]
fn long_calculations_and_long_choices_are_limited_or_run() {
    let sum = format!("trace(\"x\", 1{});", " + 1".repeat(300));
    assert!(first(&idle(&sum)).contains("This calculation has more than 250 operators."));
    let sum = format!("trace(\"x\", 1{});", " + 1".repeat(249));
    assert_eq!(run(&idle(&sum), "idle").0, ["x 250"]);
    // else if is one statement, however many there are
    let choice: String = (0..1_000).map(|n| format!("if (x == {n}) trace(\"n\", {n}); else ")).collect();
    assert_eq!(
        run(&idle(&format!("int x = 999;\n{choice};").replace("else ;", "else trace(\"x\", 0);")), "idle").0,
        ["n 999"]
    );
}

#[test]
fn line_ends_of_other_systems_are_read() {
    let source = "#define N 2\nvoid idle(void)\n{\n    trace(\"x\", N); // two\n    trace(\"y\", 3);\n}\n";
    assert_eq!(run(&source.replace('\n', "\r\n"), "idle").0, ["x 2", "y 3"]);
}

#[test]
fn hidden_characters_are_told() {
    let cases = [
        (
            "/* a \u{202e} comment */ void idle(void) { }",
            "1:6: The invisible character U+202E changes the order in which this line is read.",
        ),
        ("// \u{2066}\nvoid idle(void) { }", "1:4: The invisible character U+2066 changes the order"),
        ("void idle(void) { trace(\"a\u{200f}b\", 1); }", "1:27: The invisible character U+200F changes the order"),
        ("void idle(void) { }\0", "1:20: The file contains the character U+0000, so it is not plain text."),
        ("void idle(void)\u{a0}{ }", "1:16: C has no sign U+00A0."),
        ("void idle(void) {\u{200b} }", "1:18: C has no sign U+200B."),
        ("void idle(void) { int a = 1 − 2; trace(\"a\", a); }", "1:29: − (U+2212) only looks like -."),
        ("void idle(void) { int а = 1; }", "1:23: а (U+0430) only looks like a."),
        ("\u{feff}void idle(void) { }", "1:1: C has no sign U+FEFF."),
    ];
    for (source, message) in cases {
        assert!(first(source).starts_with(message), "{}", first(source));
    }
}

/// UTF-16 that nobody has decoded.
#[test]
fn a_file_full_of_zeros_is_told_to_be_no_text() {
    let problems = compile("v\0o\0i\0d\0 \0").expect_err("no text");
    assert!(problems.iter().any(|one| one.to_string().starts_with("1:2: The file contains the character U+0000")));
}

/// Nothing that is missing behind a comment without an end is told: the comment is the mistake.
#[test]
fn a_comment_without_an_end_is_told_alone() {
    for before in ["", "static int n;\n", "void idle(void)\n{\n    ", "void idle(void)\n{\n    if (n > ", "int x = ("] {
        let problems = compile(&format!("{before}/* the rest\n    n++;\n}}\n")).expect_err("no end");
        let told: Vec<&str> = problems.iter().map(|problem| problem.rule).collect();
        assert_eq!(told, ["unclosed_comment"], "{before}");
    }
}

/// Messages quote words; thousands of programs are graded, and each has up to 25 messages.
#[test]
fn messages_quote_no_long_word() {
    let is_word = |one: char| one.is_alphanumeric() || one == '_';
    let mut tried = 0;
    for program in wrong::files().iter().flat_map(|file| wrong::cases(file)).map(|case| case.program) {
        let words: BTreeSet<&str> = program.split(|one| !is_word(one)).filter(|word| !word.is_empty()).collect();
        for word in words {
            let at = program.find(word).expect("a word of the program") + word.len();
            for letter in ["x", "7", "é"] {
                let (before, after) = program.split_at(at);
                for problem in compile(&format!("{before}{}{after}", letter.repeat(3_000))).err().unwrap_or_default() {
                    let length = problem.to_string().chars().count();
                    assert!(length < 1_000, "{length} characters about {word}{letter} in {program}");
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 2_000, "{tried}");
}

/// Each function calls the next one twice or ten times: what the compiler asks of all functions it asks once of each.
#[test]
fn calls_that_double_are_compiled_at_once() {
    for (call, calls) in [("f#();", 2), ("f#(); n++;", 10), ("n += g#(n) + g#(n);", 1)] {
        let mut source =
            "static int n;\nstatic void f0(void) { n++; }\nstatic int g0(int a) { return a; }\n".to_string();
        for number in 1..30 {
            let body = call.replace('#', &(number - 1).to_string()).repeat(calls);
            source += &format!("static void f{number}(void) {{ {body} }}\n");
            source += &format!("static int g{number}(int a) {{ return g{0}(a) + g{0}(a); }}\n", number - 1);
        }
        compile(&format!("{source}void idle(void) {{ f29(); trace(\"x\", g29(n)); }}\n")).expect("a program");
    }
}

/// Letters of any alphabet may stand in comments and texts.
#[test]
fn comments_and_texts_may_have_any_letters() {
    let source = idle("trace(\"größe, 長さ, размер\", 1); /* größe, 長さ, размер */");
    assert_eq!(run(&source, "idle").0, ["größe, 長さ, размер 1"]);
}

/// The list of mistakes ends; a reader mends the first ones.
#[test]
fn a_file_of_mistakes_tells_the_first_ones() {
    let source = idle(&(0..500).map(|number| format!("wrong{number} = 1;\n")).collect::<String>());
    let problems = compile(&source).expect_err("mistakes");
    assert_eq!((problems.len(), problems[0].from.line, problems[24].from.line), (25, 3, 27));
    for text in [
        "a ",
        "( ",
        "{ ",
        "} ",
        "int ",
        "static ",
        "enum ",
        "struct ",
        "\" ",
        "' ",
        "# ",
        "/* ",
        "case ",
        "= ",
        "for ",
        "for x ",
        "switch (1) { case ",
        "if ",
        "#define ",
    ] {
        let problems = compile(&text.repeat(9_000)).expect_err("no program");
        assert!(problems.len() <= 25, "{text}");
        compile(&idle(&text.repeat(9_000))).expect_err("no program");
    }
}
