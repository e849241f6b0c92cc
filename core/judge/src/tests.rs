//! The challenges that ship, tested as a course would: what a learner begins with gets no medal, our solutions get gold, each
//! wrong program fails for its stated reason, and small changes of a solution cost a medal.

use super::sweep::WindowSweep;
use super::*;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::program::mutants as changes_of;
use livelock_core::trace::Count;
use livelock_core::units::Hertz;

/// The share of the changes of a reference, except those that change nothing, that must lose a medal: in per cent.
const SHARE: usize = 90;

fn in_turn(runs: &[Run]) -> Vec<Measured> {
    runs.iter().map(measure).collect()
}

fn reference(challenge: &Challenge, folder: &Folder, seeds: &Seeds) -> Reference {
    Reference::of(challenge, folder.reference, seeds, &in_turn)
        .unwrap_or_else(|error| panic!("{}: {error}", challenge.id))
}

fn verdict(challenge: &Challenge, folder: &Folder, program: &str) -> Verdict {
    verdict_with(&Seeds::default(), challenge, folder, program)
}

fn verdict_with(seeds: &Seeds, challenge: &Challenge, folder: &Folder, program: &str) -> Verdict {
    let reference = reference(challenge, folder, seeds);
    judge(challenge, ("kernel.c", program), seeds, &reference, &in_turn)
        .unwrap_or_else(|error| panic!("{}: {error}", challenge.id))
}

/// The bounds that are missed, for a message.
fn missed(verdict: &Verdict) -> Vec<String> {
    let mut missed = Vec::new();
    for load in verdict.loads.iter().filter(|load| !load.met) {
        missed.extend(load.fault.iter().map(|fault| format!("{}: {}", load.load, fault.text)));
        let bounds = load.bounds.iter().filter(|bound| !bound.met);
        missed.extend(bounds.map(|bound| format!("{}: {} {:?}", load.load, bound.bound.metric.row().id, bound.value)));
    }
    missed
}

#[test]
fn a_skeleton_gets_no_medal_and_a_reference_gets_gold() {
    for (challenge, folder) in all() {
        let skeleton = verdict(challenge, folder, folder.skeleton);
        let of_skeleton = if challenge.skeleton_is_a_kernel { Medal::Bronze } else { Medal::None };
        assert!(skeleton.medal <= of_skeleton, "{}: {:?} for the skeleton", challenge.id, skeleton.medal);
        let reference = verdict(challenge, folder, folder.reference);
        assert_eq!(reference.medal, Medal::Gold, "{}: {:?}", challenge.id, missed(&reference));
    }
}

/// A judgement has seeds that nobody has seen: a right program is right with all of them.
#[test]
fn a_reference_gets_gold_whatever_the_seeds() {
    for key in ["K", "b", "d", "term 7", "autumn"] {
        let seeds = Seeds { key: key.to_string(), ..Seeds::default() };
        for (challenge, folder) in all() {
            let verdict = verdict_with(&seeds, challenge, folder, folder.reference);
            assert_eq!(verdict.medal, Medal::Gold, "{}, key {key}: {:?}", challenge.id, missed(&verdict));
        }
    }
}

/// A medal says something about the program. One that was silver with some seeds and gold with others would say it about the seeds.
#[test]
fn a_medal_does_not_depend_on_the_seeds() {
    let in_hardclock = [
        (
            "    if (++ticks % PERIOD == 0)\n        thread_wakeup(work);",
            "    if (++ticks % PERIOD == 0) {\n        used = 0;\n        thread_wakeup(work);\n    }",
        ),
        (
            "    int period = ticks / PERIOD;\n\n    if (period != counted)\n        used = 0;\n    counted = period;\n",
            "",
        ),
        ("static int counted;\n", ""),
    ];
    let requests_once = [(
        "        if (IF_ENQUEUE(ipintrq, p))\n            schednetisr();\n        else\n            m_freem(p);\n    }",
        "        if (!IF_ENQUEUE(ipintrq, p))\n            m_freem(p);\n    }\n    schednetisr();",
    )];
    type Changes<'a> = &'a [(&'a str, &'a str)];
    let programs: [(&str, Changes, &[&str], Medal); 2] = [
        ("a-share-for-the-user", &in_hardclock, &["k0", "k1", "k2", "k3", "k4", "k5"], Medal::Gold),
        ("two-levels-and-a-queue", &requests_once, &["k0", "k1"], Medal::Silver),
    ];
    for (id, changes, keys, medal) in programs {
        let (challenge, folder) = find(id).expect("a challenge");
        let program = changes.iter().fold(folder.reference.to_string(), |text, (from, to)| {
            assert!(text.contains(from), "{id}: {from}");
            text.replace(from, to)
        });
        for key in keys {
            let seeds = Seeds { key: key.to_string(), ..Seeds::default() };
            let verdict = verdict_with(&seeds, challenge, folder, &program);
            assert_eq!(verdict.medal, medal, "{id}, key {key}: {:?}", missed(&verdict));
        }
    }
}

