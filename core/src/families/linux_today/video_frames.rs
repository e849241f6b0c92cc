//! The state that the early look keeps about a receiver's video frames (M 10.3). A video frame consists of several packets that
//! are useful only together.

use super::options::FramePolicy;
use crate::hardware::Fifo;
use std::cell::Cell;

/// The video frames of one receiver. Their packets come in order.
#[derive(Default)]
pub struct VideoFrames {
    /// The packet that should come next, by its number.
    next: Cell<u32>,
    /// The video frame whose packets are dropped.
    dropped: Cell<Option<u32>>,
}

impl VideoFrames {
    /// Marks the video frame of a lost packet as dropped: its other packets are useless too.
    pub fn drop_frame(&self, sequence: u32, packets: u32) {
        self.dropped.set(Some(sequence / packets));
    }

    /// Whether this packet can still become part of a whole video frame.
    pub fn admits(&self, sequence: u32, packets: u32, policy: FramePolicy, queue: &Fifo) -> bool {
        let begins = sequence.is_multiple_of(packets);
        // the interface refused a packet before this one; no software has seen it
        let has_gap = sequence != self.next.replace(sequence.wrapping_add(1)) && !begins;
        let room = queue.limit().saturating_sub(queue.length());
        let needs = (packets as usize).min(queue.limit());
        if has_gap || begins && policy == FramePolicy::Whole && room < needs {
            self.drop_frame(sequence, packets);
        }
        self.dropped.get() != Some(sequence / packets)
    }
}
