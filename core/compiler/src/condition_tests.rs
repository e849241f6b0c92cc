//! Conditions of breakpoints: what is written, and what is refused and where.

use super::*;

const SOURCE: &str = "
    QUEUE(ipintrq, 50); KNOB(quota, 5, 1, 100, \"packets\");
    static int seen; static unsigned ring[3]; static bool ready; int last[2];
    #define MANY 40
    void lnintr(int unit) { seen = unit; last[0] = ring[1]; ready = true; }";

fn terms(text: &str) -> Vec<Term> {
    condition(SOURCE, text).unwrap_or_else(|problems| panic!("{text}: {}", problems[0])).0
}

/// The columns of the first problem, and its sentence.
fn refused(text: &str) -> (u32, u32, String) {
    let problems = condition(SOURCE, text).expect_err(text);
    assert!(problems.iter().all(|one| one.from.line == 1 && one.end.line == 1), "{text}: {problems:?}");
    (problems[0].from.column, problems[0].end.column, problems[0].problem.to_string())
}

fn compute(arithmetic: Arithmetic) -> Term {
    Term::Compute { arithmetic }
}

#[test]
fn a_condition_reads_variables_knobs_and_queues() {
    let length = Term::Queue { number: 0 };
    let more = [length, Term::Constant { bits: 40 }];
    let none = [Term::Knob { number: 0 }, Term::Constant { bits: 0 }, compute(Arithmetic::Equal)];
    // `a > b` is `b < a`
    let longer = [more[1], more[0], compute(Arithmetic::Less), Term::And];
    let whole: Vec<Term> = none.into_iter().chain(longer).collect();
    assert_eq!(terms("quota == 0 && ipintrq.len > 40"), whole);
    assert_eq!(terms("quota == 0 && IF_LEN(ipintrq) > MANY"), whole);
    assert_eq!(terms("seen"), [Term::Variable { number: 0 }]);
    assert_eq!(terms("lnrlen(1)"), [Term::Ring { unit: 1 }]);
    assert_eq!(terms("IF_LEN(if_snd(0))"), [Term::Output { unit: 0 }]);
}

#[test]
fn elements_are_counted_behind_the_variables() {
    let index = Term::Constant { bits: 1 };
    // variables: seen, ready; elements: ring[0..3], last[0..2]
    assert_eq!(terms("last[1]"), [index, Term::Element { begin: 5, length: 2 }]);
}

#[test]
fn a_condition_is_the_same_after_a_journey_as_text() {
    let written = condition(SOURCE, "ready ? -seen : ~ring[seen] / 2 || !ipintrq.len").expect("a condition");
    assert_eq!(Condition::from_text(&written.to_text()), Some(written));
    for wrong in ["", "0", "zz", "00", "é"] {
        assert_eq!(Condition::from_text(wrong), None, "{wrong}");
    }
}

#[test]
fn each_problem_is_told_at_its_place_in_the_condition() {
    assert_eq!(refused("seen == quotas").0, 9);
    assert_eq!(refused("ipintrq.len > 4 && sen > 1").0, 20, "behind a length that is written in full");
    assert!(refused("ipintr.len > 4").2.starts_with("ipintr is not declared."));
    assert_eq!(refused("seen == 1; seen").2, "A condition is one calculation, so it has no ;.");
    assert_eq!(refused("  lnread(0) == NULL").0, 3);
    assert_eq!(refused("seen = 4").2, texts::condition_reads().problem().to_string());
    assert_eq!(refused("seen ==").0, 8, "at its end");
    for wrong in ["", "   ", "(seen", "seen)", "1) + (", "/*", "seen seen", "if (seen) 1", &"1+".repeat(300)] {
        refused(wrong);
    }
}

#[test]
fn what_stands_behind_two_slashes_is_a_comment() {
    assert_eq!(terms("seen // how many"), [Term::Variable { number: 0 }]);
}

/// Whether a condition holds with `seen` 5, `ready` 0, an array `ring` of 10, 20, 30, and two packets in the queue.
fn holds(text: &str) -> bool {
    condition(SOURCE, text).unwrap_or_else(|problems| panic!("{text}: {}", problems[0])).holds(&|term| match term {
        Term::Variable { number } => [5, 0, 10, 20, 30].get(usize::from(number)).copied(),
        Term::Knob { number: 0 } => Some(7),
        Term::Queue { number: 0 } => Some(2),
        _ => None,
    })
}

#[test]
fn a_condition_computes_as_c_does() {
    for text in [
        "seen",
        "!ready",
        "seen == 5 && quota == 7",
        "ipintrq.len * 3 - 1 == seen",
        "ring[ipintrq.len] == 30",
        "-seen < 0 && ~seen == -6",
        "ready ? 0 : seen > 4",
        "ready || seen",
        "ready && 1 / ready == 3 || 1",
        "seen || 1 / ready",
        "MANY / 8 == seen",
    ] {
        assert!(holds(text), "{text}");
    }
    for text in [
        "ready",
        "seen > 5",
        "ring[seen + 4] || 1",
        "1 / ready || 1",
        "lnrlen(0) == 0",
        "last[1] == 0",
        "seen && ready",
    ] {
        assert!(!holds(text), "{text}");
    }
}
