//! Kernel C is C: the machine's own C compiler accepts the programs that ship, and random programs give the same results in
//! both. Rust needs a C compiler for linking on nearly every system; where there is none, these tests fail and say so.

use crate::generator;
use crate::machine::run;
use livelock_core::program::Type;
use livelock_core::program::calls::{CALLS, Call, NEVER_RETURNS};
use livelock_core::program::run::Stop;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// RANDOM_PROGRAMS sets another number.
const PROGRAMS: u64 = 200;

/// Runs the C compiler. `-fwrapv`: int wraps around, as in the simulator.
fn cc(arguments: &[&str], file: &Path) -> Output {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_string());
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut command = Command::new(&compiler);
    command.args(["-std=c11", "-fwrapv", "-I"]).arg(header).args(arguments).arg(file);
    command.output().unwrap_or_else(|error| {
        panic!("no C compiler: {compiler} does not start ({error}). Install one (apt-get install gcc), or set CC to its name")
    })
}

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("programs");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn written(name: &str, text: &str) -> PathBuf {
    let file = folder().join(name);
    std::fs::write(&file, text).expect("written");
    file
}

fn assert_success(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A body for each call of the machine. A program may replace some of them, so all are weak.
fn stubs() -> String {
    let mut text = String::from("#include \"livelock.h\"\n#include <stdio.h>\n#include <stdlib.h>\n");
    for call in CALLS {
        let parameters = |index: usize, ty: Type| match ty {
            Type::Function => format!("void (*a{index})(void)"),
            ty => format!("{}a{index}", ty.in_c()),
        };
        let words: Vec<String> =
            call.parameters.iter().enumerate().map(|(index, one)| parameters(index, one.ty)).collect();
        let words = if words.is_empty() { "void".to_string() } else { words.join(", ") };
        let _ =
            writeln!(text, "__attribute__((weak)) {}{}({words}) {{ {} }}", call.result.in_c(), call.name, stub(call));
    }
    text
}

fn stub(call: &Call) -> &'static str {
    match call.name {
        "trace" => "printf(\"%s %d\\n\", a0, a1);",
        NEVER_RETURNS => "abort();",
        _ if call.result == Type::Void => "",
        _ => "return 0;",
    }
}

/// Every program that ships is C without a warning, and every call of it is one of the header's.
#[test]
fn programs_that_ship_are_c() {
    let stubs = written("stubs.c", &stubs());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("programs") {
        let file = entry.expect("a file").path();
        if file.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        count += 1;
        // Entry points that a program leaves out are nobody's.
        let main = written("main.c", "int main(void) { return 0; }\n");
        let program = file.display().to_string();
        let main = main.display().to_string();
        let output = folder_file("program");
        assert_success(&cc(
            &["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-o", &output, &program, &main],
            &stubs,
        ));
    }
    assert!(count >= 2, "{count} programs");
}

fn folder_file(name: &str) -> String {
    folder().join(name).display().to_string()
}

/// Every program of a challenge is C without a warning: skeletons, solutions, and those that must fail.
#[test]
fn programs_of_challenges_are_c() {
    let warnings = ["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"];
    let mut count = 0;
    for (challenge, folder) in livelock_judge::all() {
        let own = [("skeleton", folder.skeleton), ("reference", folder.reference)];
        for (name, text) in own.iter().chain(folder.fails) {
            count += 1;
            assert_success(&cc(&warnings, &written(&format!("{}-{name}.c", challenge.id), text)));
        }
    }
    assert!(count >= 10, "{count} programs");
}

/// Test the tester: the compiler refuses what is not C.
#[test]
fn the_compiler_refuses_what_is_not_c() {
    let file = written("wrong.c", "#include \"livelock.h\"\nvoid lnintr(int unit) { lnack(unit); }\n");
    assert!(!cc(&["-fsyntax-only"], &file).status.success());
}

/// The wrong programs that C accepts are refused on purpose; what is compiled here has to be C.
#[test]
fn random_programs_give_the_same_results_in_c() {
    let programs = std::env::var("RANDOM_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(PROGRAMS);
    let mut text = stubs();
    for id in 0..programs {
        text += &generator::program(id);
    }
    text += "int main(void)\n{\n";
    for id in 0..programs {
        let _ = writeln!(text, "    puts(\"program {id}\");\n    start_{id}();");
    }
    text += "    return 0;\n}\n";
    let (file, program) = (written("random.c", &text), folder_file("random"));
    assert_success(&cc(&["-O0", "-w", "-o", &program], &file));
    let output = Command::new(&program).output().expect("the compiled programs start");
    assert_success(&output);
    let output = String::from_utf8(output.stdout).expect("text");
    let mut of_c = output.split("program ").skip(1);
    let mut lines = 0;
    for id in 0..programs {
        let source = format!("{}void idle(void) {{ start_{id}(); }}\n", generator::program(id));
        let (told, stop) = run(&source, "idle");
        assert_eq!(stop, Stop::Returned, "program {id}\n{source}");
        let expected: Vec<&str> = of_c.next().expect("a result of C").lines().skip(1).collect();
        let differs = told.iter().zip(&expected).position(|(ours, of_c)| ours != of_c);
        assert_eq!((differs, told.len()), (None, expected.len()), "program {id}: {differs:?}\n{source}");
        lines += told.len();
    }
    assert!(lines > programs as usize * 13, "the programs tell {lines} values");
}
