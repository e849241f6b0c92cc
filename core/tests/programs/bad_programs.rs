//! What the diagnosis says of bad programs: the wrong programs of the challenges, at the load that they fail, and those that break a
//! rule about time or make a mistake of drivers, on their own machines. Read each row: the headline is true, and it helps.

use crate::told::files;
use livelock_core::probes::diagnosis::{Diagnosis, Tone, diagnose};
use livelock_core::program::compile;
use livelock_core::scenario::{KernelProgram, Scenario, Value};
use livelock_core::session::Session;
use livelock_judge::Challenge;
use std::fmt::Write;
use std::path::Path;

const MILLISECONDS: u64 = 300;

const HEADLINES: &str = "\
01 does-nothing, slow: Bad, left_waiting: The program sleeps while packets wait.
01 throws-away, slow: Bad, program_frees: The program throws packets away.
02 one-packet, groups-of-3: Bad, left_waiting: The program sleeps while packets wait.
02 fixed-number, groups-of-20: Good, batching: One interrupt is enough for several packets.
03 never-reclaims, slow: Bad, transmit_starvation: Packets wait although the wire is idle.
03 only-when-sent, slow: Bad, transmit_starvation: Packets wait although the wire is idle.
03 one-at-a-time, groups-of-40: Bad, transmit_starvation: Packets wait although the wire is idle.
04 all-in-the-handler, single: Good, keeping_up: Every packet gets through.
04 stops-early, groups-of-20: Bad, left_waiting: The program sleeps while packets wait.
04 small-queue, groups-of-20: Bad, burst_overflows: A queue is too short for the bursts.
04 no-request, single: Bad, left_waiting: The program sleeps while packets wait.
05 link-level-first, bursts-of-30: Good, keeping_up: Every packet gets through.
05 only-the-first, bursts-of-30: Bad, program_frees: The program throws packets away.
05 first-overtakes, bursts-of-30: Good, batching: One interrupt is enough for several packets.
06 4.2bsd, wire-speed: Bad, livelock_at_queue: Thrown away after work: 96 % of the packets.
06 long-queue, wire-speed: Bad, livelock_at_queue: Thrown away after work: 96 % of the packets.
06 never-on-again, slow: Bad, left_waiting: The program sleeps while packets wait.
06 reclaims-too-late, wire-speed: Bad, transmit_starvation: Packets wait although the wire is idle.
07 no-quota, wire-speed: Bad, transmit_starvation: Packets wait although the wire is idle.
07 polls-for-ever, rest: Neutral, idle: No packets to process.
07 enables-each-time, slow: Neutral, keeping_up: Every packet gets through.
08 never-sleeps, rest: Neutral, idle: No packets to process.
09 no-feedback, wire-speed: Bad, livelock_at_process: Livelock: nothing gets through.
09 drops-when-behind, wire-speed: Bad, program_frees: The program throws packets away.
09 never-again, wire-speed: Bad, left_waiting: The program sleeps while packets wait.
10 no-limit, wire-speed: Bad, transmit_starvation: Packets wait although the wire is idle.
10 drops-everything, wire-speed: Bad, program_frees: The program throws packets away.
10 one-packet-a-tick, above-the-peak: Neutral, program_limits: The program leaves CPU time to the user process.
10 only-when-idle, slow: Bad, left_waiting: The program sleeps while packets wait.
11 first-wire-first, first-floods: Neutral, shedding: The machine is at its limit: the ring refuses packets.
11 favours-the-other, other-floods: Bad, transmit_starvation: Packets wait although the wire is idle.
11 half-of-the-time, first-floods: Good, shedding: The machine is at its limit: the ring refuses packets.
12 high-ipl, program: Bad, process_starved: The user process gets no CPU time.
12 polling-without-a-limit, program: Bad, transmit_starvation: Packets wait although the wire is idle.
12 feedback-only, program: Bad, transmit_starvation: Packets wait although the wire is idle.
12 limit-only, firewall: Bad, livelock_at_process: Four of ten packets are thrown away after work.
200 turns with each packet, programs.compute: Bad, program_busy: Most CPU time goes to other work than packets.
1000 turns with each packet, programs.compute: Bad, program_busy: Most CPU time goes to other work than packets.
1000 turns with each packet, queues.give_back: Bad, program_busy: Most CPU time goes to other work than packets.
p10-work-at-splimp: Bad, program_busy: Most CPU time goes to other work than packets.
p10-work-in-handler: Bad, program_frees: The program throws packets away.
p12-enabled-on-one-path: Bad, left_waiting: The program sleeps while packets wait.
p12-nobody-reads: Bad, program_busy: Most CPU time goes to other work than packets.
p13-one-packet-a-request: Bad, program_frees: The program throws packets away.
p13-one-packet-an-interrupt: Bad, program_frees: The program throws packets away.
p17-never-reclaimed: Bad, transmit_starvation: Packets wait although the wire is idle.
p17-never-started: Bad, transmit_starvation: Packets wait although the wire is idle.
p19-done-with-packets-left: Bad, program_frees: The program throws packets away.
p19-handler-gives-up: Bad, program_frees: The program throws packets away.
p23-block-without-announcement: Bad, program_frees: The program throws packets away.
p23-polls-for-ever: Bad, program_frees: The program throws packets away.
01-one-packet-an-interrupt: Bad, program_frees: The program throws packets away.
02-one-wake-up-for-many-packets: Bad, program_frees: The program throws packets away.
03-cause-cleared-after-the-work: Bad, program_frees: The program throws packets away.
06-interrupts-stay-off-on-one-path: Bad, left_waiting: The program sleeps while packets wait.
07-enabled-without-a-last-look: Bad, program_frees: The program throws packets away.
08-completes-while-the-budget-is-used-up: Bad, program_frees: The program throws packets away.
21-level-held-while-calling-up: Bad, program_busy: Most CPU time goes to other work than packets.
24-wake-up-before-sleep: Bad, program_frees: The program throws packets away.
26-loop-without-a-quota: Bad, transmit_starvation: Packets wait although the wire is idle.
29-polls-more-slowly-than-the-ring-fills: Bad, program_frees: The program throws packets away.
30-transmit-queue-never-woken: Bad, transmit_starvation: Packets wait although the wire is idle.
33-long-work-in-the-handler: Bad, program_frees: The program throws packets away.
";

