//! The jobs that import and export changes: recipes, edited GLBs, palettes and patches.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::editing::chosen;
use super::{Handle, Message};
use crate::app::model::edits::Edit;
use crate::app::model::numbers::counted;
use crate::app::model::{Command, Level, document::paths, log};
use crate::bytes::{Origin, Source};
use crate::container::path_text;
use crate::edit::asset::read_colours;
use crate::edit::patch::{self, Kind};
use crate::edit::recipe::Recipe;
use crate::edit::save::{Output, save};
use crate::edit::{Changed, EditOp, Replaced, coloured, files_of, files_on_disk, merge, read_glb};
use crate::library::extract::write_with;
use crate::library::{Library, Opened, ResolvedPath};
use crate::scene::Spans;

/// Replaces the colours of a palette in the file at `path` with those of another file.
pub fn colours_of(
    handle: &Handle,
    library: &Library,
    path: String,
    entries: (&Spans, usize),
    file: &Path,
) {
    let from = name_of(file);
    let orders = library.open(&path, None).map_err(|error| error.to_string()).and_then(|opened| {
        read_colours(file).and_then(|colours| colours.orders(&opened.document.tree, entries))
    });
    match orders {
        Ok(orders) => push_edit(handle, path, format!("colours of {from}"), orders),
        Err(why) => handle.notify(Level::Warning, format!("{from}: {why}.")),
    }
}

/// Changes the colour of the palette entry at `field` in the file at `path`.
pub fn recolour(
    handle: &Handle,
    library: &Library,
    (path, field): (String, &str),
    (rgb, alpha): ([u8; 3], Option<u8>),
) {
    let orders = library.open(&path, None).map_err(|error| error.to_string());
    match orders.and_then(|opened| coloured(&opened.document.tree, field, rgb, alpha)) {
        Ok(orders) => push_edit(handle, path, "change a colour".to_owned(), orders),
        Err(why) => handle.notify(Level::Warning, format!("Not changed: {why}.")),
    }
}

/// Imports changes from a file, depending on its content. A recipe or an edited GLB becomes an edit; a
/// patch is applied to the file on disk, and its result is written next to it and opened.
pub fn import_changes(handle: &Handle, library: &Library, base: &Opened, file: &Path) {
    let begin = beginning(file);
    let taken = match begin.as_slice() {
        [b'g', b'l', b'T', b'F', ..] => merged(handle, library, base, file),
        bytes if Kind::of(bytes).is_some() => patched(handle, library, base, file),
        _ => carried_out(handle, base, file),
    };
    if let Err(why) = taken {
        handle.notify(Level::Warning, format!("{}: {why}.", name_of(file)));
    }
}

fn beginning(file: &Path) -> Vec<u8> {
    let mut begin = Vec::new();
    if let Ok(open) = fs::File::open(file) {
        // A read error is reported by the reader that is chosen below.
        let _ = open.take(8).read_to_end(&mut begin);
    }
    begin
}

fn name_of(file: &Path) -> String {
    paths::name(&file.to_string_lossy()).to_owned()
}

/// Pushes an edit, or reports that there is nothing to change.
fn push_edit(handle: &Handle, path: String, name: String, orders: Vec<EditOp>) {
    if orders.is_empty() {
        return handle.notify(Level::Info, format!("No changes: {name}"));
    }
    let edit = Edit { path, name, orders, ..Edit::default() };
    handle.send(Message::Command(Command::Edit(Box::new(edit))));
}

fn carried_out(handle: &Handle, base: &Opened, file: &Path) -> Result<(), String> {
    let recipe = Recipe::open(file, (paths::name(&base.path), base.document.format.id))?;
    push_edit(handle, base.path.clone(), format!("apply {}", name_of(file)), recipe.orders);
    Ok(())
}

fn merged(handle: &Handle, library: &Library, base: &Opened, file: &Path) -> Result<(), String> {
    let glb = read_glb(file)?;
    let current = library.open(&base.path, chosen(base)).map_err(|error| error.to_string())?;
    current.find_names(library);
    let merged = current.beside(library, |context| merge(&current.document, context, &glb));
    let merged = merged.map_err(|error| error.to_string())?;
    for sentence in &merged.left {
        log::add(Level::Warning, format!("{}: {sentence}", name_of(file)));
    }
    if let [first, rest @ ..] = merged.left.as_slice() {
        let more = match rest.len() {
            0 => String::new(),
            more => format!(" And {}: see the log.", counted(more as u64, "more message")),
        };
        handle.notify(Level::Warning, format!("{}: {first}.{more}", name_of(file)));
    }
    push_edit(handle, base.path.clone(), format!("merge {}", name_of(file)), merged.orders);
    Ok(())
}