#[test]
fn a_wrong_program_fails_for_its_stated_reason() {
    for (challenge, folder) in all() {
        let files: Vec<&str> = folder.fails.iter().map(|(name, _)| *name).collect();
        assert!(challenge.fails.len() >= 3 && challenge.fails.len() == files.len(), "{}: {files:?}", challenge.id);
        for fail in &challenge.fails {
            let name = format!("{}/{}", challenge.id, fail.program);
            let verdict = verdict(challenge, folder, folder.fail(&fail.program).expect("a file of fails"));
            assert!(verdict.medal <= fail.medal, "{name} gets {:?}", verdict.medal);
            let load = verdict.loads.iter().find(|load| load.load == fail.load).expect("a load of the challenge");
            let is_missed = |metric| load.bounds.iter().any(|bound| bound.bound.metric == metric && !bound.met);
            match (&fail.fault, &load.fault) {
                (Some(words), Some(fault)) => assert!(fault.text.contains(words), "{name}: {}", fault.text),
                (Some(_), None) => panic!("{name} breaks no rule: {:?}", missed(&verdict)),
                (None, Some(fault)) => panic!("{name} breaks a rule: {}", fault.text),
                (None, None) => {
                    let metric = fail.metric.expect("a reason");
                    assert!(is_missed(metric), "{name}: {metric:?} is met at {}: {:?}", fail.load, missed(&verdict));
                }
            }
        }
    }
}

/// Numbers say that a load is missed. The rule that was broken says why, with its line.
#[test]
fn a_missed_load_tells_the_rule_about_time_that_was_broken() {
    let (challenge, folder) = &all()[0];
    let slow = "#include \"livelock.h\"\nvoid lnintr(int unit)\n{\n    lnack(unit, LN_RINT);\n    for (int i = 0; i < 100000; i++)\n        ;\n}\n";
    let missed = verdict(challenge, folder, slow).loads.into_iter().filter(|load| !load.met);
    let told: Vec<String> = missed.map(|load| load.told.map_or(load.load, |told| told.text)).collect();
    assert!(!told.is_empty() && told.iter().all(|text| text.starts_with("line 5: ")), "{told:?}");
    let right = verdict(challenge, folder, folder.reference).loads;
    assert!(right.iter().all(|load| load.told.is_none()));
}

/// With half the period, each tick finds the ring full of sent packets. The wire sends between the ticks.
#[test]
fn a_wire_that_is_idle_at_each_tick_may_be_busy_between_them() {
    let (challenge, folder) = find("a-share-for-the-user").expect("challenge 10");
    let half = folder.reference.replace("PERIOD 10", "PERIOD 5").replace("budget, 800000", "budget, 400000");
    let load = &challenge.loads[2];
    for run in runs(challenge, load, "kernel.c", &half, &Seeds::default()).expect("it compiles") {
        let measured = measure(&run);
        assert!(measured.value(Metric::Delivered) > Some(2950.0));
        assert_eq!(measured.told, None);
    }
}

#[test]
fn small_changes_of_a_reference_cost_a_medal() {
    let seeds = Seeds::default();
    for (challenge, folder) in all() {
        let reference = reference(challenge, folder, &seeds);
        let changes = changes_of(folder.reference);
        let fates: Vec<_> = changes
            .iter()
            .map(|change| (change, fate(challenge, folder.reference, &change.source, &seeds, &reference)))
            .collect();
        let lose = fates.iter().filter(|(_, fate)| fate.medal_is_lost()).count();
        let kept: Vec<_> = fates.iter().filter(|(_, fate)| *fate == Fate::KeepsGold).collect();
        let kept: Vec<String> = kept.iter().map(|(change, _)| format!("{}: {}", change.line, change.change)).collect();
        assert!(lose * 100 >= SHARE * (lose + kept.len()), "{}: {lose} lose, these do not: {kept:#?}", challenge.id);
        assert!(lose >= 10, "{}: only {lose} changes differ", challenge.id);
    }
}

