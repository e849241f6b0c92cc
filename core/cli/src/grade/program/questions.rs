//! Two questions about a run of the learner's own program, with the answers that the trace gives. Who wrote the program can work
//! them out from its text and from the machine; who did not has to learn how it works first. Which run and which questions they are
//! follows from the text, so that the same hand-in always has the same ones. A question is left out where two answers are nearly
//! as good.

use super::reading::{End, MILLISECONDS, Packet, Reading, Who, is_idle};
use crate::grade::digest::digest_of_bytes;
use livelock_core::trace::topology::{ContextKind, Topology};
use livelock_core::trace::{LineId, PlaceId};
use livelock_core::units::Cycles;
use livelock_judge::{Challenge, Load, Run, Seeds, Verdict, runs};
use std::collections::BTreeMap;

/// Questions for each program.
pub const QUESTIONS: usize = 2;
/// The best answer is so many times as good as the next one.
const CLEAR: f64 = 1.25;

#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Which run it is about.
    pub run: String,
    pub question: String,
    pub answer: String,
}

type Asked = Option<(String, String)>;

type Ask = fn(&Reading) -> Asked;

/// What kept a packet, or what killed it.
const OF_PACKETS: [Ask; 2] = [first_loss, |reading| longest_wait(reading, 200.0)];
/// What the program does with the CPU.
const OF_WORK: [Ask; 4] = [costliest_line, slowest_packet, fullest_ring, |reading| interrupts_taken(reading, 1.5)];
/// Where little happens.
const LAST: [Ask; 2] = [|reading| longest_wait(reading, 10.0), |reading| interrupts_taken(reading, 0.0)];

/// The questions about a program that was judged; fewer if its run has too little to ask about.
pub fn of_run(challenge: &Challenge, file: &str, text: &str, seeds: &Seeds, verdict: &Verdict) -> Vec<Question> {
    let digest = digest_of_bytes(text.as_bytes());
    let number = |at: usize| usize::from_str_radix(&digest[8 * at..8 * at + 8], 16).expect("hexadecimal digits");
    let Some(run) = chosen_run(challenge, file, text, seeds, verdict, number(0)) else { return Vec::new() };
    let Some(reading) = Reading::of(&run) else { return Vec::new() };
    let Run { load, seed, rate, .. } = &run;
    let about = format!("{}; seed {seed}, {rate} packets/s, the first {MILLISECONDS} ms", load.title);
    let turned = |list: &[Ask], by: usize| {
        let mut list = list.to_vec();
        let by = by % list.len();
        list.rotate_left(by);
        list
    };
    let [of_packets, of_work] = [turned(&OF_PACKETS, number(1)), turned(&OF_WORK, number(2))];
    // one of each kind, then whatever there is
    let order = [&of_packets[..1], &of_work[..1], &of_packets[1..], &of_work[1..], &LAST].concat();
    let mut asked: Vec<(String, String)> = Vec::new();
    for found in order.into_iter().filter_map(|ask| ask(&reading)) {
        if asked.len() < QUESTIONS && !asked.contains(&found) {
            asked.push(found);
        }
    }
    asked.into_iter().map(|(question, answer)| Question { run: about.clone(), question, answer }).collect()
}

/// A run of one of the challenge's own loads; if possible one in which the program breaks no rule.
fn chosen_run(
    challenge: &Challenge,
    file: &str,
    text: &str,
    seeds: &Seeds,
    verdict: &Verdict,
    number: usize,
) -> Option<Run> {
    let has_packets = |load: &&Load| !load.window && load.rate > 0;
    let is_whole = |load: &&Load| verdict.loads.iter().any(|judged| judged.load == load.id && judged.fault.is_none());
    let with_packets: Vec<&Load> = challenge.loads.iter().filter(has_packets).collect();
    let whole: Vec<&Load> = with_packets.iter().copied().filter(is_whole).collect();
    let chosen = if whole.is_empty() { with_packets } else { whole };
    let load = chosen.get(number % chosen.len().max(1))?;
    let mut runs = runs(challenge, load, file, text, seeds).ok()?;
    let seed = number / chosen.len() % runs.len();
    Some(runs.swap_remove(seed))
}

fn first_loss(reading: &Reading) -> Asked {
    let lost = |packet: &&Packet| matches!(packet.end, Some((End::Refused(_) | End::Dropped(_), _)));
    let packet = reading.packets.iter().filter(lost).min_by_key(|packet| packet.end.map(|(_, at)| at))?;
    let (end, at) = packet.end?;
    let (number, time) = (packet.number, reading.told(at));
    let question = format!(
        "Packet {number} is the first that this run loses, at {time} us. Where is it lost? Which line of your program runs at \
         that moment, or what else has the CPU?"
    );
    let who = name(reading, reading.who_before(at)?);
    let answer = match end {
        End::Refused(place) => {
            format!("The hardware finds {} full and drops it. At that moment: {who}.", place_name(reading, place))
        }
        End::Dropped(place) => format!("It is dropped at: {}. At that moment: {who}.", place_name(reading, place)),
        End::Delivered => return None,
    };
    Some((question, answer))
}

