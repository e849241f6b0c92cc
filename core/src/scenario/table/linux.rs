//! The rows of Linux's network driver and softirq (S).

use super::designs::LINUX_ROUTERS;
use super::row::{Row, choice, integer};

#[rustfmt::skip] // one row a line reads as the table that it is
pub const DRIVER: &[Row] = &[
    choice("linux.transmit_interrupts", "Transmit interrupts", "When the interface reports that frames have been sent.", "S 3.2", &[("each", "after every frame"), ("moderated", "one after many frames"), ("off", "off: buffers are freed before the next transmission")]).basic().when(LINUX_ROUTERS),
    integer("linux.frames_an_interrupt", "Frames an interrupt", "Sent frames for which the interface interrupts once.", "S 3.2: 128", (2, 256), "frames", 128).log().when("kernel.design=linux_irq|linux_napi&linux.transmit_interrupts=moderated"),
    integer("linux.backlog", "Backlog", "Packets that wait between the interrupt and the softirq.", "Linux 2.6: netdev_max_backlog 300", (1, 1_000), "packets", 300).now().basic().log().when("kernel.design=linux_irq"),
    integer("linux.weight", "Weight", "Packets that an interface may take off its ring before the next one's turn (its quota).", "S 4.1: 32", (1, 1_000), "packets", 32).now().basic().log().when("kernel.design=linux_napi"),
    integer("linux.budget", "Budget", "Packets of all interfaces before other softirqs get their turn.", "Linux 2.6: netdev_max_backlog 300", (1, 10_000), "packets", 300).now().log().when(LINUX_ROUTERS),
];