#[test]
fn skeletons_and_solutions_are_short() {
    for (challenge, folder) in all() {
        let [skeleton, reference] = [folder.skeleton, folder.reference].map(lines_of_code);
        assert!(skeleton <= 45, "{}: the skeleton has {skeleton} lines", challenge.id);
        assert!(reference <= 70, "{}: the solution has {reference} lines", challenge.id);
    }
}

/// What a load asks for is no surprise: the comment at the top says each bound. A share of 99.9 % is "all" there, and the window is
/// told in words.
#[test]
fn a_skeleton_says_the_bounds_of_its_loads() {
    let digits = |text: &str| {
        text.replace(',', "")
            .split(|one: char| !one.is_ascii_digit() && one != '.')
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    for (challenge, folder) in all() {
        let comment = folder.skeleton.split("*/").next().expect("a comment");
        let said: Vec<String> = digits(comment).iter().map(|number| number.trim_end_matches('.').to_string()).collect();
        let bounds = challenge.loads.iter().flat_map(|load| &load.bounds);
        let limits = bounds.flat_map(|bound| [bound.at_least, bound.at_most]).flatten();
        let missing: Vec<f64> =
            limits.filter(|limit| *limit != 99.9 && *limit != 0.0 && !said.contains(&limit.to_string())).collect();
        assert!(missing.is_empty(), "{}: its comment does not say {missing:?}", challenge.id);
    }
}

/// The numbers of lessons' folders, papers' places and challenges are what a page will link.
#[test]
fn numbers_ids_and_loads_are_unique() {
    let ids: std::collections::BTreeSet<&str> = all().iter().map(|(challenge, _)| &*challenge.id).collect();
    let numbers: std::collections::BTreeSet<u32> = all().iter().map(|(challenge, _)| challenge.number).collect();
    assert_eq!((ids.len(), numbers.len()), (all().len(), all().len()));
    for (challenge, _) in all() {
        let loads = challenge.judged_loads();
        let ids: std::collections::BTreeSet<&str> = loads.iter().map(|load| &*load.id).collect();
        assert_eq!(ids.len(), loads.len(), "{}", challenge.id);
        assert!(challenge.loads.iter().all(|load| !load.bounds.is_empty()), "{}", challenge.id);
        let lesson = format!("{}/../../lessons/{}", env!("CARGO_MANIFEST_DIR"), challenge.lesson);
        assert!(std::path::Path::new(&lesson).is_dir(), "{}: no lesson {lesson}", challenge.id);
    }
}

fn first() -> &'static (Challenge, &'static Folder) {
    find("1").expect("challenge 1")
}

fn seeds_of(seeds: &Seeds) -> Vec<(u64, u64)> {
    let (challenge, folder) = first();
    let loads = challenge.judged_loads();
    let runs = |load| runs(challenge, load, "kernel.c", folder.reference, seeds).expect("it compiles");
    loads.iter().flat_map(runs).map(|run| (run.seed, run.rate)).collect()
}

#[test]
fn practice_seeds_repeat_and_judged_seeds_are_those_of_key_and_student() {
    let seeds =
        |key: &str, student: &str| Seeds { key: key.to_string(), student: student.to_string(), ..Seeds::default() };
    assert_eq!(seeds_of(&Seeds::default()), seeds_of(&Seeds::default()));
    let others = [seeds("a", "bc"), seeds("ab", "c"), seeds("a", "bd"), seeds("practice", "a"), Seeds::default()];
    let all: std::collections::BTreeSet<_> = others.iter().map(seeds_of).collect();
    assert_eq!(all.len(), others.len());
}

#[test]
fn rates_are_within_fifteen_per_cent_and_not_above_the_wire() {
    for (_, rate) in seeds_of(&Seeds::default()).into_iter().filter(|(_, rate)| *rate > 0) {
        assert!([500, 1_500].iter().any(|stated| rate * 100 >= stated * 84 && rate * 100 <= stated * 116), "{rate}");
    }
    let (challenge, folder) = first();
    let load = Load { rate: 14_880, ..challenge.loads[0].clone() };
    let runs = runs(challenge, &load, "kernel.c", folder.reference, &Seeds::default()).expect("it compiles");
    assert!(runs.iter().all(|run| run.rate <= 14_880 && run.rate >= 12_600));
}

