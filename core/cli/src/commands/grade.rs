//! `livelock grade`: grades the reports of a folder and writes the result; or one part of them, for `livelock merge`.

use crate::arguments::{GradeArgs, GradeFormat};
use crate::error::CommandError;
use crate::grade;
use crate::output::Output;

pub fn grade(options: &GradeArgs) -> Result<(), CommandError> {
    let output = Output::to(options.output.as_deref())?;
    let grades = grade::grade(options)?;
    let format = if options.shard.is_some() { GradeFormat::Json } else { options.format };
    grade::write(&output, format, &grades)
}
