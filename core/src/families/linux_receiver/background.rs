//! A process of the background load: a compile job. It never sleeps and takes memory step by step. When a job is done it
//! gives the memory back and the next job begins. The files that it reads stay in the page cache.

use super::kernel::{KSWAPD, Kernel};
use super::reclaim::wait_for_pages;
use crate::cpu::Packet;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// Pages taken in each slice of work (1 ms), chosen by us: the process's own, and those of files. About 12 MB a second in
/// all.
const OWN_PAGES: u64 = 2;
const FILE_PAGES: u64 = 1;

/// `number` decides where in its job the process begins, so that the jobs do not all end at once.
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

/// Takes pages for the process and returns whether it got them. When too few are free the process reclaims some itself.
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
