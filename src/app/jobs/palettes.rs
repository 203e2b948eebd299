//! The job that reads the palettes of other files.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Handle;
use crate::app::model::search::palettes::{PaletteFiles, PaletteSearch};
use crate::library::Library;
use crate::scene::PaletteCandidate;

/// Time between two frames that show new palettes.
const FRAME: Duration = Duration::from_millis(200);

/// Reads palettes until all are read, there are enough, or nobody waits for them.
pub fn search(handle: &Handle, library: &Library, search: &Arc<PaletteSearch>) {
    let mut shown = Instant::now();
    let mut add = |palettes: Option<Vec<PaletteCandidate>>| {
        let is_waited_for = Arc::strong_count(search) > 1 && !handle.cancelled();
        if !is_waited_for || !search.add(palettes) {
            return ControlFlow::Break(());
        }
        if shown.elapsed() > FRAME {
            shown = Instant::now();
            handle.repaint();
        }
        ControlFlow::Continue(())
    };
    match &search.files {
        PaletteFiles::Below(paths) => {
            let mut each = |path: &String| {
                library.each_palette(path, &mut |file, palettes| {
                    handle.set_item(file);
                    add(palettes.ok())
                })
            };
            let _ = paths.iter().try_for_each(&mut each);
        }
        PaletteFiles::Listed(files) => {
            for (path, only) in files {
                handle.set_item(path);
                let palettes = library.open_once(path).ok().map(|(opened, is_new)| {
                    let mut palettes = library.palettes_of(&opened, path);
                    palettes.retain(|one| only.is_empty() || only.contains(&one.palette));
                    if is_new {
                        library.close(&opened);
                    }
                    palettes
                });
                if add(palettes).is_break() {
                    break;
                }
            }
        }
    }
    search.end();
    handle.repaint();
}
