//! The sections of a file as members, raw.

use super::read::Places;
use super::records::Groff;
use crate::bytes::{Source, Span};
use crate::container::{Member, Slices, safe_name};

/// One member a section, named by its index and its name, since many share a name.
pub(super) fn sections(
    file: &Groff,
    names: &super::Texts,
    places: &Places,
    source: &Source,
) -> Slices {
    let member = |(index, section): (usize, &super::records::Section)| {
        let (start, size) = places.section(index);
        let name = safe_name(names.get(section.name));
        let span = Some(Span::new(source.id(), start, size));
        Member { path: format!("{index:04}_{name}"), size, span }
    };
    let list = file.sections.iter().enumerate().map(member).collect();
    Slices::new(source, "the file has no section", list).parts()
}
