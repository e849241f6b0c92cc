//! Programs that have the same tokens. By winnowing (Schleimer, Wilkerson and Aiken, SIGMOD 2003): of each `WINDOW` neighbouring
//! groups of `K` tokens, the one with the least hash is a fingerprint, so that a part that two programs have in common gives both
//! the same fingerprints wherever it stands.
//!
//! ```text
//! text -> tokens, of which names and numbers are all the same -> groups -> without those of given texts -> fingerprints
//! ```
//!
//! Comments, line ends and the order of functions do not count: no group reaches over the end of a function or declaration. What a
//! learner begins with and the programs that ship are given texts, and are nobody's own. Left out: a judgement. Two people who
//! know the same answer may write the same tokens.

use livelock_core::program::calls::{CONSTANTS, call, entry_point};
use livelock_core::program::{Kind, Token, is_keyword, tokens};
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;

/// Tokens of a group, and groups of a window. Of 780 pairs of forty independent solutions of one laboratory, none had more than 0.68
/// of its fingerprints in common with these (design of the workshop).
const K: usize = 12;
const WINDOW: usize = 8;
/// The share of the fingerprints of the shorter program that is told.
const SHARE: f64 = 0.8;
/// Fewer tokens of one's own may be the same by chance.
const OWN_TOKENS_MIN: usize = 150;
/// Names of declarations, as in `QUEUE(ipintrq, 50)`.
const DECLARES: [&str; 5] = ["EVENT", "KNOB", "QUEUE", "THREAD", "TIMER"];

/// A group of tokens that is nobody's but this program's.
#[derive(Clone, Copy)]
struct Group {
    hash: u64,
    first_line: u32,
    last_line: u32,
}

/// A program, ready to be compared.
pub struct Tokens {
    own: Vec<Group>,
    own_tokens: usize,
    fingerprints: BTreeSet<u64>,
}

/// The groups of the texts that everybody has.
#[derive(Default)]
pub struct Given(BTreeSet<u64>);

impl Given {
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Given {
        let groups = texts.into_iter().flat_map(|text| parts(text).into_iter().flat_map(|part| groups(&part)));
        Given(groups.map(|group| group.hash).collect())
    }
}

impl Tokens {
    pub fn of(text: &str, given: &Given) -> Tokens {
        let mut all = Tokens { own: Vec::new(), own_tokens: 0, fingerprints: BTreeSet::new() };
        for part in parts(text) {
            let groups = groups(&part);
            let is_own: Vec<bool> = groups.iter().map(|group| !given.0.contains(&group.hash)).collect();
            let in_own_group = |at: usize| (at.saturating_sub(K - 1)..=at).any(|one| is_own.get(one) == Some(&true));
            all.own_tokens += (0..part.len()).filter(|at| in_own_group(*at)).count();
            all.own.extend(groups.iter().zip(&is_own).filter(|(_, is_own)| **is_own).map(|(group, _)| group));
            for window in groups.windows(WINDOW.min(groups.len().max(1))) {
                let own = window.iter().map(|group| group.hash).filter(|hash| !given.0.contains(hash));
                all.fingerprints.extend(own.min());
            }
        }
        all
    }

    fn is_long(&self) -> bool {
        self.own_tokens >= OWN_TOKENS_MIN
    }
}

/// Two programs with the same tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Same {
    /// The place of the other program in the list.
    pub other: usize,
    /// The part of the shorter one's fingerprints that both have, from 0 to 1.
    pub share: f64,
}

