//! Throws mutated programs at the compiler and at the machine that runs code. The test calls the function that libFuzzer calls
//! (core/fuzz), without coverage guidance, so that it runs with every compiler. FUZZ_INPUTS sets the number.

#[path = "../../fuzz/machine.rs"]
mod machine;
#[path = "../../fuzz/mutation.rs"]
pub mod mutation;
#[path = "../../fuzz/program.rs"]
mod target;

use crate::kernels::kernel;
use crate::told::files;
use livelock_core::program::{Program, Target, compile_for};
use machine::{any_code_runs_or_is_stopped, any_program_runs_or_is_stopped};
use mutation::{Random, inputs, mutated};
use std::ops::Range;
use std::path::Path;
use target::{any_code_runs_or_is_refused, any_text_is_a_program_or_is_refused};

const INPUTS: u64 = 100_000;
/// One of so many inputs is for machines, which take longer.
const INPUTS_A_MACHINE: u64 = 50;
/// One of so many is a kernel that compiles, and runs for its whole time.
const INPUTS_A_KERNEL: u64 = 400;
/// Words that mutations insert.
const WORDS: [&str; 40] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "=",
    "==",
    "&&",
    "?",
    ":",
    "++",
    "-",
    "*",
    "&",
    "<<",
    "\"",
    "/*",
    "\n#define N 4\n",
    " if (",
    " else ",
    " while (1) ",
    " for (;;) ",
    " return ",
    " break;",
    " continue;",
    " switch (n) { case 1: ",
    " int x;",
    " unsigned y = 3u;",
    " bool b = n;",
    " static int s[3];",
    " 0 ",
    " 0x80000000 ",
    " NULL ",
    "\u{202e}",
    "é",
    "\0",
    "p",
];

/// Programs that ship, and small ones that run everything.
fn corpus() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("programs").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let programs = files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "c"));
    let small = [
        "static int n; static int ring[4] = { 1, 2 };\nvoid idle(void)\n{\n    int x = n++ / 3 % 5;\n    ring[x & 3] += x << 2;\n    if (x > 2 && ring[1] != 3) n = -x; else n ^= ~x;\n}\n",
        "enum state { OFF, ON = 4 };\nstatic enum state now;\nstatic unsigned f(unsigned a, bool b) { return b ? a >> 1 : a * 3u; }\nvoid idle(void)\n{\n    for (int i = 0; i < 9; i++) {\n        switch (i) {\n        case 1: now = ON;\n        case 2: continue;\n        default: break;\n        }\n        trace(\"f\", f(i, now == ON));\n    }\n}\n",
        "QUEUE(q, 5);\nEVENT(e);\nKNOB(quota, 5, 1, 9, \"packets\");\nTHREAD(worker)\n{\n    struct packet *p;\n    do {\n        while ((p = lnread(0)) != NULL)\n            if (!IF_ENQUEUE(q, p)) m_freem(p);\n        thread_sleep(e);\n    } while (IF_LEN(q) < quota);\n}\n",
    ];
    programs.map(|file| std::fs::read_to_string(file).expect("text")).chain(small.map(str::to_string)).collect()
}

/// A program of the corpus with some changes: a word inserted, a part replaced by a part of another program.
fn mutated_program(corpus: &[String], random: &mut Random) -> String {
    let text = corpus[random.below(corpus.len())].chars().collect();
    let change = |text: &mut Vec<char>, part: Range<usize>, kind: usize, random: &mut Random| {
        if kind == 0 {
            let word = WORDS[random.below(WORDS.len())];
            text.splice(part.start..part.start, word.chars());
        } else {
            let other: Vec<char> = corpus[random.below(corpus.len())].chars().collect();
            let from = random.below(other.len() + 1);
            let to = (from + random.below(40)).min(other.len());
            text.splice(part, other[from..to].iter().copied());
        }
    };
    mutated(text, random, 12, 2, change).into_iter().collect()
}

#[test]
fn any_text_is_compiled_or_refused() {
    let corpus = corpus();
    assert!(corpus.iter().all(|text| any_text_is_a_program_or_is_refused(text)), "the corpus has programs");
    let inputs = inputs(INPUTS);
    let mut random = Random::new(3);
    let mut accepted = 0_u64;
    for _ in 0..inputs {
        accepted += u64::from(any_text_is_a_program_or_is_refused(&mutated_program(&corpus, &mut random)));
    }
    println!("{accepted} of {inputs} were programs");
    assert!(accepted > inputs / 50 && accepted < inputs, "some are compiled, some are refused: {accepted} of {inputs}");
}