/// A number of packets is that of each wire, so the quiet one would go on long after the flood.
#[test]
fn two_wires_bring_what_the_load_says_and_stop_together() {
    let (challenge, folder) = find("fair-to-two-wires").expect("challenge 11");
    for load in challenge.loads.iter().filter(|load| load.other_wire > 0) {
        let seeds = Seeds { count: 1, ..Seeds::default() };
        let runs = runs(challenge, load, "kernel.c", folder.reference, &seeds).expect("it compiles");
        let mut machine = Machine::new(&runs[0].scenario, Tracing::Off).expect("a machine");
        let milliseconds = |time| Hertz(machine.topology.clock_hz).cycles_in_milliseconds(time);
        let [stop, end] = [load.milliseconds + 5, load.milliseconds + runs::DRAIN_MILLISECONDS].map(milliseconds);
        machine.run_until(stop).expect("no fault");
        let arrived = machine.row().count(Count::Arrived);
        machine.run_until(end).expect("no fault");
        assert_eq!(machine.row().count(Count::Arrived), arrived, "{}", load.id);
        let both = runs[0].rate * (load.rate + load.other_wire) / load.rate * load.milliseconds / 1_000;
        assert!(arrived.abs_diff(both) <= 3 + both / 100, "{}: {arrived} of {both}", load.id);
    }
}

/// Acknowledging last leaves a packet in the cycles between the last look and the acknowledgement, and in no others.
#[test]
fn a_sweep_finds_the_cycles_of_a_late_acknowledgement() {
    let (challenge, folder) = find("one-interrupt-many-packets").expect("challenge 2");
    let load = challenge.loads.iter().find(|load| load.window).expect("a window");
    let sweep = |program: &str| {
        let runs = runs(challenge, load, "kernel.c", program, &Seeds::default()).expect("it compiles");
        measure(&runs[0]).sweep.expect("no fault")
    };
    let late = sweep(folder.fail("acknowledges-last").expect("a program"));
    let stranded: Vec<i64> = late.points.iter().filter(|point| point.stranded).map(|point| point.cycle).collect();
    let statement = STATEMENT_CYCLES as usize;
    assert!((statement..=3 * statement).contains(&stranded.len()), "{stranded:?}");
    assert!(stranded.windows(2).all(|pair| pair[1] == pair[0] + 1), "{stranded:?}");
    assert!(stranded[0] >= 0 && late.points[0].cycle < 0, "{stranded:?}");
    let good = sweep(folder.reference);
    assert!(good.points.len() > 100 && good.points.iter().all(|point| !point.stranded && point.wait_us.is_some()));
}

/// A thread that announces its sleep behind its last look. While it is awake because a packet was sent, interrupts are on: that of a
/// packet between the look and the announcement wakes nobody.
fn announces_late(reference: &str) -> String {
    let late = reference.replace("        assert_wait(work);\n", "");
    let late = late.replace("        lnintena(0);\n", "        assert_wait(work);\n        lnintena(0);\n");
    assert_ne!(late, reference);
    late
}

#[test]
fn a_sweep_has_the_window_of_each_sleep() {
    let (challenge, folder) = find("sleep-without-missing-one").expect("challenge 8");
    let load = challenge.loads.iter().find(|load| load.window).expect("a window");
    let stranded = |program: &str| {
        let runs = runs(challenge, load, "kernel.c", program, &Seeds::default()).expect("it compiles");
        measure(&runs[0]).value(Metric::Stranded).expect("no fault")
    };
    assert_eq!(stranded(folder.reference), 0.0);
    assert!(stranded(&announces_late(folder.reference)) > 0.0);
}

/// A rule about time may be broken only now and then: the runs of a load are too short for that.
#[test]
fn no_solution_breaks_a_rule_in_two_seconds() {
    for (challenge, folder) in all() {
        let load = Load { rate: 1_500, milliseconds: 2_000, ..challenge.loads[0].clone() };
        let seeds = Seeds { count: 1, ..Seeds::default() };
        let runs = runs(challenge, &load, "kernel.c", folder.reference, &seeds).expect("it compiles");
        let measured = measure(&runs[0]);
        assert_eq!((measured.fault, measured.told), (None, None), "{}", challenge.id);
    }
}

