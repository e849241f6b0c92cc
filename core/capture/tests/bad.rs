//! Tests of files that are refused: the message names the field and the place in the file, and says what to do.

mod files;

use files::*;
use livelock_capture::{Selection, read};

const ALL: Selection = Selection { first: None, cut: false };

/// The whole error message for a file.
#[track_caller]
fn error_message(file: &[u8], wanted: Selection) -> String {
    let error = read(file, wanted).expect_err("it is refused");
    let allowed = error.allowed.to_string();
    let is_command = COMMANDS.iter().any(|command| allowed.starts_with(command));
    assert!(!is_command, "it reads \"allowed: {allowed}\"; name what is allowed");
    error.to_string()
}

const COMMANDS: [&str; 8] = ["capture ", "convert ", "copy ", "cut ", "leave ", "save ", "take ", "unpack "];

#[track_caller]
fn refused_with(file: &[u8], words: &[&str]) {
    let message = error_message(file, ALL);
    for word in words {
        assert!(message.contains(word), "{word:?} is not in: {message}");
    }
}

#[test]
fn empty_files_are_refused() {
    refused_with(&[], &["byte 0", "empty", "pcap or pcapng"]);
    refused_with(&pcap(Little, false, &[]), &["the file has no packets", "a file with packets"]);
    refused_with(&section(Little), &["the file has no packets"]);
}

#[test]
fn a_file_of_another_kind_is_recognized_by_its_first_bytes() {
    refused_with(b"schema = 1\n[settings]", &["byte 0", "73 63 68 65", "not a capture", "tcpdump -w"]);
    refused_with(&[0x1f, 0x8b, 8, 0, 0, 0], &["compressed", "gunzip"]);
    refused_with(&[0x28, 0xb5, 0x2f, 0xfd, 0], &["compressed", "unzstd"]);
    refused_with(b"PK\x03\x04....", &["zip"]);
    refused_with(&[0xA1], &["not a capture"]);
}

#[test]
fn a_truncated_file_names_the_place_and_a_remedy() {
    let whole = pcap(Little, false, &TWO);
    refused_with(&whole[..10], &["byte 10", "cut off"]);
    refused_with(&whole[..30], &["packet 1", "byte 30", "cut off", "end of its first packet"]);
    refused_with(
        &whole[..whole.len() - 3],
        &["packet 2", "3 bytes are missing", "only the packets before its end (--first 1)"],
    );
    let first = Selection { first: Some(1), cut: false };
    assert!(read(&whole[..whole.len() - 3], first).is_ok());
    let ng = [section(Big), interface(Big, 1, &[]), packet(Big, 0, 0, 60)].concat();
    for length in 0..ng.len() {
        assert!(read(&ng[..length], ALL).is_err(), "{length} of {} bytes", ng.len());
    }
    refused_with(&ng[..ng.len() - 5], &["packet 1", "5 bytes are missing"]);
}

#[test]
fn zeros_at_the_end_have_a_remedy_of_their_own() {
    let ng = [section(Big), interface(Big, 1, &[]), packet(Big, 0, 0, 60), packet(Big, 0, 5, 60)].concat();
    for file in [pcap(Little, false, &TWO), pcap_modified(Big, &TWO), ng] {
        for length in [1, 15, 16, 4_096] {
            let filled = [&file[..], &vec![0; length]].concat();
            let end = format!("packet 3, byte {}", file.len());
            let remedy = "a file without them: cut it off after packet 2 (editcap -r in.pcap out.pcap 1-2)";
            refused_with(&filled, &[&end, "only zeros from here", remedy, "--first 2"]);
            let two = Selection { first: Some(2), cut: false };
            assert_eq!(read(&filled, two).expect("the packets before").arrivals().len(), 2);
        }
    }
    let none = [pcap(Little, false, &[]), vec![0; 100]].concat();
    refused_with(&none, &["packet 1", "only zeros from here", "copy it again"]);
    // a packet whose bytes are zeros is none of this
    let zero_bytes = pcap_with(Little, &[(TWO[0].0, 60)], 0);
    assert_eq!(read(&zero_bytes, ALL).expect("a capture").arrivals().len(), 1);
}

