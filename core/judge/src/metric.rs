//! What the judge measures: a row for each number, with its name, its unit, and the direction in which it is better.

use serde::{Deserialize, Serialize};

/// What a metric is.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MetricRow {
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub metric: Metric,
    /// Its name in `challenge.toml` and in results.
    pub id: &'static str,
    pub label: &'static str,
    pub unit: &'static str,
    pub more_is_better: bool,
}

macro_rules! metrics {
    ($($variant:ident $id:literal $label:literal $unit:literal $direction:ident;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        pub enum Metric {
            $(#[serde(rename = $id)] $variant,)*
        }

        /// All metrics, in the order of the enum.
        pub const METRICS: &[MetricRow] = &[$(MetricRow {
            metric: Metric::$variant,
            id: $id,
            label: $label,
            unit: $unit,
            more_is_better: matches!(Direction::$direction, Direction::More),
        },)*];
    };
}

enum Direction {
    More,
    Less,
}

metrics! {
    DeliveredShare      "delivered_share"       "delivered"                                  "%"         More;
    Delivered           "delivered_pps"         "delivered"                                  "packets/s" More;
    LatencyP99          "latency_p99_us"        "latency of 99 % of the packets"             "us"        Less;
    LatencyMax          "latency_max_us"        "longest latency"                            "us"        Less;
    FreeCpu             "free_cpu"              "CPU left for programs"                      "%"         More;
    User                "user_share"            "CPU of the compute-bound program"           "%"         More;
    Interrupts          "interrupts_per_packet" "receive interrupts for each packet"         ""          Less;
    QuietWire           "quiet_wire_share"      "delivered of the wire with fewer packets"   "%"         More;
    Jain                "jain_index"            "fairness to the wires (Jain's index)"       ""          More;
    Wasted              "wasted_share"          "CPU for packets that were dropped later"    "%"         Less;
    DeviceStay          "device_stay_p99_us"    "length of 99 % of the interrupts"           "us"        Less;
    FirstOfBurst        "first_of_burst_us"     "longest latency of the first of a burst"    "us"        Less;
    Stuck               "stuck"                 "packets still inside 100 ms after the last" "packets"   Less;
    Unreclaimed         "unreclaimed"           "sent packets still in the transmit ring after that" "packets" Less;
    Overtaken           "overtaken"             "packets that a later one overtook"          "packets"   Less;
    Skipped             "skipped"               "packets sent without all work of the IP layer" "packets" Less;
    Stranded            "window_stranded"       "cycles at which a packet is left waiting"   "cycles"    Less;
    WindowWait          "window_wait_us"        "longest wait of a packet in the window"     "us"        Less;
}

/// What was measured in a run, by metric; none: the run has no such value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MetricValues([Option<f64>; METRICS.len()]);

impl MetricValues {
    pub fn get(&self, metric: Metric) -> Option<f64> {
        self.0[metric as usize]
    }

    pub fn set(&mut self, metric: Metric, value: Option<f64>) {
        self.0[metric as usize] = value;
    }
}

impl Metric {
    pub fn row(self) -> &'static MetricRow {
        &METRICS[self as usize]
    }
}
