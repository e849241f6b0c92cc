//! A process of the background load: it compiles, never sleeps, and takes memory bit by bit; when its job is done it gives
//! that back and the next begins. Files that it reads stay in the page cache.

use super::kernel::{KSWAPD, Kernel};
use super::reclaim::wait_for_pages;
use crate::cpu::Packet;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// Pages taken in each slice of work (1 ms), ours: its own, and of files. About 12 MB a second in all.
const OWN_PAGES: u64 = 2;
const FILE_PAGES: u64 = 1;

/// `number` sets where in its job it begins, so that not all end at once.
pub async fn job(kernel: Rc<Kernel>, number: u64) -> Infallible {
    let host = &kernel.host;
    let (most, jobs) = {
        let options = kernel.options.borrow();
        (options.job, options.background as u64)
    };
    let mut skipped = most * number / jobs.max(1);
    let mut held = 0;
    loop {
        drop(host.call(Step::Background, Packet::NONE).await);
        if most == 0 {
            continue;
        }
        if held + skipped >= most {
            kernel.memory.give_pages(held);
            (held, skipped) = (0, 0);
        }
        if take(&kernel, OWN_PAGES).await {
            held += OWN_PAGES;
        }
        if take(&kernel, FILE_PAGES).await {
            kernel.memory.cache_page();
        }
    }
}

/// Asks for pages; when there are too few the process reclaims some itself. Whether it got them.
async fn take(kernel: &Kernel, pages: u64) -> bool {
    let memory = &kernel.memory;
    if memory.is_low() {
        kernel.host.thread_wakeup(KSWAPD).await;
    }
    if !memory.take_pages(pages) {
        if memory.can_reclaim() {
            wait_for_pages(kernel).await;
        }
        return memory.take_pages(pages);
    }
    true
}
