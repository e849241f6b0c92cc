//! As much of `binary-install` as wasm-pack calls. Finds programs in a folder; downloads nothing.

use std::env::consts::EXE_EXTENSION;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

/// The folder that wasm-pack would keep downloaded programs in.
#[derive(Debug)]
pub struct Cache {
    pub destination: PathBuf,
}

/// A folder with programs.
#[derive(Debug, Clone)]
pub struct Download {
    root: PathBuf,
}

impl Cache {
    /// Names a folder below the one for temporary files, and does not make it.
    pub fn new(name: &str) -> Result<Cache> {
        Ok(Cache::at(&std::env::temp_dir().join(name)))
    }

    pub fn at(path: &Path) -> Cache {
        Cache { destination: path.to_path_buf() }
    }

    pub fn join(&self, path: &Path) -> PathBuf {
        self.destination.join(path)
    }

    /// If nothing may be installed, returns nothing, as the real library does. Otherwise returns an error.
    pub fn download(
        &self,
        install_permitted: bool,
        name: &str,
        _binaries: &[&str],
        _url: &str,
    ) -> Result<Option<Download>> {
        if install_permitted {
            bail!("{name} is not on the PATH, and this wasm-pack downloads nothing");
        }
        Ok(None)
    }
}

impl Download {
    pub fn at(path: &Path) -> Download {
        Download { root: path.to_path_buf() }
    }

    pub fn binary(&self, name: &str) -> Result<PathBuf> {
        let program = self.root.join(name).with_extension(EXE_EXTENSION);
        if !program.is_file() {
            bail!("{} does not exist", program.display());
        }
        Ok(program)
    }
}
