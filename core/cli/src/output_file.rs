//! Writes a result to the file that `--output` names. An ordinary file is complete or as before, also when the command is
//! interrupted: the result goes into a file next to it, which then takes its place.
//!
//!   nothing, or an ordinary file  -> a file next to it, renamed; mode and owner stay
//!   a link                        -> the same at its target; the link stays
//!   pipe, device, `>(command)`    -> opened and written: a rename would replace the pipe or device itself
//!   where no file can be made     -> the file is written in place, if it is there
//!
//! A file that nobody may write (`chmod a-w`) is refused for every user: root too could replace it by mistake.

use crate::error::CommandError;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// As many links as Linux follows.
const LINKS_MAX: usize = 40;
/// Files of killed commands that are passed over.
const LEFT_MAX: u32 = 1_000;

/// What a path leads to, behind all links.
enum Target {
    Absent(PathBuf),
    /// An ordinary file that can be replaced.
    Ordinary(PathBuf, Metadata),
    /// Anything that is opened and written. An ordinary file, as in `>> log` and /dev/stdout, keeps what it has.
    Opened {
        append: bool,
    },
}

/// Refuses before a long run a file that cannot be written.
pub fn check(path: &Path) -> Result<(), CommandError> {
    let checked = target(path).and_then(|target| match target {
        Target::Absent(file) => Beside::new(&file, |options| options).map(drop),
        _ => Ok(()),
    });
    checked.map_err(|error| refused(path, &error))
}

/// Opens a file that is there, to write lines at its end while a long run goes on.
pub fn open_to_append(path: &Path) -> Result<File, CommandError> {
    OpenOptions::new().append(true).open(path).map_err(|error| refused(path, &error))
}

/// Writes all bytes. A pipe whose reader has closed it is no error.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    let written = target(path).and_then(|target| match target {
        Target::Opened { append } => {
            match OpenOptions::new().write(true).append(append).open(path).and_then(|mut file| file.write_all(bytes)) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
                written => written,
            }
        }
        Target::Absent(file) => create(&file, bytes),
        Target::Ordinary(file, before) => replace(&file, &before, bytes),
    });
    written.map_err(|error| refused(path, &error))
}

fn target(path: &Path) -> Result<Target, Error> {
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => return absent(path),
        Err(error) => return Err(error),
    };
    if metadata.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    // /dev/stdout and `>(command)` are links of the kernel: the file behind them has no name, or belongs to an open file.
    let real = std::fs::canonicalize(path).ok().filter(|_| metadata.is_file() && !is_open_file(path));
    let Some(real) = real else { return Ok(Target::Opened { append: metadata.is_file() }) };
    if metadata.permissions().readonly() {
        return Err(ErrorKind::PermissionDenied.into());
    }
    OpenOptions::new().write(true).open(&real)?; // may this user write it?
    Ok(Target::Ordinary(real, metadata))
}

/// Follows links to a file that is not there yet. Its folder has to be there.
fn absent(path: &Path) -> Result<Target, Error> {
    let mut file = path.to_path_buf();
    for _ in 0..LINKS_MAX {
        match std::fs::read_link(&file) {
            Ok(next) => file = folder_of(&file).join(next),
            Err(_) if file.file_name().is_none() => return Err(ErrorKind::IsADirectory.into()),
            Err(_) => return std::fs::metadata(folder_of(&file)).map(|_| Target::Absent(file)),
        }
    }
    Err(ErrorKind::NotFound.into())
}

