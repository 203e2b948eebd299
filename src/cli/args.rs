//! Arguments that several subcommands share, and their parsers.

use std::sync::Arc;

use clap::builder::{OsStringValueParser, TypedValueParser};

use crate::container::path_text;
use crate::formats;
use crate::library::{Library, is_description};
use crate::scene::Scene;

/// The `--as` option of all subcommands that read a file.
#[derive(clap::Args, Debug, Default)]
pub struct Reading {
    /// Read as this format, or with this description (.ksy), instead of detecting the format
    #[arg(long = "as", value_name = "FORMAT_ID|FILE.ksy", value_parser = format)]
    format: Option<String>,
}

impl Reading {
    pub fn format(&self) -> Option<&str> {
        self.format.as_deref()
    }
}

/// Options of all subcommands about companions, names and read options.
#[derive(clap::Args, Debug, Default)]
#[command(next_help_heading = "Companions, names and formats")]
pub struct ContextArgs {
    /// Folder, disc or archive to search for companions and names; may be repeated
    #[arg(long = "root", value_name = "DIR", global = true, value_parser = crate::cli::args::path())]
    pub roots: Vec<String>,
    /// List of names for hashes, or table of games; may be repeated
    #[arg(long = "names", value_name = "FILE", global = true)]
    pub names: Vec<std::path::PathBuf>,
    /// Folder of descriptions (.ksy) of formats; may be repeated
    #[arg(long = "formats", value_name = "DIR", global = true)]
    pub formats: Vec<std::path::PathBuf>,
    /// Answer to a question that files leave open: scale=kind, units or sixteenths; palettes=stp or flag;
    /// sky=top, bottom or swapped; morphs=twelfths, sixteenths or units
    #[arg(long = "take", value_name = "QUESTION=ANSWER", global = true, value_parser = answer)]
    pub answers: Vec<(&'static str, String)>,
}

/// Parser of paths, which need not be UTF-8.
pub fn path() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|path| path_text(&path))
}

/// Models that are added to a file.
#[derive(clap::Args, Debug, Default)]
pub struct AddedModels {
    /// File to combine with this one, like `Add model or stage…` in the window; may be repeated
    #[arg(long = "with", value_name = "FILE", value_parser = crate::cli::args::path())]
    pub with: Vec<String>,
}

impl AddedModels {
    /// Combines the scene with these files. Returns the reason if one of them cannot be combined.
    pub fn around(&self, library: &Library, own: Arc<Scene>) -> Result<Arc<Scene>, String> {
        if self.with.is_empty() {
            return Ok(own);
        }
        let together = library.put_together(&own, &self.with);
        match together.failed.into_iter().next() {
            Some(why) => Err(why),
            None => Ok(Arc::new(together.scene)),
        }
    }
}

/// Output folder, and what happens to existing files.
#[derive(clap::Args, Debug, Default)]
pub struct OutputArgs {
    /// Output folder; created if missing
    #[arg(short, long = "output", value_name = "DIR")]
    pub output: std::path::PathBuf,
    /// Replace existing files
    #[arg(long)]
    pub force: bool,
    /// Keep existing files, and number the new ones
    #[arg(long, conflicts_with = "force")]
    pub rename: bool,
}

fn answer(text: &str) -> Result<(&'static str, String), String> {
    let (name, answer) = text.split_once('=').ok_or("expected QUESTION=ANSWER")?;
    known_answer(name, answer)
}

/// Checks a read option and its answer; the error lists the valid ones.
pub fn known_answer(name: &str, answer: &str) -> Result<(&'static str, String), String> {
    let option = formats::read_options().into_iter().find(|known| known.name == name);
    let option = option.ok_or_else(|| {
        let names = formats::read_options().map(|option| option.name).join(", ");
        format!("unknown read option {name:?}; known: {names}")
    })?;
    if option.answer(answer).is_none() {
        let answers: Vec<&str> = option.answers.iter().map(|(known, _)| *known).collect();
        return Err(format!("{name}: expected one of {}", answers.join(", ")));
    }
    Ok((option.name, answer.to_owned()))
}

/// Checks the id of a compiled format. Descriptions are loaded when a file is opened.
fn format(chosen: &str) -> Result<String, String> {
    let is_described = chosen.starts_with("user.") || is_description(chosen);
    match is_described || formats::by_id(chosen).is_some() {
        true => Ok(chosen.to_owned()),
        false => Err("unknown format; `gouraud formats` lists all formats".to_owned()),
    }
}

/// Parses a colour of six hexadecimal digits.
pub fn colour(text: &str) -> Result<[u8; 3], String> {
    let digits = text.len() == 6 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = u32::from_str_radix(text, 16).ok().filter(|_| digits);
    let [_, red, green, blue] =
        number.ok_or("expected six hexadecimal digits, such as 4a4a4a")?.to_be_bytes();
    Ok([red, green, blue])
}

/// Parses an integer, decimal or with `0x`.
pub fn number(text: &str) -> Result<u64, String> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let parsed = match hex {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "expected an integer, such as 1234 or 0x4d2".to_owned())
}
