//! The programs that ship: kernels of the papers, written as a learner would write them.

/// A program and what a list of programs says about it.
pub struct Shipped {
    pub id: &'static str,
    pub title: &'static str,
    pub source: &'static str,
}

macro_rules! shipped {
    ($($id:literal $title:literal;)*) => {
        pub const SHIPPED: &[Shipped] = &[$(Shipped {
            id: $id,
            title: $title,
            source: include_str!(concat!("../../programs/", $id, ".c")),
        },)*];
    };
}

shipped! {
    "4.2bsd" "4.2BSD: two levels and a queue";
    "high_ipl" "Everything at interrupt level";
    "polling" "Polling with a quota";
    "feedback" "Polling with feedback from a queue";
    "cycle_limit" "Polling with a limit on cycles";
    "rate_limit" "A limit on the rate of interrupts";
    "clocked" "Polling by the clock";
    "napi" "NAPI: a softirq with a budget";
}