/// A bad program's machine after some time: the rules that it has broken, and the diagnosis. None: its kernel has stopped.
fn run(scenario: &Scenario) -> Option<(usize, Diagnosis)> {
    let mut session = Session::new(scenario, 16 << 20).unwrap_or_else(|errors| panic!("{errors}"));
    let end = session.clock().cycles_in_milliseconds(MILLISECONDS);
    session.advance(end, u64::MAX).ok()?;
    Some((session.machine().host.verdicts().len(), diagnose(&session, end)))
}

fn on_machine(challenge: &Challenge, load: &str, program: &str) -> Option<Scenario> {
    let load = challenge.judged_loads().into_iter().find(|one| one.id == load && !one.window)?;
    let written = KernelProgram { file: "kernel.c".to_string(), statement: 20, ..KernelProgram::default() };
    let machine = Scenario { program: Some(written), ..challenge.machine(&load).expect("valid settings") };
    Some(machine.with_program_text(program).expect("a text"))
}

/// Our solution of challenge 6 under a flood, with a handler that does something else for so many turns with each packet.
fn slow_handler(turns: u32, switched_on: &str) -> Scenario {
    let (challenge, folder) = livelock_judge::find("survive-the-wire").expect("a challenge");
    let work = format!(
        "        for (int turn = 0; turn < {turns}; turn++)\n            charge(THREAD_BLOCK);\n        lninitdesc("
    );
    let text = folder.reference.replacen("        lninitdesc(", &work, 1);
    let machine = on_machine(challenge, "wire-speed", &text).expect("a load");
    machine.with(&[(switched_on, Value::Switch(true))]).expect("valid settings")
}

/// Each bad program, by name, with its machine.
fn bad_programs() -> Vec<(String, Scenario)> {
    let of_challenges = livelock_judge::all().iter().flat_map(|(challenge, folder)| {
        let fails = challenge.fails.iter();
        fails.filter_map(move |fail| {
            let text = folder.fail(&fail.program).expect("a program");
            let name = format!("{:02} {}, {}", challenge.number, fail.program, fail.load);
            Some((name, on_machine(challenge, &fail.load, text)?))
        })
    });
    let folders = ["programs/panics", "tests/programs/mistakes"];
    let of_folders = folders.into_iter().flat_map(|folder| files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)));
    let compiled = of_folders.filter(|file| compile(&file.source).is_ok());
    let slow = [(200, "programs.compute"), (1_000, "programs.compute"), (1_000, "queues.give_back")];
    let slow = slow.map(|(turns, on)| (format!("{turns} turns with each packet, {on}"), slow_handler(turns, on)));
    of_challenges.chain(slow).chain(compiled.map(|file| (file.name.clone(), file.scenario()))).collect()
}

#[test]
fn each_bad_program_has_this_headline() {
    let mut found = String::new();
    for (name, scenario) in bad_programs() {
        let Some((broken, Diagnosis { id, tone, headline, cure, .. })) = run(&scenario) else { continue };
        assert_eq!(cure, None, "{name}: no knob of a built-in kernel helps a program");
        assert!(broken == 0 || tone != Tone::Good, "{name} has broken a rule: {headline}");
        writeln!(found, "{name}: {tone:?}, {id}: {headline}").expect("a text");
    }
    assert!(found == HEADLINES, "{found}");
}
