//! Diagnoses that are right although their counterfactual does not confirm them, each with the reason. MODEL.md section 16
//! describes them in full.

use livelock_core::scenario::{Scenario, Values};

struct Exception {
    finding: &'static str,
    when: fn(&Values) -> bool,
    reason: &'static str,
}

const EXCEPTIONS: &[Exception] = &[
    Exception {
        finding: "livelock_at_process",
        when: |values| is_on(values, "limit.enabled") && is_on(values, "programs.screend"),
        reason: "with cheaper packets the cycle limit lets more of them in, and the firewall gets no more CPU time",
    },
    Exception {
        finding: "livelock_at_process",
        when: |values| is_on(values, "programs.nfs"),
        reason: "chance: which requests wait for the disk decides as much as the cause",
    },
    Exception {
        finding: "livelock_at_process",
        when: |values| is_on(values, "programs.tcpdump") && is_on(values, "programs.compute"),
        reason: "chance: in a window of 100 ms the process has few turns of 10 ms",
    },
    Exception { finding: "livelock_at_process", when: has_receivers, reason: TURNS_OF_RECEIVERS },
    Exception { finding: "receiver_too_slow", when: has_receivers, reason: TURNS_OF_RECEIVERS },
    Exception { finding: "refused_early", when: has_receivers, reason: TURNS_OF_RECEIVERS },
    Exception {
        finding: "livelock_at_queue",
        when: |values| values.get("scale.protocol_costs").integer() >= 300,
        reason: "protocols cost so much that nine of ten packets are lost even if interrupts cost nothing",
    },
    Exception {
        finding: "socket_starved",
        when: |values| values.design().row().family == "srp" && values.get("srp.application").choice() == "stream",
        reason: "the sender's burst is longer than the socket's buffer, so packets are lost without other processes, too",
    },
    Exception {
        finding: "socket_starved",
        when: |values| values.design().row().family == "srp",
        reason: "chance: in the window the process has few turns, and seeds differ by as much as the cause",
    },
    Exception {
        finding: "process_hangs",
        when: |values| values.get("scale.protocol_costs").integer() >= 200,
        reason: "the kernel takes all of the CPU, too, so a process that goes on gets none of it",
    },
    Exception {
        finding: "wire_full",
        when: |values| values.get("machine.link_mbps").integer() < 4,
        reason: "the CPU is at its limit at the same rate as the wire",
    },
    Exception {
        finding: "nothing_through",
        when: |values| values.get("traffic.packets").integer() > 0,
        reason: "the last packets wait for more, of their video frame or until the card interrupts, and no more come",
    },
];

const TURNS_OF_RECEIVERS: &str =
    "chance: the receivers have few slices of 3 ms, and seeds differ by as much as the cause";

fn has_receivers(values: &Values) -> bool {
    values.design().row().family == "linux_today" && values.get("today.receivers").integer() > 1
}

fn is_on(values: &Values, path: &str) -> bool {
    values.get(path).switch()
}

/// Returns why a diagnosis is right although it is not confirmed.
pub fn reason(scenario: &Scenario, finding: &str) -> Option<&'static str> {
    let values = scenario.values();
    let row = EXCEPTIONS.iter().find(|row| row.finding == finding && (row.when)(&values));
    row.map(|row| row.reason)
}
