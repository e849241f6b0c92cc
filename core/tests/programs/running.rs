//! Programs that run: C's arithmetic and control flow, what traps, and how a program waits for its machine.

use crate::generator;
use crate::machine::{Recorder, compiled, run, traced};
use livelock_core::program::calls::CALLS;
use livelock_core::program::code::{CallNumber, Instruction};
use livelock_core::program::run::{Activity, Answer, Calls, Go, Memory, Stop};
use livelock_core::program::{Target, compile_for};

fn trap(source: &str) -> String {
    let (_, stop) = run(source, "idle");
    let Stop::Trapped(trap) = stop else { panic!("{stop:?}\n{source}") };
    let program = compiled(source);
    let function = program.function("idle").expect("idle");
    trap.text(&program, function).problem().to_string()
}

fn in_idle(statements: &str) -> String {
    format!("static int zero;\nstatic int ring[4];\nvoid idle(void)\n{{\n{statements}\n}}\n")
}

#[test]
fn what_c_leaves_undefined_traps() {
    let cases = [
        ("trace(\"x\", 5 / zero);", "This divides by 0."),
        ("trace(\"x\", 5 % zero);", "This divides by 0."),
        ("trace(\"x\", INT_MIN / (zero - 1));", "The smallest int divided by -1 does not fit into an int."),
        ("trace(\"x\", 1 << (zero + 32));", "This shifts by 32, but a number has 32 bits."),
        ("trace(\"x\", 1 >> (zero - 1));", "This shifts by -1, but a number has 32 bits."),
        ("ring[zero + 4] = 1;", "ring has 4 elements, and the index is 4."),
        ("trace(\"x\", ring[zero - 1]);", "ring has 4 elements, and the index is -1."),
        ("int x; if (zero) x = 1; trace(\"x\", x);", "x is read, but was never set."),
        ("int list[3]; list[zero] = 1; trace(\"x\", list[1]);", "list is read, but was never set."),
        ("int x = 0; x /= zero;", "This divides by 0."),
    ];
    for (statements, message) in cases {
        assert_eq!(trap(&in_idle(statements)), message, "{statements}");
    }
}

/// A variable of a loop's body is not set again because it was set in the round before.
#[test]
fn a_declaration_without_a_value_forgets_the_value_of_the_round_before() {
    let source = in_idle("for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 1; trace(\"x\", x); }");
    assert_eq!(trap(&source), "x is read, but was never set.");
}

#[test]
fn control_flow_is_that_of_c() {
    let cases = [
        ("int i; for (i = 0; i < 5; i++) { if (i == 1) continue; if (i == 3) break; trace(\"i\", i); }", "i 0,i 2"),
        ("int i = 3; do { trace(\"i\", i--); } while (i > 1);", "i 3,i 2"),
        ("int i = 0; while (1) { if (++i > 2) break; } trace(\"i\", i);", "i 3"),
        (
            "for (int i = 0; i < 4; i++) switch (i) { case 1: trace(\"one\", i); case 2: trace(\"two\", i); break; default: trace(\"other\", i); }",
            "other 0,one 1,two 1,two 2,other 3",
        ),
        ("for (int i = 0; i < 3; i++) { switch (i) { case 1: continue; } trace(\"i\", i); }", "i 0,i 2"),
        ("int a = 0; bool b = (a++ || a++) && a++; trace(\"a\", a); trace(\"b\", b);", "a 3,b 1"),
        ("int a = 0; bool b = a++ && a++; trace(\"a\", a); trace(\"b\", b);", "a 1,b 0"),
        ("int a = 5; int b = a++ * 2; trace(\"a\", a); trace(\"b\", b); trace(\"c\", a > 5 ? 1 : 2);", "a 6,b 10,c 1"),
        ("bool b = 7; b += 1; trace(\"b\", b); b--; trace(\"b\", b);", "b 1,b 0"),
        ("unsigned u = 0; u--; trace(\"u\", u > 5); trace(\"v\", -1 < (int)u); trace(\"w\", -1 > 1u);", "u 1,v 0,w 1"),
        ("static int calls; calls++; trace(\"calls\", calls);", "calls 1"),
        ("int list[4] = { 1, 2 }; list[3] += 5; trace(\"sum\", list[0] + list[1] + list[2] + list[3]);", "sum 8"),
        ("int x = 1; { int x = 2; trace(\"x\", x); } trace(\"x\", x);", "x 2,x 1"),
        ("if (0) trace(\"a\", 1); else if (0) trace(\"b\", 1); else trace(\"c\", 1);", "c 1"),
    ];
    for (statements, told) in cases {
        assert_eq!(traced(statements).join(","), told, "{statements}");
    }
}

