//! Changes of textures in a directory, which change its pixel file too.

use super::add::{NewTexture, with_size, with_texture};
use super::image::image;
use super::pixels;
use super::records::Pid;
use crate::container::Context;
use crate::formats::list_edit::unchangeable;
use crate::formats::trespasser::Game;
use crate::formats::{
    Change, DependentEdits, EditResult, Editable, ListChange, Loaded, Records, Refusal,
};
use crate::scene::{PaletteUse, Replacement};

/// The texture that a change adds. `level` is the name of the directory.
///
/// # Errors
/// When it changes another list, or the pictures are not those of a texture.
pub fn added(change: &ListChange<'_>, level: &str) -> EditResult<NewTexture> {
    match *change {
        ListChange::Add { list: "textures" | "entries", name, new } => {
            NewTexture::of(name, new, level)
        }
        ListChange::Add { list, .. } => Err(unchangeable(list)),
        ListChange::Copy(paths) | ListChange::Remove(paths) => {
            Err(unchangeable(paths.first().map_or("", String::as_str)))
        }
    }
}

impl Editable for Loaded<Pid> {
    fn has_assets_beside(&self) -> bool {
        true
    }

    fn with_asset(&self, _: Context<'_>, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        with_size(self.kept()?, &image(path, new)?)?.write()
    }

    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        with_texture(self.kept()?, &added(change, self.source.stem())?)?.write()
    }

    fn entails(
        &self,
        context: Context<'_>,
        change: &Change<'_>,
    ) -> EditResult<Vec<DependentEdits>> {
        match change {
            Change::List(change @ ListChange::Add { .. }) => {
                with_texture(self.kept()?, &added(change, self.source.stem())?)?;
            }
            Change::List(_) | Change::Fields(_) => return Ok(Vec::new()),
            Change::Asset { path, new } => {
                if image(path, new)?.picture.palette != PaletteUse::Keep {
                    let why = "a palette is rebuilt when the texture is replaced in the pixel file";
                    return Err(Refusal(format!("{path}: {why} (.swp, .spz)")));
                }
            }
        }
        let game = Game::of(context);
        let files = pixels::pixel_files(game.context(context), self.source.stem());
        let files = files.map_err(|miss| {
            let place = miss.map(|miss| format!(": not found in {}", miss.looked_in));
            Refusal(format!("the pixel file is missing{}", place.unwrap_or_default()))
        })?;
        Ok(files.into_iter().map(DependentEdits::repeated).collect())
    }
}
