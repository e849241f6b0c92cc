//! Feeds mutated capture files of both formats to the reader. It calls the function that libFuzzer calls (core/fuzz), but needs
//! no coverage, so it runs with every compiler. FUZZ_INPUTS sets the number of inputs.

mod files;
#[path = "../../fuzz/mutation.rs"]
mod mutation;
#[path = "../../fuzz/capture.rs"]
mod target;

use files::*;
use mutation::{Random, inputs, mutated};
use target::any_bytes_are_a_capture_or_are_refused;

const INPUTS: u64 = 20_000;
/// Numbers that mutations insert: limits of lengths, kinds and units.
const NUMBERS: [u32; 12] = [0, 1, 2, 3, 5, 6, 12, 0x7FFF_FFFF, 0x8000_0000, u32::MAX, 0x0A0D_0D0A, 262_145];

fn corpus() -> Vec<Vec<u8>> {
    let mut corpus = Vec::new();
    for order in [Little, Big] {
        corpus.extend([false, true].map(|nanoseconds| pcap(order, nanoseconds, &TWO)));
        corpus.push(pcap_modified(order, &TWO));
        let options = [(RESOLUTION, vec![9]), (OFFSET, vec![0; 8]), (13, vec![4])];
        let parts = [
            section(order),
            interface(order, 1, &options),
            interface(order, 101, &[]),
            packet(order, 0, 1_000_000, 60),
            block(order, 4, &[0; 16]),
            packet(order, 1, 1_500_000, 1_514),
            block(order, 5, &[0; 12]),
        ];
        corpus.push(parts.concat());
    }
    corpus
}

/// A capture of the corpus with some changes: a byte, a number, or the tail of another file.
fn mutated_capture(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let file = corpus[random.below(corpus.len())].clone();
    mutated(file, random, 40, 3, |bytes: &mut Vec<u8>, part, kind, random| match kind {
        0 if part.start < bytes.len() => bytes[part.start] = random.below(256) as u8,
        1 => {
            let number = NUMBERS[random.below(NUMBERS.len())];
            let number = if random.below(2) == 0 { number.to_le_bytes() } else { number.to_be_bytes() };
            let (from, to) = (part.start & !3, (part.start & !3) + 4);
            if to <= bytes.len() {
                bytes[from..to].copy_from_slice(&number);
            }
        }
        _ => {
            let other = &corpus[random.below(corpus.len())];
            bytes.truncate(part.start);
            bytes.extend(&other[random.below(other.len() + 1)..]);
        }
    })
}

#[test]
fn any_bytes_are_read_or_refused_with_an_error() {
    let corpus = corpus();
    assert!(corpus.iter().all(|file| any_bytes_are_a_capture_or_are_refused(file)), "the corpus has captures");
    let inputs = inputs(INPUTS);
    let mut random = Random::new(2);
    let mut accepted = 0_u64;
    for _ in 0..inputs {
        accepted += u64::from(any_bytes_are_a_capture_or_are_refused(&mutated_capture(&corpus, &mut random)));
    }
    println!("{accepted} of {inputs} were captures");
    assert!(
        accepted > inputs / 50 && accepted < inputs,
        "some inputs are read, some are refused: {accepted} of {inputs}"
    );
}