/// For each program the others that have the same tokens, the most similar one first. Pairs that `excepts` names are left out.
pub fn same_tokens(programs: &[Tokens], excepts: impl Fn(usize, usize) -> bool) -> Vec<Vec<Same>> {
    let mut owners: HashMap<u64, Vec<usize>> = HashMap::new();
    for (index, program) in programs.iter().enumerate().filter(|(_, program)| program.is_long()) {
        for hash in &program.fingerprints {
            owners.entry(*hash).or_default().push(index);
        }
    }
    let of_one = |(index, program): (usize, &Tokens)| {
        if !program.is_long() {
            return Vec::new();
        }
        let mut common = vec![0_usize; programs.len()];
        for other in program.fingerprints.iter().filter_map(|hash| owners.get(hash)).flatten() {
            common[*other] += 1;
        }
        let shares = common.into_iter().enumerate().filter(|(other, common)| *common > 0 && *other != index);
        let same = shares.map(|(other, common)| {
            let shorter = program.fingerprints.len().min(programs[other].fingerprints.len());
            Same { other, share: common as f64 / shorter as f64 }
        });
        let is_told = |same: &Same| same.share >= SHARE && !excepts(index, same.other);
        let mut similar: Vec<Same> = same.filter(is_told).collect();
        similar.sort_by(|one, other| other.share.total_cmp(&one.share).then(one.other.cmp(&other.other)));
        similar
    };
    programs.iter().enumerate().map(of_one).collect()
}

/// The longest part that two programs have in common, in lines of both texts.
pub fn longest_common(one: &Tokens, other: &Tokens) -> (RangeInclusive<u32>, RangeInclusive<u32>) {
    let (one, other) = (&one.own, &other.own);
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, group) in other.iter().enumerate() {
        places.entry(group.hash).or_default().push(at);
    }
    let (mut best, mut at) = ((0, 0, 0), 0);
    while at < one.len() {
        let length =
            |there: &usize| one[at..].iter().zip(&other[*there..]).take_while(|(a, b)| a.hash == b.hash).count();
        let begins = places.get(&one[at].hash).into_iter().flatten();
        let longest = begins.map(|there| (length(there), *there)).max_by_key(|(length, _)| *length);
        let (length, there) = longest.unwrap_or((0, 0));
        if length > best.0 {
            best = (length, at, there);
        }
        at += length.max(1);
    }
    let lines = |groups: &[Group]| {
        let first = groups.iter().map(|group| group.first_line).min().unwrap_or(0);
        first..=groups.iter().map(|group| group.last_line).max().unwrap_or(0)
    };
    let (length, here, there) = best;
    (lines(&one[here..here + length]), lines(&other[there..there + length]))
}

/// A token of a part, as comparisons see it, and its line.
type Word = (u64, u32);

/// The declarations and functions of a text. None if it has more tokens than a program may have.
fn parts(text: &str) -> Vec<Vec<Word>> {
    let (mut parts, mut depth) = (vec![Vec::new()], 0_i32);
    for token in tokens(text).unwrap_or_default() {
        depth += match token.kind {
            Kind::Sign("{" | "(") => 1,
            Kind::Sign("}" | ")") => -1,
            _ => 0,
        };
        let part = parts.last_mut().expect("there is always a part");
        part.push((word(&token, text), token.line));
        if depth <= 0 && matches!(token.kind, Kind::Sign("}" | ";")) {
            parts.push(Vec::new());
        }
    }
    parts
}

/// What a token is for a comparison: names that somebody chose are all the same, and so are numbers and texts.
fn word(token: &Token, text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    match token.kind {
        Kind::Name => {
            let name = token.span.text(text);
            let is_fixed = is_keyword(name)
                || call(name).is_some()
                || entry_point(name).is_some()
                || DECLARES.contains(&name)
                || CONSTANTS.iter().any(|constant| constant.name == name);
            if is_fixed { name } else { "name" }.hash(&mut hasher);
        }
        Kind::Number { .. } => 0_u8.hash(&mut hasher),
        Kind::Text => 1_u8.hash(&mut hasher),
        Kind::Sign(sign) => sign.hash(&mut hasher),
        Kind::Directive => 2_u8.hash(&mut hasher),
        Kind::Refused | Kind::End => 3_u8.hash(&mut hasher),
    }
    hasher.finish()
}

fn groups(part: &[Word]) -> Vec<Group> {
    let group = |words: &[Word]| {
        let mut hasher = DefaultHasher::new();
        words.iter().for_each(|(word, _)| word.hash(&mut hasher));
        Group { hash: hasher.finish(), first_line: words[0].1, last_line: words[K - 1].1 }
    };
    part.windows(K).map(group).collect()
}

#[cfg(test)]
#[path = "tokens_tests.rs"]
mod tests;
