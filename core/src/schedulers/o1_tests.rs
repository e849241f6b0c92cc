//! Tests of the O(1) scheduler: W table 4, and equations 8 to 10 for processes that never sleep.

use super::*;

const CLOCK: Hertz = Hertz(350_000_000);
const TICKS: u64 = 1_000;
const TICK: u64 = CLOCK.0 / TICKS;

/// Makes a scheduler with ready tasks of these nice values, numbered from 0.
fn scheduler(nice: &[i64]) -> O1 {
    let tasks: Vec<(ThreadId, i64)> = nice.iter().copied().enumerate().collect();
    let scheduler = O1::new(&tasks, CLOCK, TICKS, None);
    for (thread, _) in tasks {
        scheduler.ready(thread, Cycles::ZERO);
    }
    scheduler
}

/// Returns the task that had the CPU in each tick.
fn run(scheduler: &O1, ticks: std::ops::Range<u64>) -> Vec<Option<ThreadId>> {
    ticks
        .map(|tick| {
            let runs = scheduler.pick(Cycles(tick * TICK));
            scheduler.tick(Cycles((tick + 1) * TICK));
            runs
        })
        .collect()
}

fn ticks_of(history: &[Option<ThreadId>], thread: ThreadId) -> u64 {
    history.iter().filter(|runs| **runs == Some(thread)).count() as u64
}

#[test]
fn the_nice_value_determines_the_time_slice() {
    let table = [(19, 5), (0, 100), (-10, 600), (-15, 700), (-20, 800)];
    for (nice, milliseconds) in table {
        assert_eq!(time_slice_ms(nice), milliseconds, "nice {nice}");
    }
}

#[test]
fn a_new_nice_value_changes_priority_at_once_and_the_next_slice() {
    let scheduler = scheduler(&[0, 0]);
    assert_eq!(run(&scheduler, 0..50), [Some(0); 50]);
    assert!(scheduler.set_nice(1, -10) && !scheduler.set_nice(1, -10));
    let history = run(&scheduler, 50..2_000);
    assert_eq!(history[0], Some(1), "it runs first from now on");
    let first = history.iter().take_while(|runs| **runs == Some(1)).count() as u64;
    assert_eq!(first, time_slice_ms(0), "the length of the current slice stays");
    let second = history.iter().skip(first as usize).skip_while(|runs| **runs == Some(0));
    assert_eq!(second.take_while(|runs| **runs == Some(1)).count() as u64, time_slice_ms(-10));
}

/// Equations 8 and 10: a round lasts the sum of all slices, and each task gets its slice in it.
#[test]
fn busy_tasks_share_the_cpu_in_proportion_to_their_slices() {
    for nice in [vec![0; 5], vec![-15, 0, 0, 0, 0], vec![-10, 0, 19]] {
        let slices: Vec<u64> = nice.iter().map(|nice| time_slice_ms(*nice)).collect();
        let round: u64 = slices.iter().sum();
        let history = run(&scheduler(&nice), 0..4 * round);
        for (thread, slice) in slices.iter().enumerate() {
            assert_eq!(ticks_of(&history, thread), 4 * slice, "nice {nice:?}, thread {thread}");
        }
    }
}

/// Equation 9: a task that has used its slice waits for the slices of all others.
#[test]
fn an_expired_task_waits_for_all_others() {
    let history = run(&scheduler(&[0, 0, 0]), 0..700);
    let first = history.iter().position(|runs| *runs == Some(0)).expect("it runs");
    let away = history[first + 100..].iter().position(|runs| *runs == Some(0));
    assert_eq!(away, Some(200));
}

#[test]
fn a_task_that_sleeps_runs_before_tasks_that_compute() {
    let scheduler = scheduler(&[0, 0, 0]);
    scheduler.asleep(0, Cycles::ZERO);
    run(&scheduler, 0..50);
    scheduler.ready(0, Cycles(50 * TICK));
    assert_eq!(scheduler.pick(Cycles(50 * TICK)), Some(0));
}

/// A task keeps its place in the active array while it sleeps enough, and loses it when it stops sleeping.
#[test]
fn an_interactive_task_that_computes_becomes_ordinary() {
    let scheduler = scheduler(&[0, 0]);
    scheduler.asleep(0, Cycles::ZERO);
    run(&scheduler, 0..900);
    scheduler.ready(0, Cycles(900 * TICK));
    let history = run(&scheduler, 900..4_900);
    let alone = history.iter().position(|runs| *runs == Some(1)).expect("the other gets its turn");
    assert!((1_000..2_500).contains(&alone), "it had the CPU for {alone} ms");
    let later = &history[alone..alone + 2_000];
    assert_eq!(ticks_of(later, 0), 1_000, "then they share");
}

/// Tasks that only compute never wait longer than the starvation limit, even for an interactive one.
#[test]
fn expired_tasks_starve_no_longer_than_the_limit() {
    let scheduler = scheduler(&[0, 0]);
    run(&scheduler, 0..150);
    let mut waited = 0_u64;
    let mut longest = 0;
    // thread 0 sleeps a little in every tick: always interactive, nearly always running
    for tick in 150..12_000 {
        if scheduler.pick(Cycles(tick * TICK)) == Some(0) {
            scheduler.asleep(0, Cycles(tick * TICK));
            scheduler.pick(Cycles(tick * TICK));
            scheduler.ready(0, Cycles(tick * TICK + TICK / 4));
        }
        let runs = scheduler.pick(Cycles(tick * TICK + TICK / 4));
        scheduler.tick(Cycles((tick + 1) * TICK));
        waited = if runs == Some(1) { 0 } else { waited + 1 };
        longest = longest.max(waited);
    }
    assert!(longest <= 2 * SLEEP_MAX_MS + 2 * SLICE_MS, "waited {longest} ms");
}

#[test]
fn ticks_in_softirqs_can_be_uncharged() {
    let in_interrupt = Rc::new(Cell::new(true));
    let scheduler = O1::new(&[(0, 0), (1, 0)], CLOCK, TICKS, Some(in_interrupt.clone()));
    scheduler.ready(0, Cycles::ZERO);
    scheduler.ready(1, Cycles::ZERO);
    assert_eq!(ticks_of(&run(&scheduler, 0..500), 0), 500, "no tick is charged");
    in_interrupt.set(false);
    assert_eq!(ticks_of(&run(&scheduler, 500..700), 0), 100);
}