/// Whether the path leads through the kernel's list of a process's open files.
fn is_open_file(path: &Path) -> bool {
    let mut link = path.to_path_buf();
    for _ in 0..LINKS_MAX {
        let folder = std::fs::canonicalize(folder_of(&link)).unwrap_or_default();
        if folder.starts_with("/proc") || folder.starts_with("/dev/fd") {
            return true;
        }
        let Ok(next) = std::fs::read_link(&link) else { return false };
        link = folder.join(next);
    }
    false
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn create(file: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut beside = Beside::new(file, |options| options)?;
    beside.file.write_all(bytes)?;
    beside.take_the_place_of(file)
}

fn replace(file: &Path, before: &Metadata, bytes: &[u8]) -> Result<(), Error> {
    let in_place = || OpenOptions::new().write(true).truncate(true).open(file)?.write_all(bytes);
    if has_other_names(before) {
        return in_place();
    }
    let beside = Beside::new(file, private).and_then(|beside| like(&beside.file, before).map(|()| beside));
    match beside {
        // Without space the file would lose what it has.
        Err(error) if matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => Err(error),
        Err(_) => in_place(),
        Ok(mut beside) => {
            beside.file.write_all(bytes)?;
            beside.take_the_place_of(file).or_else(|_| in_place())
        }
    }
}

/// A new file in the same folder. It is removed unless it takes the place of the other.
struct Beside {
    file: File,
    path: Option<PathBuf>,
}

impl Beside {
    /// The name does not depend on the file's, which may be as long as the system allows. A command that was killed may have
    /// left a file of this name: in a container, processes often have the same number.
    fn new(file: &Path, with: fn(&mut OpenOptions) -> &mut OpenOptions) -> Result<Beside, Error> {
        let mut number = 0;
        loop {
            let path = folder_of(file).join(format!(".livelock-{}-{number}.partial", std::process::id()));
            match with(OpenOptions::new().write(true).create_new(true)).open(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists && number < LEFT_MAX => number += 1,
                opened => return opened.map(|file| Beside { file, path: Some(path) }),
            }
        }
    }

    fn take_the_place_of(mut self, file: &Path) -> Result<(), Error> {
        let path = self.path.as_ref().expect("it has a path until it is renamed");
        std::fs::rename(path, file)?;
        self.path = None;
        Ok(())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            let _ = std::fs::remove_file(path); // the user sees the first error, not this one
        }
    }
}

/// Nobody else reads grades while they are written.
#[cfg(unix)]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600)
}

#[cfg(not(unix))]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Gives a file the owner and the mode of another. The owner comes first, because a change of owner may change the mode.
#[cfg(unix)]
fn like(file: &File, other: &Metadata) -> Result<(), Error> {
    use std::os::unix::fs::MetadataExt;
    let metadata = file.metadata()?;
    if (metadata.uid(), metadata.gid()) != (other.uid(), other.gid()) {
        std::os::unix::fs::fchown(file, Some(other.uid()), Some(other.gid()))?;
    }
    file.set_permissions(other.permissions())
}

#[cfg(not(unix))]
fn like(file: &File, other: &Metadata) -> Result<(), Error> {
    file.set_permissions(other.permissions())
}

/// Whether the file has hard links: a rename would leave the old content under the other names.
#[cfg(unix)]
fn has_other_names(file: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

fn refused(path: &Path, error: &Error) -> CommandError {
    let (file, folder) = (path.display(), folder_of(path).display());
    let (reason, remedy) = match error.kind() {
        ErrorKind::IsADirectory => ("it is a folder".to_string(), "name a file in it".to_string()),
        ErrorKind::NotFound => ("its folder does not exist".to_string(), format!("make the folder first: {folder}")),
        ErrorKind::NotADirectory => (format!("{folder} is not a folder"), "name a file in a folder".to_string()),
        ErrorKind::PermissionDenied if path.exists() => {
            ("you may only read it".to_string(), "name another file, or allow writing (chmod u+w)".to_string())
        }
        ErrorKind::PermissionDenied => (format!("you may not write in {folder}"), "name another folder".to_string()),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            ("there is no space left".to_string(), "make space, or name a file elsewhere".to_string())
        }
        _ => (error.to_string(), "name another file".to_string()),
    };
    CommandError::Input(format!("cannot write {file}: {reason}; {remedy}"))
}
