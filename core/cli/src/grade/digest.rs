//! The fingerprint of a value: SHA-256 over its canonical JSON (RFC 8785), in hexadecimal. web/lesson/digest.ts computes the
//! same one.

use serde_json::Value as Json;
use sha2::{Digest, Sha256};

pub fn digest(value: &Json) -> String {
    let text = serde_json_canonicalizer::to_string(value).expect("JSON has a canonical form");
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// web/lesson/report/lesson-report.test.ts has the same value and the same hash.
    #[test]
    fn the_page_computes_the_same_hash() {
        let value = serde_json::json!({ "b": [1, 0.1, 1e21, 1e-7, null], "a": "\u{20ac} \u{1f600} \"\n", "aa": {} });
        assert_eq!(digest(&value), SAME);
    }

    const SAME: &str = "d28ebfe802313ff999e60cee3df5aa2d59aa6e6fa2f964ea90a418e92aaa6b8e";
}
