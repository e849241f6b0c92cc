//! The machines of the papers: clock, wire, and the values that differ from the defaults of the parameter table. Each is a file
//! in `core/machines`, which `build.rs` makes a `Profile`. The defaults are the values of the first machine, so its file has none.
//!
//!   values of a run = the table's defaults <- the profile's settings <- the scenario's settings
//!
//! Each machine has one cost table, which all figures of that machine use.

use super::source::*;
use super::value::Value;
use crate::units::{Bytes, Hertz};

/// One machine.
#[derive(Debug)]
pub struct Profile {
    pub id: &'static str,
    pub label: &'static str,
    /// Paper and section.
    pub source: &'static str,
    pub clock: Hertz,
    pub wire: Wire,
    /// Values that differ from the table's defaults or have another source, by their source.
    pub settings: &'static [(Source, &'static [(&'static str, i64)])],
    /// Ranges that differ from the table's: path, least value, greatest value.
    pub ranges: &'static [(&'static str, i64, i64)],
}

/// The machine's network and interfaces.
#[derive(Clone, Copy, Debug)]
pub struct Wire {
    pub name: &'static str,
    pub adapter: &'static str,
    /// Prefix of the interfaces' names; a number follows.
    pub interface: &'static str,
    /// The shortest packet (Ethernet frame).
    pub shortest: Bytes,
    /// Bytes that a packet occupies on the wire in addition to its own.
    pub overhead: Bytes,
}

macro_rules! machines {
    ($($id:literal)*) => {
        /// All machines; the first one is the default.
        pub const ALL: &[&Profile] = &[$(&include!(concat!(env!("OUT_DIR"), "/", $id, ".rs"))),*];
    };
}

machines! {
    "alpha-3000-300"
    "alpha-3000-500"
    "decstation-3100"
    "mpc8250"
    "x86-64"
    "pentium-ii"
    "pentium-ii-350"
    "pentium-pro"
    "server-today"
}

/// The machines' ids and labels: the choices of `machine.profile`.
pub const NAMES: [(&str, &str); ALL.len()] = {
    let mut names = [("", ""); ALL.len()];
    let mut number = 0;
    while number < ALL.len() {
        names[number] = (ALL[number].id, ALL[number].label);
        number += 1;
    }
    names
};

/// The parameter that chooses the machine.
pub const PATH: &str = "machine.profile";

/// Returns the machine with this id.
pub fn find(id: &str) -> Option<&'static Profile> {
    ALL.iter().copied().find(|profile| profile.id == id)
}

impl Profile {
    /// Returns the values that the profile sets.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, Value)> {
        self.settings.iter().flat_map(|(_, values)| *values).map(|(path, number)| (*path, Value::Integer(*number)))
    }

    /// Where a setting's value on this machine is from. A cost that the machine does not have is that of the first machine.
    #[cfg(feature = "catalogue")]
    pub fn source_of(&self, row: &super::Parameter) -> Source {
        let own = self.settings.iter().find(|(_, values)| values.iter().any(|(path, _)| *path == row.path));
        match own {
            Some((source, _)) => *source,
            None if row.of_first_machine && self.id != ALL[0].id => row.source.taken_over(ALL[0].label),
            None => row.source,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Kind, parameter};
    use crate::units::Link;

    #[test]
    fn a_profiles_values_are_allowed_and_differ_from_the_defaults_or_in_their_source() {
        for profile in ALL {
            for (path, value) in profile.values() {
                let row = profile.parameter(path).unwrap_or_else(|| panic!("{}: no parameter is {path}", profile.id));
                assert!(row.check(value.clone()).is_ok(), "{}: {path}", profile.id);
                let usual = parameter(path).expect("just found");
                let is_usual = value == usual.default && row.source == usual.source;
                assert!(!is_usual, "{}: {path} is the default, with the same source", profile.id);
            }
            for (path, ..) in profile.ranges {
                let row = profile.parameter(path).unwrap_or_else(|| panic!("{}: no parameter is {path}", profile.id));
                let value = profile.values().find(|(of, _)| of == path).map_or(row.default.clone(), |(_, value)| value);
                assert!(row.check(value).is_ok(), "{}: {path} is out of the profile's range", profile.id);
            }
        }
    }

    #[test]
    fn the_greatest_rate_is_the_wires_capacity() {
        for profile in ALL {
            let megabits =
                profile.values().find(|(path, _)| *path == "machine.link_mbps").map_or(10, |(_, v)| v.integer());
            let link = Link { bits_per_second: megabits * 1_000_000, overhead: profile.wire.overhead };
            let carried = profile.clock.0 as f64 / link.wire_time(profile.wire.shortest, profile.clock).0 as f64;
            let Kind::Integer { max, .. } = profile.parameter("traffic.rate").expect("a parameter").kind else {
                panic!("the offered rate is a number");
            };
            assert!((carried - max as f64).abs() / carried < 0.005, "{}: {carried} {max}", profile.id);
        }
    }
}
