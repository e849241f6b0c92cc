//! Tests of files that are read: times and lengths of packets come out, whatever the file's format.

mod files;

use files::*;
use livelock_capture::{Selection, read};

const ALL: Selection = Selection { first: None, cut: false };

/// Nanoseconds since the first packet, and bytes of the frame.
fn arrivals(file: &[u8], wanted: Selection) -> Vec<(u64, u32)> {
    let recording = read(file, wanted).unwrap_or_else(|error| panic!("{error}"));
    recording.arrivals().iter().map(|arrival| (arrival.nanoseconds, arrival.bytes)).collect()
}

#[test]
fn pcap_is_read_in_both_byte_orders_and_both_units_of_time() {
    for (order, nanoseconds) in [(Little, false), (Big, false), (Little, true), (Big, true)] {
        assert_eq!(arrivals(&pcap(order, nanoseconds, &TWO), ALL), [(0, 64), (1_500_000, 1_518)]);
    }
    let close = [(5, 60), (7, 60)];
    assert_eq!(arrivals(&pcap(Big, true, &close), ALL)[1].0, 2);
}

#[test]
fn records_with_kuznetzovs_patch_are_read_in_both_byte_orders() {
    for order in [Little, Big] {
        assert_eq!(arrivals(&pcap_modified(order, &TWO), ALL), [(0, 64), (1_500_000, 1_518)]);
    }
}

#[test]
fn an_interface_without_packets_does_no_harm() {
    for order in [Little, Big] {
        let (usb, fine) = (interface(order, 220, &[]), interface(order, 1, &[(RESOLUTION, vec![0x7F])]));
        for interfaces in [
            [interface(order, 1, &[]), usb.clone(), fine.clone()].concat(),
            [usb.clone(), interface(order, 1, &[])].concat(),
        ] {
            let used = u32::from(interfaces.starts_with(&usb));
            let file = [section(order), interfaces, packet(order, used, 0, 60), packet(order, used, 1_500, 1_514)];
            assert_eq!(arrivals(&file.concat(), ALL), [(0, 64), (1_500_000, 1_518)]);
        }
    }
}

#[test]
fn the_check_sequence_is_added_unless_the_file_has_it() {
    assert_eq!(arrivals(&pcap_of(Little, false, 0x2400_0001, &TWO), ALL)[0].1, 60);
    let options = [(13, vec![4])];
    let file = [section(Little), interface(Little, 1, &options), packet(Little, 0, 0, 64)].concat();
    assert_eq!(arrivals(&file, ALL), [(0, 64)]);
}

#[test]
fn packets_of_other_links_count_as_ethernet_frames() {
    for (link, length) in [(101, 46), (228, 46), (113, 62), (276, 66)] {
        assert_eq!(arrivals(&pcap_of(Little, false, link, &[(0, length)]), ALL), [(0, 64)], "link {link}");
    }
}

#[test]
fn pcapng_is_read_in_both_byte_orders() {
    for order in [Little, Big] {
        let file = [
            section(order),
            interface(order, 1, &[]),
            packet(order, 0, 822_700_800_000_000, 60),
            block(order, 5, &[0; 12]),
            block(order, 0x0BAD, b"a comment"),
            packet(order, 0, 822_700_800_001_500, 1_514),
        ];
        assert_eq!(arrivals(&file.concat(), ALL), [(0, 64), (1_500_000, 1_518)]);
    }
}

#[test]
fn every_interface_has_its_own_unit_of_time() {
    for order in [Little, Big] {
        let offset = if order == Big { 100_i64.to_be_bytes() } else { 100_i64.to_le_bytes() };
        let file = [
            section(order),
            interface(order, 1, &[]),
            interface(order, 1, &[(RESOLUTION, vec![9])]),
            interface(order, 101, &[(RESOLUTION, vec![0x80 | 10]), (OFFSET, offset.to_vec())]),
            packet(order, 0, 200_000_000, 60),
            packet(order, 1, 200_000_000_777, 60),
            packet(order, 2, 100 * 1_024 + 512, 100),
        ];
        assert_eq!(arrivals(&file.concat(), ALL), [(0, 64), (777, 64), (500_000_000, 118)]);
    }
}

#[test]
fn each_section_has_its_own_byte_order() {
    let file = [
        section(Little),
        interface(Little, 1, &[(RESOLUTION, vec![9])]),
        packet(Little, 0, 10, 60),
        section(Big),
        interface(Big, 1, &[(RESOLUTION, vec![9])]),
        packet(Big, 0, 30, 60),
    ];
    assert_eq!(arrivals(&file.concat(), ALL), [(0, 64), (20, 64)]);
}

#[test]
fn reading_the_first_packets_ignores_the_rest() {
    let mut file = pcap(Little, false, &TWO);
    file.extend(b"rubbish");
    let first = Selection { first: Some(1), cut: true };
    assert_eq!(arrivals(&file, first), [(0, 64)]);
}

#[test]
fn the_same_packets_have_the_same_digest_in_either_format() {
    let ng = [
        section(Big),
        interface(Big, 1, &[(RESOLUTION, vec![9])]),
        packet(Big, 0, TWO[0].0, TWO[0].1),
        packet(Big, 0, TWO[1].0, TWO[1].1),
    ];
    let digest = |file: &[u8]| read(file, ALL).expect("a capture").digest().to_string();
    assert_eq!(digest(&pcap(Little, false, &TWO)), digest(&ng.concat()));
}
