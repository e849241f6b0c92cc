//! What a program did that breaks a rule, as text for people and as JSON: the rule, the line, the functions around it, the earlier line
//! that it follows from, and three sentences.

use crate::strange_text::visible;
use livelock_core::cpu::{Fault, Since};
use livelock_core::program::{Consequence, RULES, Rule, rule};
use livelock_core::trace::NO_PACKET;
use livelock_core::units::Cycles;
use serde_json::{Value as Json, json};
use std::fmt::Write;

/// "kernel.c:9: the kernel stopped at cycle 12: P4, packet lost", then where, since when, and the sentences.
pub fn told(fault: &Fault, Cycles(at): Cycles) -> String {
    let Fault { file, line, chain, since, problem, real, remedy, .. } = fault;
    let rule = rule(fault.rule);
    let what = match rule.consequence {
        Consequence::Halts => "the kernel stopped at cycle",
        Consequence::Verdict => "told at cycle",
    };
    let mut text = format!("{}:{line}: {what} {at}: {}\n", visible(file), named(rule));
    if let [.., _] = chain.as_slice() {
        let calls: Vec<String> = chain.iter().map(|(function, line)| format!("{function} (line {line})")).collect();
        let _ = writeln!(text, "  in {}", calls.join(", "));
    }
    if let Some(Since { line, at: Cycles(at) }) = since {
        let _ = writeln!(text, "  since line {line}, at cycle {at}");
    }
    for sentence in [problem, real, remedy] {
        let _ = writeln!(text, "  {}", visible(&sentence.to_string()));
    }
    text
}

/// "P4, packet lost".
pub fn named(rule: &Rule) -> String {
    format!("P{}, {}", rule.number, (rule.name)())
}

pub fn json(fault: &Fault, Cycles(at): Cycles) -> Json {
    let Fault { rule: number, packet, file, line, chain, since, problem, real, remedy } = fault;
    let Rule { id, consequence, .. } = rule(*number);
    let chain: Vec<Json> = chain.iter().map(|(function, line)| json!({ "function": function, "line": line })).collect();
    let packet = (*packet != NO_PACKET).then_some(packet);
    json!({
        "rule": number, "id": id, "consequence": consequence, "at": at, "file": file, "line": line, "since": since,
        "chain": chain, "packet": packet, "problem": problem.to_string(), "real": real.to_string(), "remedy": remedy.to_string(),
    })
}

/// All rules, as `livelock check --rules` writes them.
pub fn rules_json() -> Json {
    let row = |rule: &Rule| {
        json!({
            "rule": rule.number, "id": rule.id, "name": (rule.name)().to_string(), "consequence": rule.consequence,
            "when": (rule.when)().to_string(), "real": (rule.real)().to_string(), "refused_as": rule.refused_as,
        })
    };
    json!({ "rules": RULES.iter().map(row).collect::<Vec<Json>>() })
}

/// The same as text: two lines each.
pub fn rules_text() -> String {
    let mut text = String::new();
    for rule in RULES {
        let consequence = match rule.consequence {
            Consequence::Halts => "stops the machine",
            Consequence::Verdict => "is told, and the machine goes on",
        };
        let _ = writeln!(text, "{}: {consequence}\n  {} {}", named(rule), (rule.when)(), (rule.real)());
    }
    text
}
