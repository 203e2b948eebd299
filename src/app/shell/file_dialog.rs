//! The system's file dialog.

use crate::app::jobs::{Message, Purpose};
use crate::scene::Element;

/// Kind of path that the system's dialog asks for.
pub(crate) enum Pick {
    Files,
    Folder,
    /// A file to write, with a suggested name.
    New(String),
}

/// Asks for paths in the system's dialog, on a thread.
pub(crate) fn pick_paths(handle: crate::app::jobs::Handle, purpose: Purpose, kind: Pick) {
    let spare = handle.clone();
    let ask = move || {
        let dialog = rfd::FileDialog::new();
        let started = std::time::Instant::now();
        let json = |dialog: rfd::FileDialog| dialog.add_filter("Notes", &["json"]);
        let one = |path| vec![path];
        let picked = match (purpose, kind) {
            (_, Pick::Folder) => dialog.pick_folder().map(one),
            (Purpose::MergeNotes, _) => json(dialog).pick_files(),
            (Purpose::Replacement(Element::Texture(_), _), _) => {
                dialog.add_filter("Pictures", &["png"]).pick_file().map(one)
            }
            (Purpose::Replacement(Element::Palette(_) | Element::ColourTable(_), _), _) => {
                dialog.add_filter("Palettes", &["gpl", "pal", "act", "png"]).pick_file().map(one)
            }
            (Purpose::Changes, _) => dialog
                .add_filter("Changes", &["jsonl", "json", "glb", "bps", "ppf"])
                .pick_file()
                .map(one),
            (Purpose::Replacement(..), _) => {
                dialog.add_filter("Recordings", &["wav", "flac"]).pick_file().map(one)
            }
            (_, Pick::Files) => dialog.pick_files(),
            (Purpose::Patch, Pick::New(name)) => dialog
                .add_filter("Patches", &["bps", "ppf"])
                .set_file_name(name)
                .save_file()
                .map(one),
            (Purpose::Table, Pick::New(name)) => dialog
                .add_filter("Comma-separated values", &["csv"])
                .set_file_name(name)
                .save_file()
                .map(one),
            (Purpose::Copy, Pick::New(name)) => dialog.set_file_name(name).save_file().map(one),
            (_, Pick::New(name)) => json(dialog).set_file_name(name).save_file().map(one),
        };
        // An answer within a tenth of a second is not a cancel: there is no dialog on this system.
        let none = picked.is_none() && started.elapsed().as_millis() < 100;
        handle.send(Message::Picked(
            if none {
                Err("No file dialog is available; type the path instead".to_owned())
            } else {
                Ok(picked.unwrap_or_default())
            },
            purpose,
        ));
    };
    if let Err(error) = std::thread::Builder::new().spawn(ask) {
        spare.send(Message::Picked(Err(format!("cannot start a thread: {error}")), purpose));
    }
}
