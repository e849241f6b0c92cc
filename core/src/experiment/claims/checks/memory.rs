//! W: how sockets' buffers use memory (table 3), and what happens when memory runs out.

use super::measure::{Checked, observed};
use crate::experiment::TrialError;
use crate::experiment::claims::TrialCache;
use crate::machine::Machine;

/// Megabytes (W table 3).
const BUFFERS: [u64; 6] = [1, 10, 40, 80, 160, 170];
/// "at the 50 seconds point"
const MOMENT_MS: u64 = 50_000;
/// MemFree with the first four buffers, in KB.
const FREE: [f64; 4] = [200_764.0, 189_108.0, 149_056.0, 95_612.0];
const FREE_AT_MOST: u64 = 6_000;

fn number(machine: &Machine, name: &str) -> u64 {
    let count = machine.numbers().into_iter().find(|(id, _)| *id == name);
    count.unwrap_or_else(|| panic!("this machine has no number called {name}")).1
}

/// KB of free memory, page cache and buffer cache for each buffer size.
fn table(cache: &TrialCache) -> Result<Vec<[u64; 3]>, TrialError> {
    let row = |megabytes: &u64| {
        let buffer = (megabytes * 1_024).to_string();
        let scenario = cache.scenario("wu-table-3", &[("receive.buffer_kb", &buffer)]);
        let measured = cache.once("memory", &scenario, || {
            let machine = cache.untraced(&scenario, MOMENT_MS)?;
            Ok(["free_kb", "cached_kb", "buffers_kb"].map(|name| number(&machine, name) as f64).to_vec())
        })?;
        Ok([measured[0] as u64, measured[1] as u64, measured[2] as u64])
    };
    BUFFERS.iter().map(row).collect()
}

fn words(table: &[[u64; 3]], column: usize) -> String {
    table.iter().map(|row| row[column].to_string()).collect::<Vec<String>>().join(", ")
}

pub fn free(cache: &TrialCache) -> Checked {
    let table = table(cache)?;
    let near = |row: usize| (table[row][0] as f64 / FREE[row] - 1.0).abs() <= 0.05;
    let holds = (0..4).all(near) && table[4..].iter().all(|row| row[0] < FREE_AT_MOST);
    observed(holds, format!("{} KB free", words(&table, 0)))
}

pub fn caches(cache: &TrialCache) -> Checked {
    let table = table(cache)?;
    let [eighty, most, beyond] = [table[3], table[4], table[5]];
    let halved = (most[1] as f64) < 0.7 * eighty[1] as f64;
    let kept = (most[2] as f64 / eighty[2] as f64 - 1.0).abs() <= 0.02;
    let both = beyond[1] < most[1] && beyond[2] < most[2];
    let text = format!("page cache {} KB, buffer cache {} KB", words(&table, 1), words(&table, 2));
    observed(halved && kept && both, text)
}

pub fn out_of_memory(cache: &TrialCache) -> Checked {
    let kills = |id| -> Result<f64, TrialError> {
        let scenario = cache.scenario(id, &[]);
        let count = || Ok(vec![number(&cache.untraced(&scenario, MOMENT_MS)?, "kills") as f64]);
        Ok(cache.once("kills", &scenario, count)?[0])
    };
    let (wrong, right) = (kills("wu-out-of-memory")?, kills("wu-out-of-memory-limited")?);
    observed(wrong > 0.0 && right == 0.0, format!("{wrong} kills with 384 MB for TCP, {right} with 160 MB"))
}
