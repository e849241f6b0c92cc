//! Builds a `BTreeMap` by inserting. `collect` would sort the pairs first; the code of a sort is six kilobytes of WebAssembly
//! for each type.

use std::collections::BTreeMap;

/// Collects pairs into a map that is ordered by key. Of two pairs with the same key the later one counts.
pub fn ordered_map<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}