/// A function with the name of a procedure costs its step and is told to the machine. A call inside that has the same step has
/// been paid for; a call of a function that the program writes is no call of the machine.
#[test]
fn procedures_are_entered_and_pay_for_their_call() {
    let source = "QUEUE(q, 5);\n\
        static void netisr_input(struct packet *p) { if (!IF_ENQUEUE(q, p)) m_freem(p); schednetisr(); }\n\
        void ether_input(struct packet *p) { netisr_input(p); }\n\
        void idle(void) { ether_input(NULL); schednetisr(); ipinput(NULL); }\n";
    let (told, _) = run(source, "idle");
    let expected = [
        "enter ether_input Some(0)",
        "enter netisr_input Some(0)",
        "IF_ENQUEUE[1, 0]",
        "m_freem[0]",
        "schednetisr[] paid",
        "leave netisr_input",
        "leave ether_input",
        "schednetisr[]",
        "ipinput[0]",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_loop_without_an_end_uses_up_its_fuel_and_can_go_on() {
    let program = compiled("static int n;\nvoid idle(void) { for (;;) n++; }\nvoid netisr(void) { for (;;); }\n");
    for name in ["idle", "netisr"] {
        let mut recorder = Recorder::new(&program);
        let (mut activity, memory) = (Activity::default(), Memory::new(&program));
        activity.start(&program, program.function(name).expect("a function"), &[]);
        for round in 1..=3 {
            let stop = activity.run(&program, &memory, &mut recorder, 1_000);
            assert_eq!(stop, Stop::OutOfFuel);
            assert!(recorder.statements >= round * 150, "time passes in every loop: {}", recorder.statements);
        }
    }
}

/// Lets a program wait at each statement, each procedure and each call.
struct Slow(Vec<String>);

impl Calls for Slow {
    fn statement(&mut self, _: u16, _: impl FnOnce() -> usize) -> Go {
        Go::Wait
    }

    fn enter(&mut self, _: u8, _: Option<u64>) -> Go {
        Go::Wait
    }

    fn leave(&mut self, _: u8) {}

    fn call(&mut self, number: CallNumber, first: u64, second: u64, _: u32) -> Answer {
        let arguments = [first, second];
        let call = &CALLS[number.number()];
        self.0.push(format!("{}{:?}", call.name, &arguments[..call.parameters.len()]));
        Answer::Later
    }

    fn knob(&mut self, _: u16) -> i32 {
        0
    }
}

#[test]
fn a_program_waits_for_its_machine_and_goes_on_with_the_answer() {
    let program = compiled(
        "static int twice(int n) { return n + lnrlen(n); }\nvoid lnintr(int unit)\n{\n    int n = twice(unit + 4);\n    lnack(unit, n);\n}\n",
    );
    let (mut activity, memory, mut slow) = (Activity::default(), Memory::new(&program), Slow(Vec::new()));
    activity.start(&program, program.function("lnintr").expect("lnintr"), &[3]);
    let mut waits = 0;
    loop {
        match activity.run(&program, &memory, &mut slow, 1_000) {
            Stop::Waiting if activity.waits_for_answer() => {
                // It stays there until it gets its answer.
                assert_eq!(activity.run(&program, &memory, &mut slow, 1_000), Stop::Waiting);
                assert_eq!(activity.stack(&program).len(), if slow.0.len() == 1 { 2 } else { 1 });
                activity.answer(&program, 100);
            }
            Stop::Waiting => waits += 1,
            stop => {
                assert_eq!(stop, Stop::Returned);
                break;
            }
        }
    }
    assert_eq!(slow.0, ["lnrlen[7]", "lnack[3, 107]"]);
    assert_eq!(waits, 4, "lnintr is entered, and three statements begin");
}

#[test]
fn a_number_of_packets_is_tested_with_its_call() {
    let program = compiled(
        "void lnintr(int unit)\n{\n    if (lntfree(unit) > 0) lnack(unit, 1);\n    if (!(lntdone(unit) > 0)) lnack(unit, 2);\n    if (lnintr_cause(unit) > 0) lnack(unit, 4);\n}\n",
    );
    let tests = program.code.iter().filter(|one| matches!(one, Instruction::CallAndTest { .. }));
    assert_eq!(tests.count(), 1, "causes may be below 0");
    for (count, expected) in [(0, [2]), (1, [1]), (7, [1])] {
        let (mut activity, memory, mut slow) = (Activity::default(), Memory::new(&program), Slow(Vec::new()));
        activity.start(&program, program.function("lnintr").expect("lnintr"), &[3]);
        while activity.run(&program, &memory, &mut slow, 1_000) == Stop::Waiting {
            if activity.waits_for_answer() {
                let is_cause = slow.0.last().is_some_and(|told| told.starts_with("lnintr_cause"));
                activity.answer(&program, if is_cause { u64::from(u32::MAX) } else { count });
            }
        }
        let told: Vec<String> = slow.0.into_iter().filter(|told| told.starts_with("lnack")).collect();
        assert_eq!(told, expected.map(|cause| format!("lnack[3, {cause}]")), "{count}");
    }
}

/// What a debugger reads.
#[test]
fn frames_have_their_line_and_their_variables() {
    let program = compiled(
        "static int ring[4];\nstatic int at(int i)\n{\n    return ring[i];\n}\nvoid idle(void)\n{\n    int a = 7;\n    int b;\n    b = at(a);\n}\n",
    );
    let mut recorder = Recorder::new(&program);
    let (mut activity, memory) = (Activity::default(), Memory::new(&program));
    activity.start(&program, program.function("idle").expect("idle"), &[]);
    assert!(matches!(activity.run(&program, &memory, &mut recorder, 1_000), Stop::Trapped(_)));
    let stack = activity.stack(&program);
    let lines: Vec<u32> = stack.iter().map(|running| running.line).collect();
    assert_eq!(lines, [10, 4]);
    assert_eq!(activity.locals(&program, stack[0]), [Some(7), None]);
    assert_eq!(activity.locals(&program, stack[1]), [Some(7)]);
    let names: Vec<&str> = program.functions[1].locals.iter().map(|local| local.name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
}

/// A function that is too long becomes no part of its caller: it is called, with the same stack and the same results.
#[test]
fn a_long_function_is_called_and_tells_the_same_stack() {
    for statements in [1, 700] {
        let long = "sum += n * 3 + (sum ^ n);".repeat(statements);
        let source = format!(
            "static int sum;\nstatic int ring[4];\nstatic int inner(int n) {{ return ring[n]; }}\n\
            static int outer(int n, int m) {{ {long} return inner(n) + m; }}\n\
            void idle(void)\n{{\ntrace(\"r\", outer(1, 5));\ntrace(\"r\",\nouter(7, 5));\n}}\n"
        );
        let program = compiled(&source);
        let is_called = program.code.iter().any(|one| matches!(one, Instruction::Invoke { .. }));
        assert_eq!(is_called, statements > 1);
        let mut recorder = Recorder::new(&program);
        let (mut activity, memory) = (Activity::default(), Memory::new(&program));
        activity.start(&program, program.function("idle").expect("idle"), &[]);
        assert!(matches!(activity.run(&program, &memory, &mut recorder, 1_000_000), Stop::Trapped(_)));
        assert_eq!(recorder.told, ["r 5"]);
        let stack = activity.stack(&program);
        let name = |function: u16| program.functions[usize::from(function)].name.as_str();
        let told: Vec<(&str, u32)> = stack.iter().map(|one| (name(one.function), one.line)).collect();
        assert_eq!(told, [("idle", 8), ("outer", 4), ("inner", 3)]);
        assert_eq!(activity.locals(&program, stack[1]), [Some(7), Some(5)]);
        assert_eq!(activity.locals(&program, stack[2]), [Some(7)]);
    }
}

/// The register window of a call lies above the registers of its caller.
#[test]
fn a_call_keeps_the_variables_of_its_caller() {
    let source = "static int three(int a, int b, int c) { int x = a * 100; int y = b * 10; return x + y + c; }\n\
        void idle(void)\n{\n    int a = 1;\n    int b = 2;\n    trace(\"x\", a + three(b, three(0, 0, 4), a) + b);\n    trace(\"a\", a);\n}\n";
    assert_eq!(run(source, "idle").0, ["x 244", "a 1"]);
}

/// A machine on which statements cost nothing runs shorter code, which does the same.
#[test]
fn code_for_free_statements_does_the_same() {
    for number in 0..200 {
        let source = format!("{}void idle(void) {{ start_{number}(); }}\n", generator::program(number));
        let [whole, short] = [false, true].map(|statements_are_free| {
            let target = Target { statements_are_free, ..Target::default() };
            let program = compile_for(&source, target).expect("a program of the generator");
            let (mut activity, memory, mut recorder) =
                (Activity::default(), Memory::new(&program), Recorder::new(&program));
            activity.start(&program, program.function("idle").expect("idle"), &[]);
            let stop = activity.run(&program, &memory, &mut recorder, 1_000_000);
            let last = activity.last_line(&program);
            (recorder.told.clone(), stop, last, recorder.statements > 0)
        });
        assert_eq!((&whole.0, whole.1, whole.2), (&short.0, short.1, short.2), "{source}");
        assert!(whole.3 && !short.3, "{source}");
    }
}

/// However large the body of a loop is, its rounds use up the fuel.
#[test]
fn a_round_of_a_loop_takes_as_much_fuel_as_it_has_instructions() {
    let rounds = |body: &str| {
        let source = format!("static int n;\nstatic int m;\nvoid idle(void) {{ for (;;) {{ n++; {body} }} }}\n");
        let target = Target { statements_are_free: true, ..Target::default() };
        let program = compile_for(&source, target).expect("a program");
        let (mut activity, memory, mut recorder) =
            (Activity::default(), Memory::new(&program), Recorder::new(&program));
        activity.start(&program, 0, &[]);
        assert_eq!(activity.run(&program, &memory, &mut recorder, 10_000), Stop::OutOfFuel);
        memory.globals[0].get()
    };
    // n++ is three instructions, and so is m++; one more goes back
    assert_eq!(rounds(""), 10_000 / 4 + 1);
    assert_eq!(rounds(&"m++; ".repeat(99)), 10_000 / 301 + 2);
}