/// Solutions and wrong programs: those that strand packets, that never sleep, and one that breaks a rule in some of the cycles.
#[test]
fn cycles_that_are_not_run_have_the_fate_that_a_run_finds() {
    let (mut slices, mut runs_of_each, mut stranding, mut broken) = (0, 0, 0, 0);
    for (challenge, folder) in all() {
        let Some(load) = challenge.loads.iter().find(|load| load.window) else { continue };
        let loop_end = "            ip_process(p);\n        }\n";
        let asserts = folder.reference.replace(loop_end, &format!("{loop_end}        assert(lnrlen(unit) == 0);\n"));
        let ours = [("reference", folder.reference), ("asserts", &*asserts)];
        let different = ours.iter().filter(|(name, text)| *name == "reference" || *text != folder.reference);
        for (name, program) in different.chain(folder.fails) {
            let runs = runs(challenge, load, "kernel.c", program, &Seeds::default()).expect("it compiles");
            let sweep = || WindowSweep::new(&runs[0].scenario).expect("one packet breaks no rule");
            let (few, whole) = (finished(sweep()), finished(sweep().with_every_run()));
            assert_eq!(few.0, whole.0, "{}: {name}", challenge.id);
            (slices, runs_of_each) = (slices + few.1, runs_of_each + whole.1);
            match &whole.0 {
                Err(_) => broken += 1,
                Ok(measured) => stranding += usize::from(measured.value(Metric::Stranded) > Some(0.0)),
            }
        }
    }
    assert!(
        stranding >= 4 && broken >= 1 && slices * 10 < runs_of_each,
        "{stranding} {broken} {slices} {runs_of_each}"
    );
}

/// The result of a sweep, and in how many slices.
fn finished(mut sweep: WindowSweep) -> (Result<Measured, Broken>, usize) {
    for slices in 1.. {
        if let Some(result) = sweep.advance().transpose() {
            return (result, slices);
        }
    }
    unreachable!("a sweep has an end")
}

#[test]
fn a_bound_takes_the_worst_value_and_no_value_is_the_worst() {
    let (least, most) = (Bound::at_least(Metric::DeliveredShare, 99.0), Bound::at_most(Metric::Stuck, 3.0));
    assert_eq!(least.worse(Some(99.5), Some(98.0)), Some(98.0));
    assert_eq!(most.worse(Some(0.0), Some(7.0)), Some(7.0));
    assert_eq!(most.worse(Some(0.0), None), None);
    assert!(!least.is_met(None) && least.is_met(Some(99.0)) && !most.is_met(Some(3.5)));
}

/// Whatever a program does, judging it ends: time passes with each statement.
#[test]
fn hostile_programs_end_without_a_medal() {
    // it changes more variables in a slice than the trace has room for
    let names: Vec<String> = (0..60).map(|number| format!("v{number}")).collect();
    let (declared, assigned) = (names.join(", "), names.join(" = "));
    let talks = format!(
        "static int {declared};\nTHREAD(t)\n{{\n    for (int n = 0; ; n++)\n        {assigned} = n;\n}}\n\
         void lnintr(int unit)\n{{\n    struct packet *p;\n    lnack(unit, 7);\n    while ((p = lnread(unit)) != NULL) {{\n        \
         lninitdesc(unit);\n        m_freem(p);\n    }}\n}}\n"
    );
    let hostile = [
        &talks,
        "void lnintr(int unit)\n{\n    for (;;)\n        ;\n}\n",
        "void idle(void)\n{\n    for (;;)\n        ;\n}\nvoid lnintr(int unit)\n{\n    lnack(unit, 7);\n}\n",
        "static int f(int n)\n{\n    return n + 1;\n}\nvoid lnintr(int unit)\n{\n    while (f(unit) > 0)\n        splimp();\n}\n",
        "EVENT(e);\nTHREAD(t)\n{\n    for (;;)\n        thread_wakeup(e);\n}\nvoid lnintr(int unit)\n{\n    lnack(unit, 7);\n}\n",
        "void lnintr(int unit)\n{\n    struct packet *p;\n    while ((p = lnread(unit)) == NULL)\n        ;\n    m_freem(p);\n}\n",
    ];
    let (challenge, folder) = first();
    let seeds = Seeds { count: 1, ..Seeds::default() };
    let reference = reference(challenge, folder, &seeds);
    for program in hostile {
        let verdict = judge(challenge, ("kernel.c", program), &seeds, &reference, &in_turn).expect("it compiles");
        assert_eq!(verdict.medal, Medal::None, "{program}");
    }
}
