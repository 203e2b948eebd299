//! `replace`: replaces textures, sounds and palettes.

use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::args::Reading;
use super::file_change::{Changing, Coding, Recording};
use super::session::Session;
use crate::edit::asset::{AssetFile, read, read_colours};
use crate::edit::{EditOp, asset_name, captions_from, carry_out, palette_called, sound_called};
use crate::library::Opened;
use crate::scene::{PaletteUse, Replacement, Scene, Sound};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File or member of a container
    #[arg(value_name = "FILE", value_parser = crate::cli::args::path())]
    path: String,
    /// Asset (its field path, its name, or its number, such as 'texture 3'), and the PNG, WAV or FLAC
    /// that replaces it; for a palette, a GPL, PAL, ACT or PNG
    #[arg(value_name = "ASSET=NEWFILE", required = true)]
    assets: Vec<String>,
    /// Treatment of the palette: keep it and use its nearest colours, rebuild it for this texture, or
    /// rebuild it for all textures that share it
    #[arg(long, value_name = "USE", value_enum, default_value_t = Palette::Keep)]
    palette: Palette,
    /// Resize the texture to the picture, if its format allows
    #[arg(long)]
    resize: bool,
    /// PNG of the bump map of the replaced texture: a normal map as exported, or grey heights
    #[arg(long, value_name = "FILE", value_parser = crate::cli::args::path())]
    bump: Option<String>,
    /// Captions of the replaced sound, as SubRip; pauses become captions without a text
    #[arg(long, value_name = "FILE.srt")]
    captions: Option<PathBuf>,
    #[command(flatten)]
    coding: Coding,
    #[command(flatten)]
    changing: Changing,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    reading: Reading,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Palette {
    Keep,
    Rebuild,
    Shared,
}

impl From<Palette> for PaletteUse {
    fn from(palette: Palette) -> Self {
        match palette {
            Palette::Keep => PaletteUse::Keep,
            Palette::Rebuild => PaletteUse::Rebuild,
            Palette::Shared => PaletteUse::Shared,
        }
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let mut pairs = Vec::new();
    for text in &args.assets {
        match text.split_once('=').filter(|(asset, file)| !asset.is_empty() && !file.is_empty()) {
            Some(pair) => pairs.push(pair),
            None => {
                session.misuse(format_args!("expected ASSET=NEWFILE, found {text:?}"));
                return Ok(());
            }
        }
    }
    if args.bump.is_some() && pairs.len() > 1 {
        session.misuse(format_args!("--bump requires exactly one replaced texture"));
        return Ok(());
    }
    let Some(opened) = session.open(&args.path, args.reading.format()) else { return Ok(()) };
    let scene = opened.scene(&session.library);
    let mut orders = Vec::new();
    for (asset, file) in pairs {
        let palette = scene.as_ref().and_then(|scene| {
            scene.colour_fields(palette_called(scene, &opened.document, asset.trim())?)
        });
        if let Some(entries) = palette {
            let tree = &opened.document.tree;
            let wanted = read_colours(Path::new(file)).and_then(|c| c.orders(tree, entries));
            match wanted {
                Ok(more) => orders.extend(more),
                Err(why) => {
                    session.fail(format_args!("{file}: {why}"));
                    return Ok(());
                }
            }
            continue;
        }
        if asset.trim().to_ascii_lowercase().starts_with("palette ") {
            session.fail(format_args!(
                "{}: {asset}: this file has no palette of this name",
                args.path
            ));
            return Ok(());
        }
        let files = content_of(file).and_then(|content| {
            let with = |file| content_of(file).map(|content| AssetFile::content(file, content));
            Ok((content, args.bump.as_deref().map(with).transpose()?))
        });
        let (content, bump) = match files {
            Ok(files) => files,
            Err(why) => {
                session.fail(format_args!("{why}"));
                return Ok(());
            }
        };
        // Names from companions are only known here.
        let none = || Err("the file has no textures or sounds".to_owned());
        let named = scene
            .as_ref()
            .map_or_else(none, |scene| asset_name(scene, &opened.document, asset.trim(), &content));
        match named {
            Ok(replace) => orders.push(EditOp::Replace {
                replace,
                with: AssetFile::content(file, content),
                bump,
                palette: args.palette.into(),
                coding: args.coding.of(),
                resize: args.resize,
            }),
            Err(why) => {
                session.fail(format_args!("{}: {asset}: {why}", args.path));
                return Ok(());
            }
        }
    }
    if let Some(file) = &args.captions {
        match captions(file, scene.as_deref(), &opened, &orders) {
            Ok(more) => orders.extend(more),
            Err(why) => {
                session.fail(format_args!("{}: {why}", file.display()));
                return Ok(());
            }
        }
    }
    match carry_out(&session.library, &opened, &orders) {
        Ok(all) => {
            if args.recording.record(session, &opened, &orders) {
                args.changing.deliver(session, &all, &orders)?;
            }
        }
        Err(error) => session.fail(format_args!("{}: {error}", args.path)),
    }
    Ok(())
}

/// Reads a picture or a recording; errors name the file.
fn content_of(file: &str) -> Result<Replacement, String> {
    read(Path::new(file)).map_err(|why| format!("{file}: {why}"))
}

/// Adds the captions in `file` to the single sound that is replaced.
fn captions(
    file: &Path,
    scene: Option<&Scene>,
    opened: &Opened,
    orders: &[EditOp],
) -> Result<Vec<EditOp>, String> {
    let sounds: Vec<&Sound> = orders
        .iter()
        .filter_map(|order| match order {
            EditOp::Replace { replace, with, .. } => {
                sound_called(scene?, &opened.document, replace, with.content.as_deref()?)
            }
            _ => None,
        })
        .collect();
    match sounds.as_slice() {
        [sound] => captions_from(file, sound),
        _ => Err("--captions requires exactly one replaced sound".to_owned()),
    }
}