fn patched(handle: &Handle, library: &Library, base: &Opened, file: &Path) -> Result<(), String> {
    let (path, old) = on_disk(library, base)?;
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    let patch = Source::from_bytes(name_of(file), bytes);
    let (_, new) = patch::apply(&patch, &old).map_err(|error| error.to_string())?;
    let to = beside(&path, file);
    save(&[Output { path: to.clone(), from: Some(path), bytes: new, was: None }], false)
        .map_err(|error| error.to_string())?;
    handle.notify(Level::Success, format!("Wrote {}", to.display()));
    handle.send(Message::Command(Command::Open(path_text(to))));
    Ok(())
}

/// The file on disk that contains the open document; for a disc with a sheet, the image.
fn on_disk(library: &Library, base: &Opened) -> Result<(PathBuf, Source), String> {
    let inside = base.document.source.bytes().to_vec();
    if let Ok(files) = files_on_disk(library, vec![Replaced { opened: base, inside }])
        && let [Changed { path, was, .. }] = files.as_slice()
    {
        return Ok((path.clone(), was.clone()));
    }
    let outer = base.path.split_once("//").map_or(base.path.as_str(), |(outer, _)| outer);
    match library.place(outer) {
        Ok(ResolvedPath::File(source)) => match source.origin() {
            Origin::File(path) => Ok((path.clone(), source.clone())),
            _ => Err("the open document is not in a file".to_owned()),
        },
        Ok(_) => Err("the open document is not in a file".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// An unused name for the result of a patch.
fn beside(path: &Path, patch: &Path) -> PathBuf {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let end =
        path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    let name = |number: u32| match number {
        1 => format!("{} ({}){end}", stem(path), stem(patch)),
        _ => format!("{} ({}) {number}{end}", stem(path), stem(patch)),
    };
    let all = (1..).map(|number| path.with_file_name(name(number)));
    all.into_iter().find(|path| !path.exists()).unwrap_or_else(|| path.with_file_name(name(1)))
}

/// Writes a patch for each file on disk that saving would change.
pub fn save_patch(handle: &Handle, library: &Library, base: &Opened, to: &Path) {
    match write_patches(library, base, to) {
        Ok(names) => handle.notify(Level::Success, format!("Wrote {}", names.join(" and "))),
        Err(why) => handle.notify(Level::Warning, format!("No patch: {why}.")),
    }
}

fn write_patches(library: &Library, base: &Opened, to: &Path) -> Result<Vec<String>, String> {
    let extension = to.extension().unwrap_or_default().to_string_lossy();
    let kind = Kind::called(&extension)
        .ok_or_else(|| "expected a file name that ends in .bps or .ppf".to_owned())?;
    let current = library.open(&base.path, chosen(base)).map_err(|error| error.to_string())?;
    let inside = current.document.source.bytes().to_vec();
    let files = files_of(library, vec![Replaced { opened: base, inside }]);
    let files = files.map_err(|error| error.to_string())?;
    let several = files.len() > 1;
    let mut patches = Vec::new();
    for Changed { path, was, bytes } in files {
        let place = match several {
            // Each file of an archive (index and data) has its own patch, which is named after the
            // file.
            true => to.with_file_name(format!("{}.{extension}", name_of(&path))),
            false => to.to_path_buf(),
        };
        if several && place.exists() {
            return Err(format!("{} exists", place.display()));
        }
        let mut patch = Vec::new();
        patch::write(kind, &was, &bytes, &mut patch).map_err(|error| error.to_string())?;
        patches.push((place, patch));
    }
    let mut names = Vec::new();
    for (place, patch) in patches {
        write_with(&place, true, |out| out.write_all(&patch)).map_err(|error| error.to_string())?;
        names.push(place.display().to_string());
    }
    Ok(names)
}