/// The packet that waited longest in a receive ring, if it was so many microseconds.
fn longest_wait(reading: &Reading, least: f64) -> Asked {
    let wait = |packet: &Packet| {
        let (place, from, to) = *packet.stops.first()?;
        Some((place, from, to?))
    };
    let waits = reading.packets.iter().filter_map(|packet| Some((packet, wait(packet)?)));
    // of equal ones, the first
    let (packet, (place, from, to)) = waits.rev().max_by_key(|(_, (_, from, to))| *to - *from)?;
    let times = by_name(reading, from, to);
    let (most, time) = clearly_first(&times)?;
    if reading.microseconds(to - from) < least {
        return None;
    }
    let [arrived, waited, time] = [from, to - from, time].map(|time| reading.told(time));
    let (number, ring) = (packet.number, place_name(reading, place));
    let question = format!(
        "Packet {number} arrived at {arrived} us and lay in {ring} for {waited} us, longer than any other packet of this \
         run. (a) Could the receive interrupt begin at once when it arrived? If not: why not? (b) Which function of your \
         program had the CPU for most of these {waited} us, or who else?"
    );
    let answer = format!("(a) {} (b) {most}: {time} of the {waited} us.", at_arrival(reading, packet)?);
    Some((question, answer))
}

/// Whether the interrupt of a packet could begin when it arrived.
fn at_arrival(reading: &Reading, packet: &Packet) -> Option<String> {
    let line = packet.line;
    let state = reading.state_before(packet.record);
    let shown = state.lines.get(usize::from(line))?;
    let who = name(reading, reading.who_before(packet.arrived)?);
    let level = |line: LineId| reading.interrupts.iter().find(|(one, _, _)| *one == line).map(|(_, _, level)| *level);
    if !shown.enabled {
        let before = reading.turned_off.iter().rev().find(|off| off.line == line && off.at <= packet.arrived)?;
        let (at, by) = (reading.told(before.at), name(reading, before.who));
        return Some(format!("No: the interrupts of the interface were off since {at} us, by {by}."));
    }
    let level = level(line)?;
    if state.cpus[0].level >= level {
        let why =
            if shown.in_service { "the same interrupt was being served" } else { "the CPU was at its level or above" };
        return Some(format!("No: {why}. At that moment: {who}."));
    }
    let (_, next, _) = reading.interrupts.iter().find(|(one, at, _)| *one == line && *at >= packet.arrived)?;
    let later = reading.told(*next - packet.arrived);
    Some(format!("Yes: it began {later} us later. At the arrival: {who}."))
}

fn costliest_line(reading: &Reading) -> Asked {
    let all = reading.times(Cycles::ZERO, Cycles::NEVER);
    let total: u64 = all.values().map(|time| time.0).sum();
    let line = |(who, time): (&Who, &Cycles)| match who {
        Who::Line(line) => Some((*line, *time)),
        _ => None,
    };
    let lines: BTreeMap<u32, Cycles> = all.iter().filter_map(line).collect();
    let (line, time) = clearly_first(&lines)?;
    let visits = reading.visits.get(&line)?;
    let share = (time.0 as f64 * 100.0 / total as f64).round();
    let question = "Which line of your program has the CPU longest in this run, with the calls of the table that it makes (such as \
                    lnread or ip_process), but without functions of your own? About what share of the CPU time is that?"
        .to_string();
    let code = reading.topology().code.iter().find(|row| row.line == line)?;
    let (function, text) = (&code.procedure, &code.text);
    Some((question, format!("Line {line} in {function} ({text}): {share} %; visits: {visits}.")))
}

fn slowest_packet(reading: &Reading) -> Asked {
    let latency = |packet: &Packet| match packet.end {
        Some((End::Delivered, at)) => Some(at - packet.arrived),
        _ => None,
    };
    let delivered = reading.packets.iter().filter_map(|packet| Some((packet, latency(packet)?)));
    let (packet, latency) = delivered.rev().max_by_key(|(_, latency)| *latency)?;
    let mut times: BTreeMap<String, Cycles> = BTreeMap::new();
    let mut rest = latency;
    for (place, from, to) in &packet.stops {
        let time = to.unwrap_or(*from) - *from;
        *times.entry(format!("in {}", place_name(reading, *place))).or_insert(Cycles::ZERO) += time;
        rest = Cycles(rest.0.saturating_sub(time.0));
    }
    times.insert("in none of them, your program worked on it".to_string(), rest);
    let (most, time) = clearly_first(&times)?;
    let [arrived, all, time] = [packet.arrived, latency, time].map(|time| reading.told(time));
    let question = format!(
        "Packet {} arrived at {arrived} us and was sent {all} us later; no delivered packet of this run took longer. In which \
         queue or ring did it spend most of this time, or did your program work on it?",
        packet.number
    );
    Some((question, format!("{}{}: {time} of the {all} us.", most[..1].to_uppercase(), &most[1..])))
}

