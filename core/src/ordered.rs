//! Maps with a fixed order that need little code: each standard function that is compiled for another type of value is some
//! kilobytes of WebAssembly.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::ops::Index;

/// Collects pairs into a map that is ordered by key. Of two pairs with the same key the later one counts. (`collect` would sort
/// the pairs first.)
pub fn ordered_map<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}

/// Values by id, in the order of the ids; written as a map. For a few tens of values that are collected once.
#[derive(Clone, Debug, PartialEq)]
pub struct ById<V>(Vec<(String, V)>);

impl<V> Default for ById<V> {
    fn default() -> ById<V> {
        ById(Vec::new())
    }
}

impl<V> ById<V> {
    /// Collects pairs. Of two pairs with the same id the later one counts.
    pub fn collect(pairs: impl IntoIterator<Item = (String, V)>) -> ById<V> {
        let mut all = ById(Vec::new());
        for pair in pairs {
            match all.position(&pair.0) {
                Ok(at) => all.0[at] = pair,
                Err(at) => all.0.insert(at, pair),
            }
        }
        all
    }

    fn position(&self, id: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.as_str().cmp(id))
    }

    pub fn get(&self, id: &str) -> Option<&V> {
        self.position(id).ok().map(|at| &self.0[at].1)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&String, &V)> {
        self.0.iter().map(|(id, value)| (id, value))
    }

    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.iter().map(|(id, _)| id)
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }
}

impl<V> Index<&str> for ById<V> {
    type Output = V;

    fn index(&self, id: &str) -> &V {
        self.get(id).unwrap_or_else(|| panic!("there is no value for {id}"))
    }
}

impl<V: Serialize> Serialize for ById<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for ById<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ById<V>, D::Error> {
        BTreeMap::deserialize(deserializer).map(ById::collect)
    }
}

#[cfg(test)]
mod tests {
    use super::ById;

    #[test]
    fn values_are_in_the_order_of_their_ids_and_the_later_of_two_counts() {
        let pairs = [("ring", 3), ("queue", 1), ("ring", 4)].map(|(id, count)| (id.to_string(), count));
        let counts = ById::collect(pairs);
        let text = serde_json::to_string(&counts).expect("plain data");
        assert_eq!(text, r#"{"queue":1,"ring":4}"#);
        assert_eq!(serde_json::from_str::<ById<i32>>(&text).expect("a map"), counts);
        assert_eq!((counts["ring"], counts.get("wire")), (4, None));
    }
}
