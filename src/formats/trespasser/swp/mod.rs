//! Trespasser `*-130.swp`: the pixels of a level's textures, back to back, without a header.
//!
//! Reading them requires the directory of the same name ([`pid`]), with the offset and stride of each
//! image.
//!
//! Source: format document `trespasser-level.md`, section 7.

use std::sync::Arc;

use super::Game;
use super::pid::{self, Pid, Pixels, TexturePack};
use crate::bytes::{Cursor, Problems, Recorder, Result, Severity, Source};
use crate::container::{Context, MissingCompanion};
use crate::formats::write_back::Fields;
use crate::formats::{
    Capability, Change, DependentEdits, Displayed, EditResult, Editable, FormatInfo, Head,
    ListChange, Loaded, Operations, Probe, Records, Refusal,
};
use crate::scene::{Replacement, Scene};

/// The whole file; shared, since a level has tens of megabytes.
pub struct Swp(pub Source);

impl Records for Swp {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.swp",
        name: "Trespasser texture pixels",
        extensions: &["swp"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let named = head.has_extension(Self::INFO.extensions) && head.len > 0;
        named.then(|| Probe {
            score: 10,
            reason: "matching extension only: pixels have no signature".into(),
        })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        cur.bytes("pixels", usize::try_from(source.len()).unwrap_or(usize::MAX))?;
        Ok(Self(source.clone()))
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(self.0.bytes().to_vec())
    }
}

impl Displayed for Loaded<Swp> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let game = Game::of(context);
        let context = game.context(context);
        let name = self.source.stem();
        let directory = directory(self, context);
        let mut problems = Problems::default();
        let scene = match directory {
            Ok(directory) => {
                let pixels = Pixels::plain(self.source.clone());
                pid::scene(name, &TexturePack::new(directory, Some(pixels)), context)
            }
            Err(why) => {
                let message = format!("raw bytes without the directory {name}.pid: {why}");
                problems.report(Severity::Warning, self.source.span(), "pixels", message);
                Scene { name: name.to_owned(), ..Scene::default() }
            }
        };
        Some((scene, problems))
    }
}

impl Editable for Loaded<Swp> {
    fn has_assets_beside(&self) -> bool {
        true
    }

    fn with_asset(
        &self,
        context: Context<'_>,
        path: &str,
        new: &Replacement,
    ) -> EditResult<Vec<u8>> {
        let new = pid::image(path, new)?;
        let game = Game::of(context);
        let directory = directory(self, game.context(context)).map_err(Refusal)?;
        let pid = pid::with_size(&directory.records, &new)?;
        pid::with_picture(&pid, self.source.bytes(), &new)
    }

    fn with_list(&self, context: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        let directory = directory(self, Game::of(context).context(context)).map_err(Refusal)?;
        let new = pid::added(change, self.source.stem())?;
        let pid = &directory.records;
        let pixels = self.source.bytes().to_vec();
        // The directory may have been changed already.
        match pid.entries.iter().any(|entry| entry.id == new.id) {
            true => pid::with_pixels(pid, pixels, &new),
            false => pid::with_pixels(&pid::with_texture(pid, &new)?, pixels, &new),
        }
    }

    fn entails(
        &self,
        context: Context<'_>,
        change: &Change<'_>,
    ) -> EditResult<Vec<DependentEdits>> {
        let game = Game::of(context);
        let context = game.context(context);
        let pid = || directory(self, context).map_err(Refusal);
        let (fields, is_repeated) = match change {
            Change::List(change @ ListChange::Add { .. }) => {
                pid::with_texture(&pid()?.records, &pid::added(change, self.source.stem())?)?;
                (Fields::new(), true)
            }
            Change::List(_) | Change::Fields(_) => return Ok(Vec::new()),
            Change::Asset { path, new } => {
                let (pid, pid::NewImage { index, picture, .. }) = (pid()?, pid::image(path, new)?);
                let entry = pid.records.entries.get(index);
                let size = entry.map(|entry| (entry.width, entry.height));
                let has_size = size == Some((picture.width, picture.height));
                (pid::with_palette(&pid.records, index, picture)?, !has_size)
            }
        };
        let missing = |miss: MissingCompanion| Refusal(format!("not found in {}", miss.looked_in));
        let beside = context.siblings.open(&directory_name(self)).map_err(missing)?;
        let directory = DependentEdits { fields, is_repeated, ..DependentEdits::repeated(beside) };
        let files = pid::pixel_files(context, self.source.stem()).unwrap_or_default();
        if let Some(used) = files.first().filter(|_| !files.iter().any(|file| self.is_from(file))) {
            let why = "it replaces this file when the game unpacks it, because their lengths \
                       differ; edit that file instead";
            return Err(Refusal(format!("{} is used: {why}", used.file_name())));
        }
        let others = files.into_iter().filter(|file| !self.is_from(file));
        Ok(std::iter::once(directory).chain(others.map(DependentEdits::repeated)).collect())
    }
}

impl Loaded<Swp> {
    /// `true` if these pixels are the content of `file`, which may be packed.
    fn is_from(&self, file: &Source) -> bool {
        let own = &self.source;
        own.name() == file.name() || own.origin().holder() == Some(file.id())
    }
}

fn directory_name(file: &Loaded<Swp>) -> String {
    format!("{}.pid", file.source.stem())
}

/// The directory of the same name, or the reason why it is missing.
fn directory(
    file: &Loaded<Swp>,
    context: Context<'_>,
) -> std::result::Result<Arc<Loaded<Pid>>, String> {
    match context.siblings.open(&directory_name(file)) {
        Ok(found) => Loaded::<Pid>::companion(&found, context).map_err(|error| error.0.message),
        Err(miss) => Err(format!("not found in {}", miss.looked_in)),
    }
}
