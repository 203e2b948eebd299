//! Arguments that several sub-commands share, and how they are read.

use std::sync::Arc;

use crate::formats;
use crate::library::Library;
use crate::scene::Scene;

/// `--as`, which every sub-command that reads a file takes.
#[derive(clap::Args, Debug, Default)]
pub struct Reading {
    /// Read as this format instead of asking the file
    #[arg(long = "as", value_name = "FORMAT_ID", value_parser = format_id)]
    format: Option<&'static str>,
}

impl Reading {
    pub fn format(&self) -> Option<&'static str> {
        self.format
    }
}

/// What lies around the files that are read; every sub-command takes it.
#[derive(clap::Args, Debug, Default)]
pub struct Around {
    /// Folder, disc or archive in which companions and names may lie too; more than one may be given
    #[arg(long = "root", value_name = "DIR", global = true)]
    pub roots: Vec<String>,
    /// List of names behind hashes, or table of games; more than one may be given
    #[arg(long = "names", value_name = "FILE", global = true)]
    pub names: Vec<std::path::PathBuf>,
    /// How to take what files leave open: scale=kind, units or sixteenths; palettes=stp or flag;
    /// morphs=twelfths, sixteenths or units
    #[arg(long = "take", value_name = "QUESTION=ANSWER", global = true, value_parser = answer)]
    pub answers: Vec<(&'static str, String)>,
}

/// What is shown around a file.
#[derive(clap::Args, Debug, Default)]
pub struct Beside {
    /// File that is shown around it, as the window's `Add model or stage…` does; more than one may be given
    #[arg(long = "with", value_name = "FILE")]
    pub with: Vec<String>,
}

impl Beside {
    /// The scene with those of these files around it. Gives why one of them cannot be shown.
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

/// Where files are written, and what becomes of those that are there already.
#[derive(clap::Args, Debug, Default)]
pub struct Writing {
    /// Where to write; made when it is not there
    #[arg(short, long = "output", value_name = "DIR")]
    pub output: std::path::PathBuf,
    /// Replace files that are there already
    #[arg(long)]
    pub force: bool,
    /// Leave files that are there alone, and give the new ones a number
    #[arg(long, conflicts_with = "force")]
    pub rename: bool,
}

fn answer(text: &str) -> Result<(&'static str, String), String> {
    let (name, answer) = text.split_once('=').ok_or("it is QUESTION=ANSWER")?;
    known_answer(name, answer)
}

/// The question of this name with this answer to it; the sentence says which there are.
pub fn known_answer(name: &str, answer: &str) -> Result<(&'static str, String), String> {
    let question = formats::questions().into_iter().find(|known| known.name == name);
    let question = question.ok_or_else(|| {
        let names = formats::questions().map(|question| question.name).join(", ");
        format!("there is no question {name:?}; there are {names}")
    })?;
    if question.answer(answer).is_none() {
        let answers: Vec<&str> = question.answers.iter().map(|(known, _)| *known).collect();
        return Err(format!("{name} is one of {}", answers.join(", ")));
    }
    Ok((question.name, answer.to_owned()))
}

fn format_id(id: &str) -> Result<&'static str, String> {
    let format = formats::by_id(id);
    format.map(|format| format.info().id).ok_or_else(|| {
        "there is no such format; `gouraud formats` lists those there are".to_owned()
    })
}

/// A whole number, decimal or with `0x`.
pub fn number(text: &str) -> Result<u64, String> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let parsed = match hex {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "a whole number is needed, such as 1234 or 0x4d2".to_owned())
}
