//! Shards: `--shard 2/4` does the second of four parts of the work, and `livelock merge` joins the parts. Part i of n has the
//! items i, i + n, i + 2n, ..., so that all parts take about the same time.

use crate::error::CommandError;
use serde::{Deserialize, Serialize};

/// More parts than this are probably a typing mistake.
const SHARDS_MAX: u64 = 100_000;

/// The most missing parts that an error names.
const MISSING_NAMED_MAX: usize = 12;

/// Part `number` of `of`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub number: u64,
    pub of: u64,
}

/// What the file of a part contains.
pub struct Part<T> {
    /// The name of the file.
    pub file: String,
    pub shard: Shard,
    pub items: Vec<T>,
}

impl Shard {
    /// Reads `2/4`.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let shard = numbers.map(|(number, of)| Shard { number, of }).filter(|shard| shard.exists());
        shard.ok_or_else(|| format!("expected PART/PARTS from 1/N to N/N, like 2/4, with at most {SHARDS_MAX} parts"))
    }

    pub fn exists(self) -> bool {
        (1..=SHARDS_MAX).contains(&self.of) && (1..=self.of).contains(&self.number)
    }

    /// Selects the items of this part.
    pub fn select<T>(self, items: Vec<T>) -> Vec<T> {
        items.into_iter().skip(self.number as usize - 1).step_by(self.of as usize).collect()
    }

    /// How many of `total` items belong to this part.
    pub fn size(self, total: usize) -> usize {
        (total as u64 + self.of - self.number) as usize / self.of as usize
    }
}

/// Joins parts of the same work, in any order, to the items of the whole. Fails if a part is missing, is named twice, or has
/// another number of items than `select` gives it. `command` writes the parts.
pub fn join<T>(mut parts: Vec<Part<T>>, command: &str) -> Result<Vec<T>, CommandError> {
    let wrong = |text: String| Err(CommandError::Input(text));
    parts.sort_by_key(|part| part.shard.number);
    if let Some([other, part]) = parts.array_windows().find(|[other, part]| other.shard == part.shard) {
        let Shard { number, of } = part.shard;
        return wrong(format!(
            "{}: is part {number} of {of}, and so is {}; name each part once",
            part.file, other.file
        ));
    }
    let of = parts.first().map_or(0, |part| part.shard.of);
    let is_missing = |number: &u64| parts.binary_search_by_key(number, |part| part.shard.number).is_err();
    let missing: Vec<String> = (1..=of).filter(is_missing).map(|number| format!("{number}/{of}")).collect();
    if let Some(first) = missing.first() {
        let unnamed = missing.len().saturating_sub(MISSING_NAMED_MAX);
        let named = missing[..missing.len() - unnamed].join(", ");
        let more = if unnamed > 0 { format!(" and {unnamed} more") } else { String::new() };
        let (others, files) =
            if missing.len() > 1 { (", do the same for the others,", "their files") } else { ("", "its file") };
        let text = format!("missing: part {named}{more}; run `{command} ... --shard {first}`{others} and add {files}");
        return wrong(text);
    }
    let total = parts.iter().map(|part| part.items.len()).sum();
    if parts.iter().any(|part| part.items.len() != part.shard.size(total)) {
        return wrong(format!(
            "a part has too many or too few results; run `{command} ... --shard I/{of}` again for each part"
        ));
    }
    let mut items: Vec<_> = parts.into_iter().map(|part| part.items.into_iter()).collect();
    let next = |index: usize| items[index % of as usize].next().expect("each part has its size");
    Ok((0..total).map(next).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shard_is_one_number_of_another() {
        assert_eq!(Shard::parse("2/4"), Ok(Shard { number: 2, of: 4 }));
        for wrong in ["", "2", "0/4", "5/4", "a/4", "1/0", "1/100001", "-1/4", "1/2/3"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_item_belongs_to_one_shard() {
        let select = |number| Shard { number, of: 3 }.select(vec![0, 1, 2, 3, 4]);
        assert_eq!([select(1), select(2), select(3)], [vec![0, 3], vec![1, 4], vec![2]]);
        assert_eq!(Shard { number: 7, of: 9 }.select(vec![0, 1]), Vec::<i32>::new());
        for (number, total) in [(1, 5), (2, 5), (3, 5), (3, 2), (1, 0)] {
            let shard = Shard { number, of: 3 };
            assert_eq!(shard.size(total), shard.select(vec![(); total]).len(), "{number}/3 of {total}");
        }
    }

    /// Part `number` of 3 of the numbers below `total`.
    fn part(number: u64, total: usize) -> Part<usize> {
        let shard = Shard { number, of: 3 };
        Part { file: format!("file {number}"), shard, items: shard.select((0..total).collect()) }
    }

    #[test]
    fn joined_parts_are_the_whole() {
        for total in 0..8 {
            let joined = join(vec![part(3, total), part(1, total), part(2, total)], "livelock sweep");
            assert_eq!(joined.expect("all parts"), (0..total).collect::<Vec<_>>());
        }
    }

    #[test]
    fn parts_that_are_not_the_whole_are_refused_with_a_remedy() {
        let damaged = Part { items: vec![0; 4], ..part(2, 5) };
        for (parts, says) in [
            (vec![part(1, 5), part(3, 5)], "missing: part 2/3; run `livelock sweep ... --shard 2/3` and add its file"),
            (
                vec![part(3, 5)],
                "part 1/3, 2/3; run `livelock sweep ... --shard 1/3`, do the same for the others, and add their files",
            ),
            (vec![part(1, 5), part(2, 5), part(1, 5)], "file 1: is part 1 of 3, and so is file 1; name each part once"),
            (
                vec![part(1, 5), damaged, part(3, 5)],
                "a part has too many or too few results; run `livelock sweep ... --shard I/3` again for each part",
            ),
        ] {
            let error = format!("{:?}", join(parts, "livelock sweep").expect_err(says));
            assert!(error.contains(says), "{error}");
        }
    }
}
