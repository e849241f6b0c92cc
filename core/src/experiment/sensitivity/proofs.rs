//! Claims that other numbers of the same paper exclude. Each has its proof in at most three sentences; a test computes their
//! numbers from `claims.toml`.

/// Why a claim cannot hold together with the paper's other numbers.
pub struct Proof {
    /// The claim.
    pub id: &'static str,
    pub sentences: &'static [&'static str],
}

pub const PROOFS: &[Proof] = &[
    Proof {
        id: "S-t2",
        sentences: &[
            "Table 4 gives TX-OFF and NAPI the same constant time, 20.5 us, and all drivers the same time for a byte.",
            "So both forward packets of 64 bytes at the same rate, 24.3 % faster than ORIGINAL.",
            "The claim needs NAPI to gain more than TX-OFF.",
        ],
    },
    Proof {
        id: "S-f5-ratio",
        sentences: &[
            "In overload a NAPI driver keeps its highest rate (S 4.2.2), and this rate follows from its time for a packet.",
            "By table 4 a packet of 64 bytes takes NAPI 20.5 + 1.28 us and NAPI-TX-OFF 11.5 + 1.28 us.",
            "So NAPI-TX-OFF forwards 70.4 % more; the text says 55 %, and the claim allows at most 68 %.",
        ],
    },
];

/// The proof that the claim is contradicted, if there is one.
pub fn proof_of(id: &str) -> Option<&'static Proof> {
    PROOFS.iter().find(|proof| proof.id == id)
}
