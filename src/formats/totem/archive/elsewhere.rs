//! Resources in other archives of the same console: in the folder of an archive and in other folders of
//! the game.

use std::cell::OnceCell;
use std::sync::Arc;

use super::file_pair::is_same_console;
use super::pack::Pack;
use crate::container::{Context, FolderSet, ParsedContent};
use crate::formats::FilesByHash;

/// Location of a game's archives: usually all in one folder.
const SPREAD: FolderSet = FolderSet { game: "TotemTech", folders: &[], registered: None };

/// Archives other than the displayed one, each read when a resource in it is needed.
pub(in crate::formats::totem) struct OtherArchives {
    nearby: Arc<FilesByHash>,
    /// By index in `nearby`; `None` for the displayed archive and those of other consoles.
    packs: Vec<Option<OnceCell<Option<Pack<'static>>>>>,
}

impl OtherArchives {
    /// The archives that belong to the same console as `own`.
    pub fn of(own: &Pack<'_>, context: Context<'_>) -> Self {
        let make = || -> ParsedContent { Arc::new(nearby(context)) };
        let made = context.siblings.of_game("resources of archives", &SPREAD, &make);
        let nearby: Arc<FilesByHash> = made.downcast().unwrap_or_default();
        let own = own.source().file_name();
        let is_other = |name: &str| is_same_console(own, name) && !name.eq_ignore_ascii_case(own);
        let packs = nearby.files().iter().map(|name| is_other(name).then(OnceCell::new));
        Self { packs: packs.collect(), nearby }
    }

    /// The first archive that contains a resource with this name hash, and its index there.
    pub fn find(&self, hash: u32, context: Context<'_>) -> Option<(&Pack<'static>, usize)> {
        self.with(hash, context).find_map(|pack| Some((pack, pack.find(hash)?)))
    }

    /// Name of a resource.
    pub fn name(&self, hash: u32, context: Context<'_>) -> Option<String> {
        self.with(hash, context).find_map(|pack| pack.name(hash))
    }

    fn with(&self, hash: u32, context: Context<'_>) -> impl Iterator<Item = &Pack<'static>> {
        self.nearby.with(hash).filter_map(move |archive| {
            let pack = self.packs.get(archive)?.as_ref()?;
            pack.get_or_init(|| open(self.nearby.files().get(archive)?, context)).as_ref()
        })
    }
}

/// All archives near the displayed one, by the name hashes of their resources and those in their name files.
fn nearby(context: Context<'_>) -> FilesByHash {
    const DATA: &[&str] = &["dgc", "dps", "dpc"];
    let mut all = FilesByHash::default();
    for name in context.siblings.names_elsewhere(&SPREAD, DATA).iter() {
        if let Some(pack) = open(name, context) {
            let files = pack.files().map(|(_, _, hash)| hash);
            all.push(name, files.chain(pack.named_hashes()));
        }
    }
    all.finish()
}

fn open(name: &str, context: Context<'_>) -> Option<Pack<'static>> {
    let source = context.siblings.open_elsewhere(name, &SPREAD).ok()?;
    Pack::other(&source, context)
}
