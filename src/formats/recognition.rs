//! Recognises files: the format with the highest score for a name and the first bytes.

use super::{Decoded, Format, Head, MemberFormat, Probe, all, by_id, signature};
use crate::bytes::Source;

/// The format that the container states for these bytes, otherwise the format with the highest score; with
/// its reason.
pub fn identify(source: &Source) -> Option<(&'static dyn Format, Probe)> {
    let stated = source.attached::<MemberFormat>().and_then(|stated| by_id(stated.format));
    match stated {
        Some(format) => {
            Some((format, Probe { score: 100, reason: "stated by its archive".into() }))
        }
        None => claim(&Head::of(source)),
    }
}

/// The format that claims a file by its companions, if any.
pub(crate) fn probe_with_companions(
    name: &str,
    is_there: &dyn Fn(&str) -> bool,
) -> Option<(&'static dyn Format, Probe)> {
    all().iter().find_map(|format| Some((*format, format.probe_with_companions(name, is_there)?)))
}

/// The format with the highest score for a file with this head. If the file has a signature, only formats
/// with a signature are compared.
pub(crate) fn claim(head: &Head<'_>) -> Option<(&'static dyn Format, Probe)> {
    let claims = all().iter().filter_map(|format| Some((*format, format.probe(head)?)));
    let claims = claims.map(|(format, probe)| (format, probe, format.is_marked(head)));
    let claims: Vec<_> = claims.collect();
    let has_signature = claims.iter().any(|(.., is_marked)| *is_marked);
    let only_marked = has_signature || signature::is_foreign(head);
    let (format, probe, _) = claims
        .into_iter()
        .filter(|(.., is_marked)| *is_marked || !only_marked)
        .max_by_key(|(_, probe, _)| probe.score)?;
    Some((format, probe))
}

impl Decoded {
    /// The format that claims the content, which has a separate name.
    pub fn identify(&self) -> Option<(&'static dyn Format, Probe)> {
        claim(&self.head())
    }

    /// The head of the content.
    pub(crate) fn head(&self) -> Head<'_> {
        Head { name: &self.name, ..Head::of(&self.source) }
    }
}
