//! Maps in the order of their keys, built by inserting. `BTreeMap`'s own `collect` sorts first, and every sort of a new type
//! is six kilobytes that each visitor's browser would have to load.

use std::collections::BTreeMap;

pub fn ordered_map<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}
