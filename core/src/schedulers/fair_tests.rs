//! Facts about the fair scheduler: equal shares, slices, and who wakes when.

use super::*;

const SLICE: Cycles = Cycles(300);

fn scheduler(threads: &[ThreadId]) -> (Fair, Rc<InterruptTime>) {
    let interrupts = Rc::new(InterruptTime::default());
    (Fair::new(threads, interrupts.clone(), SLICE, Cycles(100)), interrupts)
}

/// Lets time pass in ticks of 100; how often each of the threads 0 to 2 had the CPU.
fn run(fair: &Fair, ticks: u64) -> [u64; 3] {
    let mut counts = [0; 3];
    for tick in 0..ticks {
        let now = Cycles(tick * 100);
        fair.tick(now);
        let wanted = fair.pick(now);
        if wanted != fair.current.get() {
            fair.switched(wanted, now);
        }
        counts[wanted.expect("somebody is ready")] += 1;
    }
    counts
}

#[test]
fn equals_share_the_cpu() {
    let (fair, _) = scheduler(&[0, 1, 2]);
    (0..3).for_each(|thread| fair.ready(thread, Cycles::ZERO));
    let counts = run(&fair, 900);
    assert!(counts.iter().all(|count| (297..=303).contains(count)), "{counts:?}");
}

#[test]
fn a_slice_is_not_cut_short() {
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
fn who_wakes_well_behind_takes_the_cpu() {
    let (fair, _) = scheduler(&[0, 1]);
    fair.ready(0, Cycles::ZERO);
    fair.switched(fair.pick(Cycles::ZERO), Cycles::ZERO);
    fair.ready(1, Cycles(90));
    assert_eq!(fair.pick(Cycles(90)), Some(0), "hardly behind: it waits");
    fair.asleep(1, Cycles(90));
    fair.ready(1, Cycles(1_000));
    assert_eq!(fair.pick(Cycles(1_000)), Some(1));
}

/// However long it has slept, a process is let off for one slice only.
#[test]
fn a_long_sleep_brings_no_more_than_a_slice() {
    let (fair, _) = scheduler(&[0, 1]);
    fair.ready(0, Cycles::ZERO);
    fair.switched(fair.pick(Cycles::ZERO), Cycles::ZERO);
    fair.ready(1, Cycles(100_000));
    assert_eq!(fair.tasks[1].ran.get(), Cycles(100_000 - SLICE.0));
}

#[test]
fn interrupts_are_charged_to_nobody() {
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
