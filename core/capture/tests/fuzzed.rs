//! Feeds mutated capture files of both formats to the reader. It calls the function that libFuzzer calls (core/fuzz), but needs
//! no coverage, so it runs with every compiler. FUZZ_INPUTS sets the number of inputs.

mod files;
#[path = "../../fuzz/capture.rs"]
mod target;

use files::*;
use livelock_core::random::RandomStream;
use target::any_bytes_are_a_capture_or_are_refused;

const INPUTS: u64 = 20_000;
/// Numbers that mutations insert: limits of lengths, kinds and units.
const NUMBERS: [u32; 12] = [0, 1, 2, 3, 5, 6, 12, 0x7FFF_FFFF, 0x8000_0000, u32::MAX, 0x0A0D_0D0A, 262_145];

fn corpus() -> Vec<Vec<u8>> {
    let mut corpus = Vec::new();
    for order in [Little, Big] {
        corpus.extend([false, true].map(|nanoseconds| pcap(order, nanoseconds, &TWO)));
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

/// One to four changes: a number, a byte, a part removed or doubled, or the tail of another file.
fn mutated(corpus: &[Vec<u8>], random: &mut dyn FnMut(u64) -> usize) -> Vec<u8> {
    let mut bytes = corpus[random(corpus.len() as u64)].clone();
    for _ in 0..=random(4) {
        let from = random(bytes.len() as u64 + 1);
        let to = (from + random(40)).min(bytes.len());
        match random(5) {
            0 => drop(bytes.drain(from..to)),
            1 => {
                let part = bytes[from..to].to_vec();
                bytes.splice(to..to, part);
            }
            2 if from < bytes.len() => bytes[from] = random(256) as u8,
            3 => {
                let number = NUMBERS[random(NUMBERS.len() as u64)];
                let number = if random(2) == 0 { number.to_le_bytes() } else { number.to_be_bytes() };
                let (from, to) = (from & !3, (from & !3) + 4);
                if to <= bytes.len() {
                    bytes[from..to].copy_from_slice(&number);
                }
            }
            _ => {
                let other = &corpus[random(corpus.len() as u64)];
                bytes.truncate(from);
                bytes.extend(&other[random(other.len() as u64 + 1)..]);
            }
        }
    }
    bytes
}

#[test]
fn any_bytes_are_read_or_refused_with_an_error() {
    let corpus = corpus();
    assert!(corpus.iter().all(|file| any_bytes_are_a_capture_or_are_refused(file)), "the corpus has captures");
    let inputs = std::env::var("FUZZ_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(INPUTS);
    let stream = RandomStream::new(2, 0);
    let mut index = 0;
    let mut random = |below: u64| {
        index += 1;
        stream.below(index, below) as usize
    };
    let mut accepted = 0_u64;
    for _ in 0..inputs {
        accepted += u64::from(any_bytes_are_a_capture_or_are_refused(&mutated(&corpus, &mut random)));
    }
    println!("{accepted} of {inputs} were captures");
    assert!(
        accepted > inputs / 50 && accepted < inputs,
        "some inputs are read, some are refused: {accepted} of {inputs}"
    );
}
