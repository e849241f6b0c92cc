//! Errors in capture files, in the form of every error that a user can cause.

use livelock_core::message::Message;
use livelock_core::scenario::ScenarioError;
use livelock_core::{message, msg};
use std::fmt::Display;

/// The remedy for a file that was damaged in transfer or written by another program.
pub const COPY_AGAIN: &str =
    msg!("copy the file again, or save it anew with Wireshark (or editcap in.pcapng out.pcap)");

/// An error at a byte of the file. `what` is the field of the format; `number` counts packets from 1.
pub fn error_at(
    byte: usize,
    number: Option<usize>,
    what: &str,
    value: impl Display,
    problem: Message,
    remedy: Message,
) -> ScenarioError {
    let place = number.map_or_else(String::new, |number| format!("packet {number}, "));
    ScenarioError::new(&format!("capture file, {place}byte {byte}, {what}"), value, problem, remedy)
}

/// The rest of the file, from packet `number` on, is zeros: a disk was full, or the machine was switched off.
pub fn zeros(byte: usize, number: usize) -> ScenarioError {
    let remedy = match number {
        0 | 1 => Message::of(COPY_AGAIN),
        _ => {
            let n = (number - 1).to_string();
            message!(
                "cut the file off after packet {n} (editcap -r in.pcap out.pcap 1-{n}), or take only the packets before it (--first {n})",
                n = n.clone(),
                n = n.clone(),
                n
            )
        }
    };
    let problem = message!("only zeros from here to the end of the file");
    error_at(byte, Some(number), "record", "zeros", problem, remedy)
}

/// The file ends within packet `number`, or before its first packet.
pub fn file_ends(byte: usize, number: usize, missing: impl Display) -> ScenarioError {
    let value = format!("{missing} bytes are missing");
    let remedy = match number {
        0 | 1 => message!("copy the file again: it ends before the end of its first packet"),
        _ => message!(
            "copy the file again, or take only the packets before it (--first {n})",
            n = (number - 1).to_string()
        ),
    };
    error_at(byte, Some(number.max(1)), "the end of the file", value, message!("the file is cut off here"), remedy)
}
