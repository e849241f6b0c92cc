//! What the sentences of a finding leave out: losses at other places, since a finding is about one place, and rules that a program
//! has broken although all goes well.

use super::numbers::percent;
use super::phrases::{are_lost, part, the};
use crate::message;
use crate::message::Message;
use crate::probes::diagnosis::facts::{Facts, IDLE_MIN, Loss};
use crate::probes::diagnosis::families::linux_today::FRAMES_BROKEN;
use crate::probes::diagnosis::findings::{Finding, PROGRAM_FREES};

/// A loss is named if more than this share of the packets is lost there.
const CONSIDERABLE: f64 = 0.05;

/// Further losses are not named, so that the text stays short.
const NAMED_MAX: usize = 2;

/// Returns a sentence for each considerable loss at a place that the diagnosis does not name.
pub fn losses_elsewhere(finding: &Finding, sentences: &[Message], facts: &Facts) -> Vec<Message> {
    // who throws the packets away is named, and not the place
    let names_who = [FRAMES_BROKEN.id, PROGRAM_FREES.id].contains(&finding.id);
    let of_worst = facts.worst_place.as_ref().filter(|_| names_who);
    let is_named = |loss: &Loss| {
        let is_of_worst = !loss.is_refused && of_worst.is_some_and(|worst| worst.name == loss.name);
        let says = |words: &str| sentences.iter().any(|sentence| sentence.contains(words));
        is_of_worst || if loss.is_refused { says("refuse") } else { says(&loss.name) }
    };
    let is_considerable = |loss: &&Loss| part(loss.packets, facts.arrived) > CONSIDERABLE;
    let others =
        facts.losses.iter().filter(|_| finding.names_losses).filter(is_considerable).filter(|loss| !is_named(loss));
    others.take(NAMED_MAX).map(|loss| at_another_place(loss, facts)).collect()
}

/// Why what would be good news is none: an interface is left out, or the program has broken rules about time.
pub fn why_not_good(facts: &Facts) -> Vec<Message> {
    let neglected = facts
        .neglected_interface
        .map(|number| message!("Hardly any packet of {interface} is taken in.", interface = format!("ln{number}")));
    let broken = facts.broken_rules.last().map(|last| match facts.broken_rules.len() {
        1 => message!("The program has broken a rule: {name}.", name = (last.name)()),
        count => message!(
            "The program has broken {n} rules, the last one: {name}.",
            n = count.to_string(),
            name = (last.name)(),
        ),
    });
    neglected.into_iter().chain(broken).collect()
}

/// "3,030 packets/s are thrown away at the IP input queue, which wastes 18 % of the CPU time."
fn at_another_place(loss: &Loss, facts: &Facts) -> Message {
    let (are_lost, place) = (are_lost(facts, loss.packets, loss.is_refused), the(&loss.name));
    let is_elsewhere = facts.worst_place.as_ref().is_some_and(|worst| worst.consumer_cpu != loss.cpu);
    match loss.is_refused {
        false => message!(
            "{are_lost} at {place}, which wastes {share} of the CPU time.",
            are_lost,
            place,
            share = percent(loss.wasted_share),
        ),
        true if is_elsewhere && loss.idle < IDLE_MIN => message!(
            "{are_lost} at {place}: CPU {n}, which empties it, is busy {share} of the time.",
            are_lost,
            place,
            n = loss.cpu.to_string(),
            share = percent(1.0 - loss.idle),
        ),
        true => message!("{are_lost} at {place}.", are_lost, place),
    }
}