fn fullest_ring(reading: &Reading) -> Asked {
    let (place, (count, at)) = reading.peaks.iter().max_by_key(|(_, (count, _))| *count)?;
    if *count < 2 {
        return None;
    }
    let (ring, time) = (place_name(reading, *place), reading.told(*at));
    let limit = reading.topology().places[usize::from(*place)].capacity;
    let question = format!(
        "How many packets were in {ring} at most at one moment of this run? Which function of your program had the CPU when \
         there were so many for the first time, or who else?"
    );
    let who = name(reading, reading.who_before(*at)?);
    Some((question, format!("{count} packets (it holds {limit}), first at {time} us. At that moment: {who}.")))
}

/// How often the receive interrupt comes, if it is for so many packets each or more.
fn interrupts_taken(reading: &Reading, least: f64) -> Asked {
    let arrived = reading.packets.iter().filter(|packet| !packet.stops.is_empty()).count();
    let lines: Vec<LineId> = reading.packets.first().map(|packet| packet.line).into_iter().collect();
    let taken = reading.interrupts.iter().filter(|(line, _, _)| lines.contains(line)).count();
    let row = reading.topology().lines.get(usize::from(*lines.first()?))?;
    let mean = arrived as f64 / taken.max(1) as f64;
    if arrived < 2 || mean < least {
        return None;
    }
    let question = format!(
        "{arrived} packets come into the ring of the interface in these {MILLISECONDS} ms. About how often does the CPU take the \
         interrupt “{}”?",
        row.name
    );
    let times = if taken == 1 { "once".to_string() } else { format!("{taken} times") };
    Some((question, format!("{}{}: {mean:.1} packets for each interrupt.", times[..1].to_uppercase(), &times[1..])))
}

/// The best of some, if no other one is nearly as good.
fn clearly_first<T: Clone + Ord>(times: &BTreeMap<T, Cycles>) -> Option<(T, Cycles)> {
    let mut sorted: Vec<(&T, &Cycles)> = times.iter().filter(|(_, time)| **time > Cycles::ZERO).collect();
    sorted.sort_by(|one, other| other.1.cmp(one.1));
    let (first, time) = sorted.first()?;
    let next = sorted.get(1).map_or(0, |(_, time)| time.0);
    (time.0 as f64 >= next as f64 * CLEAR).then(|| ((*first).clone(), **time))
}

/// The times of an interval by function of the program, process and so on.
fn by_name(reading: &Reading, from: Cycles, to: Cycles) -> BTreeMap<String, Cycles> {
    let mut times = BTreeMap::new();
    for (who, time) in reading.times(from, to) {
        let name = match who {
            Who::Line(line) => function(reading.topology(), line),
            other => name(reading, other),
        };
        *times.entry(name).or_insert(Cycles::ZERO) += time;
    }
    times
}

fn function(topology: &Topology, line: u32) -> String {
    topology.code.iter().find(|row| row.line == line).map_or(String::new(), |row| row.procedure.to_string())
}

/// "line 12 in netisr", "the process screend", "nobody, the CPU is idle".
fn name(reading: &Reading, who: Who) -> String {
    let topology = reading.topology();
    match who {
        Who::Line(line) => format!("line {line} in {}", function(topology, line)),
        Who::Switch => "a switch between threads".to_string(),
        Who::Context(context) if is_idle(topology, context) => "nobody, the CPU is idle".to_string(),
        Who::Context(context) => {
            let row = &topology.contexts[usize::from(context)];
            match row.kind {
                ContextKind::Process if row.name.contains("process") => format!("the {}", row.name.to_lowercase()),
                ContextKind::Process => format!("the process {}", row.name),
                _ => format!("the machine's own part of the {}", row.name.to_lowercase()),
            }
        }
    }
}

/// "the receive ring"; a queue that the program declares has a name: "ipintrq".
fn place_name(reading: &Reading, place: PlaceId) -> String {
    let name = &reading.topology().places[usize::from(place)].name;
    if name.contains(' ') { format!("the {name}") } else { name.clone() }
}
