//! Desktop files name only types that exist, and only extensions of supported formats.

use std::collections::BTreeSet;

const MIME: &str = include_str!("../../assets/linux/gouraud.mime.xml");
const DESKTOP: &str = include_str!("../../assets/linux/gouraud.desktop");
const THUMBNAILER: &str = include_str!("../../assets/linux/gouraud.thumbnailer");

/// Texts between `before` and a quotation mark.
fn quoted<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Types of the line `MimeType=`.
fn listed(entry: &str) -> BTreeSet<&str> {
    let line = entry.lines().find_map(|line| line.strip_prefix("MimeType=")).unwrap();
    line.split_terminator(';').collect()
}

#[test]
fn file_types_have_extensions_of_supported_formats() {
    let known: BTreeSet<&str> = gouraud::formats::all()
        .iter()
        .flat_map(|format| format.info().extensions)
        .map(|extension| extension.trim_start_matches('.'))
        .chain(["ksy"])
        .collect();
    let globs = quoted(MIME, "pattern=\"*.");
    let unknown: Vec<&&str> = globs.iter().filter(|glob| !known.contains(*glob)).collect();
    assert!(globs.len() > 20 && unknown.is_empty(), "{unknown:?}");
}

#[test]
fn desktop_entry_opens_exactly_the_declared_types() {
    let types = quoted(MIME, "<mime-type type=\"");
    let distinct: BTreeSet<&str> = types.iter().copied().collect();
    assert_eq!(distinct.len(), types.len());
    assert_eq!(listed(DESKTOP), distinct);
}

#[test]
fn thumbnails_are_drawn_of_declared_types() {
    let types: BTreeSet<&str> = quoted(MIME, "<mime-type type=\"").into_iter().collect();
    let drawn = listed(THUMBNAILER);
    assert!(drawn.len() > 5 && drawn.is_subset(&types));
    assert!(THUMBNAILER.contains("Exec=gouraud render --size %sx%s --output %o %i"));
}
