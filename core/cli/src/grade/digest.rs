//! The fingerprint of a value: SHA-256 over its canonical JSON (RFC 8785), in hexadecimal. web/lesson/digest.ts computes the
//! same one (judge-cases.json).

use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::{Result, Write};

/// Digits that identify a file or an answer.
pub const KEY_DIGITS: usize = 16;

/// The fingerprint of a value that JSON can express.
pub fn digest(value: &impl Serialize) -> String {
    let mut hasher = Hasher(Sha256::new());
    serde_json_canonicalizer::to_writer(value, &mut hasher).expect("JSON has a canonical form");
    hexadecimal(hasher.0)
}

/// The SHA-256 of bytes.
pub fn digest_of_bytes(bytes: &[u8]) -> String {
    hexadecimal(Sha256::new_with_prefix(bytes))
}

fn hexadecimal(hasher: Sha256) -> String {
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Takes the canonical text piece by piece, so that a large value has no copy as text.
struct Hasher(Sha256);

impl Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
