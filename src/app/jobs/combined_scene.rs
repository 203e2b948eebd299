//! Files that belong together and are opened at once: a body, its head, a board.

use std::sync::Arc;

use crate::app::model::document::sources;
use crate::library::{Library, Opened, ResolvedPath};
use crate::scene::Scene;

/// Maximum number of files that are combined into one scene.
const MAX_FILES: usize = 8;

/// Chooses the main file among several that were opened together, and the files that belong with
/// it. A file that the main one already includes as a companion is left out. Files that are not
/// used are closed. Once `cancelled`, only the first file is returned.
pub fn sort_out(
    library: &Library,
    all: &[String],
    cancelled: &dyn Fn() -> bool,
) -> (String, Vec<String>) {
    let first = all.first().cloned().unwrap_or_default();
    // The files to combine have the same format; otherwise no file is opened.
    let kind = |path: &String| library.sniff(path).map(|found| found.format.id);
    let is_like_first = |path| kind(path).is_some_and(|id| kind(&first) == Some(id));
    if !(2..=MAX_FILES).contains(&all.len()) || !all.iter().all(is_like_first) {
        return (first, Vec::new());
    }
    let going_on = all.iter().take_while(|_| !cancelled());
    let looks: Vec<Candidate<'_>> = going_on.map(|path| Candidate::at(library, path)).collect();
    let (main, around) = match cancelled() {
        true => (None, Vec::new()),
        false => choose(&looks),
    };
    let shown: Vec<&Candidate<'_>> = main.iter().chain(&around).copied().collect();
    looks.iter().filter(|look| !look.is_of_use(&shown)).for_each(|look| look.close(library));
    let path = |look: &Candidate<'_>| look.path.to_owned();
    (main.map_or(first, path), around.into_iter().map(path).collect())
}

/// A file that was opened to see what its scene contains.
struct Candidate<'a> {
    path: &'a str,
    opened: Option<Arc<Opened>>,
    /// `true` if the file was not open before.
    is_new: bool,
    scene: Option<Arc<Scene>>,
}

impl<'a> Candidate<'a> {
    fn at(library: &Library, path: &'a str) -> Self {
        let was_open = match library.place(path) {
            Ok(ResolvedPath::File(source)) => library.is_open(&source),
            _ => false,
        };
        let opened = library.open(path, None).ok();
        let scene = opened.as_ref().and_then(|opened| opened.scene(library));
        Self { path, opened, is_new: !was_open, scene }
    }

    /// `true` if the file is displayed, or used by the scene of a displayed file.
    fn is_of_use(&self, shown: &[&Self]) -> bool {
        let own = self.opened.as_ref().map(|opened| opened.document.source.id());
        let has_some = |scene: &Scene| sources(scene).any(|source| Some(source) == own);
        shown
            .iter()
            .any(|look| look.path == self.path || look.scene.as_deref().is_some_and(has_some))
    }

    fn close(&self, library: &Library) {
        if let Some(opened) = self.opened.as_ref().filter(|_| self.is_new) {
            library.close(opened);
        }
    }
}

/// The file whose scene includes the others, and the files that belong with it.
fn choose<'a>(made: &'a [Candidate<'a>]) -> (Option<&'a Candidate<'a>>, Vec<&'a Candidate<'a>>) {
    let shows = |whole: usize, part: usize| {
        let scene = |at: usize| made.get(at).and_then(|look| look.scene.as_deref());
        let both = scene(whole).zip(scene(part)).filter(|_| whole != part);
        // If two files include each other, the first is the main one.
        both.is_some_and(|(a, b)| a.shows_all_of(b) && (whole < part || !b.shows_all_of(a)))
    };
    let all = 0..made.len();
    let is_part = |at: &usize| all.clone().any(|whole| shows(whole, *at));
    let mut complete = all.clone().filter(|at| !is_part(at));
    let main = if is_part(&0) { complete.find(|whole| shows(*whole, 0)).unwrap_or(0) } else { 0 };
    let whole = made.get(main);
    let own = whole.and_then(|look| look.scene.as_ref());
    let around = made.iter().enumerate().filter(|(at, look)| {
        let both = own.zip(look.scene.as_ref());
        let belongs = both.is_some_and(|(own, scene)| own.belongs_with(scene));
        *at != main && belongs && !is_part(at)
    });
    (whole, around.map(|(_, look)| look).collect())
}