#[test]
fn links_without_ethernet_packets_are_refused() {
    refused_with(&pcap_of(Big, false, 105, &TWO), &["byte 20", "link type", "105", "tcpdump -i eth0"]);
    let two =
        [section(Little), interface(Little, 1, &[]), interface(Little, 127, &[]), packet(Little, 0, 0, 60)].concat();
    let file = [two.clone(), packet(Little, 1, 5, 60), packet(Little, 0, 6, 60)].concat();
    let words = ["packet 2, byte 120, interface 1, link type", "127", "frame.interface_id != 1", "tcpdump -i eth0"];
    refused_with(&file, &words);
    let first = Selection { first: Some(1), cut: false };
    assert_eq!(read(&file, first).expect("the packet before it").arrivals().len(), 1);
}

#[test]
fn time_that_goes_back_is_refused() {
    let back = [TWO[1], TWO[0]];
    refused_with(
        &pcap(Little, true, &back),
        &["packet 2", "byte 60", "time", "1500000 ns before packet 1", "reordercap"],
    );
    refused_with(
        &pcap(Little, true, &[(0, 60), (10_000_000 * 1_000_000_000, 60)]),
        &["packet 2", "104 days", "editcap"],
    );
    let mut wrong = pcap(Little, false, &TWO);
    wrong[28..32].copy_from_slice(&1_000_000_u32.to_le_bytes());
    refused_with(&wrong, &["packet 1", "byte 24", "fraction of a second", "1000000"]);
}

#[test]
fn impossible_lengths_are_refused() {
    let mut long = pcap(Little, false, &TWO);
    long[32..36].copy_from_slice(&300_000_u32.to_le_bytes());
    refused_with(&long, &["packet 1", "captured length", "300000", "copy it again"]);
    let ng = [section(Little), interface(Little, 1, &[]), packet(Little, 0, 0, 60)].concat();
    for (at, value, word) in
        [(28 + 4, 8_u32, "not a valid length"), (28 + 4, 21, "not a valid length"), (28 + 16, 24, "another length")]
    {
        let mut wrong = ng.clone();
        wrong[at..at + 4].copy_from_slice(&value.to_le_bytes());
        refused_with(&wrong, &["byte 28", "block length", word]);
    }
    let mut inner = ng.clone();
    let at = 28 + 20 + 8 + 12;
    inner[at..at + 4].copy_from_slice(&40_u32.to_le_bytes());
    refused_with(&inner, &["byte 48", "packet 1", "block type"]);
    let huge = [section(Little), block(Little, 1, &vec![0; 600_000])].concat();
    refused_with(&huge, &["block length", "longer than any packet"]);
}

#[test]
fn packets_without_enough_information_are_refused() {
    let begin = [section(Little), interface(Little, 1, &[])].concat();
    let unknown = [begin.clone(), packet(Little, 7, 0, 60)].concat();
    refused_with(&unknown, &["byte 48", "interface", "7", "no such interface"]);
    let simple = [begin.clone(), block(Little, 3, &[0; 8])].concat();
    refused_with(&simple, &["simple packet block", "no time"]);
    for order in [Little, Big] {
        let old = [section(order), block(order, 2, &[0; 20])].concat();
        refused_with(&old, &["old packet block", "editcap"]);
    }
    let fine = [section(Little), interface(Little, 1, &[(RESOLUTION, vec![0x7F])]), packet(Little, 0, 0, 60)].concat();
    refused_with(&fine, &["if_tsresol", "127"]);
    let crowd = [section(Little), interface(Little, 1, &[]).repeat(5_000)].concat();
    refused_with(&crowd, &["interfaces", "too many"]);
}

#[test]
fn too_many_packets_are_not_cut_off_silently() {
    let crowd = vec![(0, 60); 1_000_001];
    let file = pcap(Little, false, &crowd);
    refused_with(&file, &["packet 1000001", "too many packets", "at most 1000000", "--first 1000000"]);
    let first = Selection { first: Some(1_000_000), cut: false };
    assert_eq!(read(&file, first).expect("the first million").arrivals().len(), 1_000_000);
}

#[test]
fn missing_requested_packets_are_refused() {
    let file = pcap(Little, false, &TWO);
    let wanted = |first, cut| Selection { first: Some(first), cut };
    assert!(error_message(&file, wanted(3, false)).contains("at most 2: the file has no more"));
    assert!(error_message(&file, wanted(0, false)).contains("from 1 to 1000000"));
    assert!(error_message(&file, wanted(2_000_000, false)).contains("from 1 to 1000000"));
    assert!(error_message(&file, wanted(3, true)).contains("at most 256 MiB: take the first packets (--first 2)"));
    assert!(error_message(&file, Selection { first: None, cut: true }).contains("too large"));
}
