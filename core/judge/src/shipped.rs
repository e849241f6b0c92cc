//! The challenges that ship: the folders of `core/challenges`, which `build.rs` reads.

use super::Challenge;
use std::sync::LazyLock;

/// The texts of a folder.
pub struct Folder {
    /// What `challenge.toml` says, as JSON.
    challenge: &'static str,
    /// What a learner begins with.
    pub skeleton: &'static str,
    /// Our own solution.
    pub reference: &'static str,
    /// Programs that must fail, by the names of their files.
    pub fails: &'static [(&'static str, &'static str)],
}

const FOLDERS: &[Folder] = include!(concat!(env!("OUT_DIR"), "/challenges.rs"));

/// All challenges, in the order of their numbers. Panics when a `challenge.toml` is wrong.
pub fn all() -> &'static [(Challenge, &'static Folder)] {
    static ALL: LazyLock<Vec<(Challenge, &Folder)>> = LazyLock::new(|| {
        let read = |folder: &'static Folder| {
            let challenge: Challenge = serde_json::from_str(folder.challenge)
                .unwrap_or_else(|error| panic!("core/challenges: {error} in {}", folder.challenge));
            (challenge, folder)
        };
        let mut all: Vec<_> = FOLDERS.iter().map(read).collect();
        all.sort_by_key(|(challenge, _)| challenge.number);
        all
    });
    &ALL
}

/// The challenge with this number or id.
pub fn find(name: &str) -> Option<&'static (Challenge, &'static Folder)> {
    all().iter().find(|(challenge, _)| challenge.id == name || challenge.number.to_string() == name)
}

impl Folder {
    pub fn fail(&self, program: &str) -> Option<&'static str> {
        self.fails.iter().find(|(name, _)| *name == program).map(|(_, text)| *text)
    }
}
