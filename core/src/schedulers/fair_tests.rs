//! Tests of the fair scheduler: equal shares, slices, and preemption by a process that wakes.

use super::*;

const SLICE: Cycles = Cycles(300);

fn scheduler(threads: &[ThreadId]) -> (Fair, Rc<InterruptTime>) {
    let interrupts = Rc::new(InterruptTime::default());
    (Fair::new(threads, interrupts.clone(), SLICE, Cycles(100)), interrupts)
}

/// Lets time pass in ticks of 100 cycles. Returns how often each of the threads 0 to 2 had the CPU.
fn run(fair: &Fair, ticks: u64) -> [u64; 3] {
    let mut counts = [0; 3];
    for tick in 0..ticks {
        let now = Cycles(tick * 100);
        fair.tick(now);
        let picked = fair.pick(now);
        if picked != fair.current.get() {
            fair.switched(picked, now);
        }
        counts[picked.expect("a thread is ready")] += 1;
    }
    counts
}

#[test]
fn equal_processes_share_the_cpu_equally() {
    let (fair, _) = scheduler(&[0, 1, 2]);
    (0..3).for_each(|thread| fair.ready(thread, Cycles::ZERO));
    let counts = run(&fair, 900);
    assert!(counts.iter().all(|count| (297..=303).contains(count)), "{counts:?}");
}

#[test]
fn a_process_runs_for_its_whole_slice() {
    let (fair, _) = scheduler(&[0, 1]);
    fair.ready(0, Cycles::ZERO);
    fair.switched(fair.pick(Cycles::ZERO), Cycles::ZERO);
    fair.ready(1, Cycles::ZERO);
    for now in [100, 200] {
        fair.tick(Cycles(now));
        assert_eq!(fair.pick(Cycles(now)), Some(0), "at {now}");
    }
    fair.tick(Cycles(300));
    assert!(fair.need_resched());
    assert_eq!(fair.pick(Cycles(300)), Some(1));
    assert!(!fair.need_resched());
}

#[test]
fn a_process_that_wakes_far_behind_preempts() {
    let (fair, _) = scheduler(&[0, 1]);
    fair.ready(0, Cycles::ZERO);
    fair.switched(fair.pick(Cycles::ZERO), Cycles::ZERO);
    fair.ready(1, Cycles(90));
    assert_eq!(fair.pick(Cycles(90)), Some(0), "hardly behind: it waits");
    fair.asleep(1, Cycles(90));
    fair.ready(1, Cycles(1_000));
    assert_eq!(fair.pick(Cycles(1_000)), Some(1));
}

/// A long sleep makes a process's virtual run time smaller by one slice only.
#[test]
fn a_long_sleep_is_worth_one_slice() {
    let (fair, _) = scheduler(&[0, 1]);
    fair.ready(0, Cycles::ZERO);
    fair.switched(fair.pick(Cycles::ZERO), Cycles::ZERO);
    fair.ready(1, Cycles(100_000));
    assert_eq!(fair.tasks[1].ran.get(), Cycles(100_000 - SLICE.0));
}

#[test]
fn interrupt_time_is_charged_to_no_process() {
    let (fair, interrupts) = scheduler(&[0, 1]);
    fair.ready(0, Cycles::ZERO);
    fair.switched(fair.pick(Cycles::ZERO), Cycles::ZERO);
    fair.ready(1, Cycles::ZERO);
    interrupts.enter(Cycles(50));
    interrupts.enter(Cycles(100));
    fair.tick(Cycles(900));
    interrupts.leave(Cycles(950));
    interrupts.leave(Cycles(1_050));
    assert!(!fair.need_resched(), "it has run for 50 cycles");
    fair.tick(Cycles(1_300));
    assert_eq!(fair.tasks[0].ran.get(), Cycles(300));
    assert!(fair.need_resched());
}
