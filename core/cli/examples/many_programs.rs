//! Writes distinct programs for a challenge into a folder, to measure `livelock grade` with: ten hostile ones, the wrong programs that
//! ship, small changes of them and of the solution, then small changes of those. Only some of the hostile ones do not compile.
//!
//!     cargo run --release --package livelock_cli --example many_programs -- 12 1000 FOLDER

use livelock_core::program::{compile, mutants};
use livelock_judge::find;
use std::collections::{BTreeSet, VecDeque};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [challenge, count, folder] = &arguments[..] else {
        return Err("name a challenge, a number and a folder".into());
    };
    let (_, texts) = find(challenge).ok_or("there is no such challenge")?;
    let count: usize = count.parse()?;
    let mut waiting: VecDeque<String> = texts.fails.iter().map(|(_, text)| (*text).to_string()).collect();
    waiting.push_back(texts.reference.to_string());
    let mut written = BTreeSet::new();
    std::fs::create_dir_all(folder)?;
    for (number, text) in hostile(texts.reference).iter().enumerate() {
        std::fs::write(Path::new(folder).join(format!("hostile-{number}.c")), text)?;
    }
    let count = count - hostile(texts.reference).len();
    while let Some(text) = waiting.pop_front().filter(|_| written.len() < count) {
        if compile(&text).is_ok() && !written.contains(&text) {
            std::fs::write(Path::new(folder).join(format!("{:04}.c", written.len())), &text)?;
            waiting.extend(mutants(&text).into_iter().map(|change| change.source));
            written.insert(text);
        }
    }
    Ok(())
}

/// Programs that never end, that take what they can, and that are hard to read.
fn hostile(reference: &str) -> [String; 10] {
    let brackets =
        format!("void lnintr(int unit)\n{{\n    int a = {}1{};\n}}\n", "(".repeat(10_000), ")".repeat(10_000));
    [
        "void lnintr(int unit)\n{\n    for (;;)\n        ;\n}\n".to_string(),
        "void lnintr(int unit)\n{\n    schednetisr();\n}\nvoid netisr(void)\n{\n}\n".to_string(),
        "void idle(void)\n{\n    for (;;)\n        ;\n}\nvoid lnintr(int unit)\n{\n    lnack(unit, 7);\n}\n".to_string(),
        "void lnintr(int unit)\n{\n    for (;;)\n        splimp();\n}\n".to_string(),
        "EVENT(e);\nTHREAD(t)\n{\n    for (;;)\n        thread_wakeup(e);\n}\nvoid lnintr(int unit)\n{\n    lnack(unit, 7);\n}\n"
            .to_string(),
        "static int n;\nTHREAD(t)\n{\n    for (;;)\n        n++;\n}\nvoid lnintr(int unit)\n{\n    lnack(unit, 7);\n}\n".to_string(),
        format!("/* {} */\n{reference}", "x".repeat(1 << 20)),
        brackets,
        format!("{reference}\n{}", "int f(int n) { return f(n); }\n".repeat(100)),
        format!("{reference}\n/* \u{202E} */ in\u{0442} a;\n"),
    ]
}
