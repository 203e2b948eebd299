//! Files whose palettes are listed: the open one, the open folders, or the results of Find.

use std::sync::Arc;

use egui::{ComboBox, Ui};
use egui_material_icons::icons;

use super::basis::Basis;
use crate::app::model::numbers::counted;
use crate::app::model::search::SearchResults;
use crate::app::model::search::palettes::{
    MAX_PALETTES, PaletteFiles, PaletteProgress, PaletteSearch,
};
use crate::app::model::{Command, State, grouped};
use crate::app::ui::{Ctx, GRID, choose, empty_state, spinner, theme};
use crate::scene::PaletteCandidate;

/// Query that finds all palettes.
const ALL_PALETTES: &str = "kind:palette";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Files {
    #[default]
    Open,
    Folders,
    Results,
}

impl Files {
    const ALL: [Self; 3] = [Self::Open, Self::Folders, Self::Results];

    fn title(self) -> &'static str {
        match self {
            Self::Open => "This file",
            Self::Folders => "Open folders",
            Self::Results => "Results of Find",
        }
    }
}

/// The folders or results that were searched.
#[derive(Clone)]
enum Searched {
    Folders(Vec<String>),
    Results(Arc<SearchResults>),
}

impl Searched {
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Folders(own), Self::Folders(other)) => own == other,
            (Self::Results(own), Self::Results(other)) => Arc::ptr_eq(own, other),
            _ => false,
        }
    }
}

/// See the [module](self).
#[derive(Default)]
pub struct Source {
    files: Files,
    search: Option<(Searched, Arc<PaletteSearch>)>,
    found: Vec<Arc<PaletteCandidate>>,
    progress: PaletteProgress,
    /// Number of searches so far.
    number: u64,
}

impl Source {
    pub fn choice(&mut self, ui: &mut Ui) {
        let combo = ComboBox::from_id_salt("files").width(26.0 * GRID);
        let combo = combo.selected_text(self.files.title());
        let options = Files::ALL.map(|files| (files, files.title().to_owned()));
        let called = ("Files with palettes", "Files whose palettes are listed");
        if let Some(files) = choose(ui, combo, called, &self.files, options) {
            self.files = files;
            self.number += 1;
        }
    }

    /// Starts a search in other files, unless they have already been searched.
    pub fn search(&mut self, cx: &mut Ctx<'_>, most_colours: usize) {
        let Some(wanted) = self.requested(cx.state) else { return };
        let is_same = |(searched, search): &(Searched, Arc<PaletteSearch>)| {
            searched.is_same(&wanted) && search.most_colours == most_colours
        };
        if self.search.as_ref().is_some_and(is_same) {
            return;
        }
        let files = match &wanted {
            Searched::Folders(roots) => PaletteFiles::Below(roots.clone()),
            Searched::Results(found) => PaletteFiles::of_results(found),
        };
        let search = Arc::new(PaletteSearch::new(files, most_colours));
        cx.push(Command::SearchPalettes(search.clone()));
        self.search = Some((wanted, search));
        self.found.clear();
        self.progress = PaletteProgress::default();
        self.number += 1;
    }

    fn requested(&self, state: &State) -> Option<Searched> {
        match self.files {
            Files::Open => None,
            Files::Folders if state.files.roots.is_empty() => None,
            Files::Folders => Some(Searched::Folders(state.files.roots.clone())),
            // The total is known once all results have arrived; before, only the first page is there.
            Files::Results => {
                let found = state.finding.found.as_ref().filter(|found| found.total.is_some());
                found.cloned().map(Searched::Results)
            }
        }
    }

    /// Number of the search, which changes with the files.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The palettes so far, in the order in which they were found.
    pub fn palettes<'a>(&'a mut self, basis: &'a Basis) -> &'a [Arc<PaletteCandidate>] {
        if self.files == Files::Open {
            return &basis.own;
        }
        if let Some((_, search)) = &self.search {
            let (new, progress) = search.take();
            self.found.extend(new.into_iter().map(Arc::new));
            self.progress = progress;
        }
        &self.found
    }

    fn is_busy(&self) -> bool {
        self.files != Files::Open && self.search.is_some() && !self.progress.is_done
    }

    /// Progress of the search.
    pub fn progress(&self, ui: &mut Ui) {
        if self.files == Files::Open || self.search.is_none() {
            return;
        }
        let PaletteProgress { files, failed, is_full, .. } = self.progress;
        if self.is_busy() {
            spinner(ui, theme::SMALL);
            ui.weak(counted(files, "file"));
        } else if is_full {
            let tip =
                format!("Only the first {} palettes are listed", grouped(MAX_PALETTES as u64));
            ui.weak("limit reached").on_hover_text(tip);
        }
        if failed > 0 {
            ui.weak(format!("{} unreadable", counted(failed, "file")));
        }
    }

    /// Explains why no palettes are listed.
    pub fn empty(&self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let icon = icons::ICON_STYLE;
        let has_roots = !cx.state.files.roots.is_empty();
        match self.files {
            _ if self.is_busy() => empty_state(ui, icon, "Reading palettes …", ""),
            Files::Folders if !has_roots => {
                let hint = "Open a folder, a disc or an archive to compare its palettes.";
                empty_state(ui, icon, "No folder is open", hint);
            }
            Files::Results if cx.state.finding.found.is_none() => {
                empty_state(
                    ui,
                    icon,
                    "No search yet",
                    "Palettes of the results of Find appear here.",
                );
                let link = |ui: &mut Ui| ui.link("Find all palettes").clicked();
                if ui.vertical_centered(link).inner {
                    cx.push(Command::FindInIndex(ALL_PALETTES.to_owned()));
                }
            }
            _ => empty_state(ui, icon, "No palettes", "No palette for this texture was found."),
        }
    }
}
