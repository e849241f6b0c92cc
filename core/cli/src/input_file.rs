//! Opens every file that a command line, a scenario or a folder of hand-ins names. A named pipe is refused: to open it is to wait for
//! somebody who writes, perhaps for ever. What the shell names is the user's own: /dev/stdin, and `<(command)`, which is in /dev/fd.

use std::fs::File;
use std::io::{Error, Result};
use std::path::Path;

pub fn open(path: &Path) -> Result<File> {
    let kind = std::fs::metadata(path)?.file_type();
    let is_of_shell = path.starts_with("/dev") || path.starts_with("/proc");
    if kind.is_file() || (is_of_shell && !kind.is_dir()) {
        return File::open(path);
    }
    let what = if kind.is_dir() { "a folder" } else { "a pipe; name /dev/stdin to read from one" };
    Err(Error::other(format!("it is {what}")))
}
