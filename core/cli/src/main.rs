//! The `livelock` program. `lib.rs` shows the flow.

use std::process::ExitCode;

fn main() -> ExitCode {
    livelock_cli::run(std::env::args_os())
}