/// Programs that ship, and programs that break each rule.
fn corpus_of_programs() -> Vec<String> {
    let folders = ["programs", "programs/panics", "tests/programs/mistakes"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    folders.iter().flat_map(|folder| files(&root.join(folder))).map(|file| file.source).collect()
}

#[test]
fn any_program_runs_or_is_stopped_by_a_rule() {
    let corpus = corpus_of_programs();
    let mut random = Random::new(8);
    let mut ran = 0_u64;
    let inputs = inputs(INPUTS) / INPUTS_A_MACHINE;
    for _ in 0..inputs {
        let (text, options) = (mutated_program(&corpus, &mut random), random.below(1 << 16) as u64);
        ran += u64::from(any_program_runs_or_is_stopped(&text, options));
    }
    println!("{ran} of {inputs} were programs");
    assert!(ran > inputs / 50, "{ran} of {inputs} were programs");
}

#[test]
fn any_kernel_runs_or_is_stopped_by_a_rule() {
    let mut random = Random::new(9);
    for _ in 0..inputs(INPUTS) / INPUTS_A_KERNEL {
        let (text, options) = (kernel(&mut random), random.below(1 << 16) as u64);
        assert!(any_text_is_a_program_or_is_refused(&text), "{:?}\n{text}", compile_for(&text, Target::default()));
        any_program_runs_or_is_stopped(&text, options);
    }
}

/// Bytes are text only by chance; the same bytes are read as characters of one byte, too.
#[test]
fn noise_is_refused() {
    let mut random = Random::new(10);
    let mut accepted = 0_u64;
    for _ in 0..inputs(INPUTS) / INPUTS_A_MACHINE {
        let bytes: Vec<u8> = (0..random.below(400)).map(|_| random.below(256) as u8).collect();
        let letters: String = bytes.iter().map(|byte| char::from(byte % 128)).collect();
        for text in [String::from_utf8_lossy(&bytes).as_ref(), &letters] {
            accepted += u64::from(any_text_is_a_program_or_is_refused(text));
        }
        assert!(!any_code_runs_or_is_refused(&bytes), "{bytes:?}");
    }
    assert_eq!(accepted, 0, "noise is no program");
}

/// Some bytes of a program's code are others: a small number, or any one.
fn mutated_code(code: &[u8], random: &mut Random) -> Vec<u8> {
    let change = |bytes: &mut Vec<u8>, part: Range<usize>, kind: usize, random: &mut Random| {
        if let Some(byte) = bytes.get_mut(part.start) {
            *byte = if kind == 0 { random.below(256) as u8 } else { random.below(12) as u8 };
        }
    };
    // a list of another length is no code, so most changes are of single bytes
    if random.below(8) == 0 { mutated(code.to_vec(), random, 3, 8, change) } else { changed(code, random, change) }
}

fn changed(
    code: &[u8],
    random: &mut Random,
    change: impl Fn(&mut Vec<u8>, Range<usize>, usize, &mut Random),
) -> Vec<u8> {
    let mut bytes = code.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let kind = random.below(2);
        change(&mut bytes, at..at, kind, random);
    }
    bytes
}

#[test]
fn any_code_runs_or_is_refused_or_stopped() {
    let mut corpus: Vec<(String, Vec<u8>)> = Vec::new();
    for text in corpus_of_programs() {
        for statements_are_free in [false, true] {
            let target = Target { units: 2, statements_are_free, ..Target::default() };
            // some mistakes are found before they run
            corpus.extend(compile_for(&text, target).ok().map(|code| (text.clone(), code.to_bytes())));
        }
    }
    assert!(corpus.iter().all(|(_, code)| Program::from_bytes(code).is_some()), "the compiler makes sound code");
    if let Some(folder) = std::env::var_os("FUZZ_CODE") {
        for (number, (_, code)) in corpus.iter().enumerate() {
            std::fs::write(Path::new(&folder).join(number.to_string()), code).expect("a folder for code");
        }
    }
    let (inputs, mut random, mut ran) = (inputs(INPUTS) / 10, Random::new(11), 0_u64);
    for number in 0..inputs {
        let (text, code) = &corpus[random.below(corpus.len())];
        let code = mutated_code(code, &mut random);
        if any_code_runs_or_is_refused(&code) {
            ran += 1;
            if number % INPUTS_A_MACHINE == 0 {
                any_code_runs_or_is_stopped(text, &code, number);
            }
        }
    }
    println!("{ran} of {inputs} were code that can run");
    assert!(ran > inputs / 50 && ran < inputs, "some can run, some are refused: {ran} of {inputs}");
}
