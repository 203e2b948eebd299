//! Name lists and search locations for companions, read in the background.

use std::path::PathBuf;

use super::Window;
use crate::app::jobs::Message;
use crate::app::model::{Command, Level, Notice, PanelId, document::paths, log, numbers};
use crate::app::shell::layout;
use crate::bytes::Severity;
use crate::container::path_text;
use crate::library::names::lists::List;

impl Window {
    /// Reads name lists, now and, with `keep`, at every later start.
    pub(super) fn read_lists(&mut self, lists: Vec<PathBuf>, keep: bool) {
        if lists.is_empty() {
            return;
        }
        let library = self.state.library.clone();
        self.jobs.start("Reading name lists", true, move |handle| {
            for list in lists.iter().take_while(|_| !handle.cancelled()) {
                let text = match library.read_list(list) {
                    Ok(List::Names(pack)) => numbers::counted(pack.words as u64, "name"),
                    Ok(List::Games(count)) => numbers::counted(count as u64, "game"),
                    Err(why) => {
                        handle.notify(Level::Error, why);
                        continue;
                    }
                };
                if keep {
                    let list = path_text(list);
                    handle.notify(Level::Success, format!("{}: {text}", paths::name(&list)));
                    handle.send(Message::NamesLoaded(list));
                }
            }
        });
    }

    /// Adds search locations for companions.
    pub(super) fn search_in(&mut self, roots: Vec<String>) {
        let library = self.state.library.clone();
        let roots: Vec<String> = roots.iter().map(|root| paths::absolute(root)).collect();
        // Added at once, since the first document already searches there.
        roots.iter().for_each(|root| library.add_search(root));
        if roots.is_empty() {
            return;
        }
        self.jobs.start("Listing search locations", true, move |handle| {
            for root in roots.iter().take_while(|_| !handle.cancelled()) {
                if let Err(error) = library.search_in(root) {
                    handle.notify(Level::Error, error.to_string());
                }
            }
        });
    }

    /// Reports a missing companion of the open document, with an action to locate it. It is not
    /// reported again after a reload, and not if the picture already reports it.
    pub(super) fn report_missing(&mut self, is_new: bool) {
        let Some(doc) = self.state.doc.as_ref().filter(|_| is_new) else { return };
        let (library, own) = (&self.state.library, &doc.opened.stored);
        let lack = doc.problems.iter().filter(|problem| problem.severity > Severity::Note);
        let lack = { lack }
            .find_map(|problem| Some((library.missing_companion(own, &problem.message)?, problem)));
        let Some((miss, problem)) = lack else { return };
        let level = match problem.severity {
            Severity::Error => Level::Error,
            Severity::Warning | Severity::Note => Level::Warning,
        };
        let text = problem.message.clone();
        log::add(level, text.clone());
        if self.in_background {
            return;
        }
        let visible = layout::visible(&self.layout);
        if self.state.scene().is_some() && visible.contains(&PanelId::SCENE) {
            return;
        }
        let ask = Command::WhereIs { name: miss.name, looked_in: miss.looked_in };
        let action = Some(("Locate…".to_owned(), ask));
        self.toasts.push_of_document(Notice { level, text }, action);
    }

    /// Checks whether the companion `name` of the open file is at `path`.
    pub(super) fn look_at_place(&mut self, name: &str, path: &str) {
        let Some(doc) = self.state.doc.clone() else { return };
        let library = self.state.library.clone();
        let (name, path) = (name.to_owned(), paths::absolute(path));
        self.jobs.start(format!("Looking for {name}"), false, move |handle| {
            let found = library.search_in_location(&doc.opened.stored, &name, &path);
            let found = found.map_err(|error| error.to_string());
            handle.send(Message::Place { path, found });
        });
    }
}
