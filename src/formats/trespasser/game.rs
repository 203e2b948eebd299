//! Finds files of the game: in its own folder and in some subfolders.

use std::sync::Arc;

use crate::bytes::{Source, SourceId};
use crate::container::{Context, FolderSet, MissingCompanion, ParsedContent, Registered, Siblings};

/// Folders of an installed and patched game (format document `trespasser-level.md`, section 12).
pub(super) const SPREAD: FolderSet = FolderSet {
    game: "trespasser",
    folders: &["data", "patch", "menu", "anim"],
    registered: Some(Registered {
        key: r"Software\DreamWorks Interactive\Trespasser",
        values: &["Installed Directory", "Data Drive"],
    }),
};

/// Looks for companions in all folders of the game.
pub struct Game<'a>(&'a dyn Siblings);

impl<'a> Game<'a> {
    pub fn of(context: Context<'a>) -> Self {
        Self(context.siblings)
    }

    /// The same context, with companions from all folders of the game.
    pub fn context<'b>(&'b self, context: Context<'b>) -> Context<'b> {
        Context { siblings: self, ..context }
    }
}

impl Siblings for Game<'_> {
    fn open(&self, name: &str) -> Result<Source, MissingCompanion> {
        self.0.open_elsewhere(name, &SPREAD)
    }

    fn names(&self) -> Arc<[String]> {
        self.0.names()
    }

    fn names_elsewhere(
        &self,
        spread: &FolderSet,
        extensions: &'static [&'static str],
    ) -> Arc<[String]> {
        self.0.names_elsewhere(spread, extensions)
    }

    fn of_game(
        &self,
        what: &'static str,
        spread: &FolderSet,
        make: &dyn Fn() -> ParsedContent,
    ) -> ParsedContent {
        self.0.of_game(what, spread, make)
    }

    fn has(&self, name: &str) -> bool {
        self.0.has(name)
    }

    fn answer(&self, question: &str) -> Option<String> {
        self.0.answer(question)
    }

    fn unpacked(&self, content: &Source) {
        self.0.unpacked(content);
    }

    fn kept(&self, source: SourceId) -> Option<ParsedContent> {
        self.0.kept(source)
    }

    fn keep(&self, source: SourceId, read: &ParsedContent) {
        self.0.keep(source, read);
    }
}
