//! Opens a source: format detection and unpacking of wrappers.

use std::sync::Arc;

use super::Opened;
use crate::bytes::Source;
use crate::container::{Context, Siblings};
use crate::formats::{self, Decoded, Document, Format, FormatHandle, Head, Probe};
use crate::library::{Library, OpenError, ResolvedPath};

/// Maximum number of nested wrappers.
const MAX_WRAPPERS: usize = 8;
/// Maximum size of a file that was unpacked more than once and is packed again.
const MAX_NESTED: u64 = 16 << 20;

impl Library {
    /// Opens what `path` names: a file, or a member `CONTAINER//inner/path`.
    pub fn open(&self, path: &str, format: Option<&str>) -> Result<Arc<Opened>, OpenError> {
        match self.place(path)? {
            ResolvedPath::Folder(_) | ResolvedPath::Inside(..) => {
                Err(OpenError::NotFound(format!("{path} is a folder, not a file")))
            }
            ResolvedPath::File(source) => self.open_source(&source, format),
        }
    }

    /// The format of a file, recognised by its siblings or else by its content.
    pub(in crate::library) fn identify(&self, source: &Source) -> Option<(FormatHandle, Probe)> {
        let siblings = self.siblings(source);
        let claim = formats::probe_with_companions(source.file_name(), &|name| siblings.has(name));
        let claim = claim.or_else(|| formats::identify(source));
        self.descriptions.prefer(claim, &Head::of(source))
    }

    /// Opens a source, and unpacks its wrappers. Returns the same document for the same source.
    pub fn open_source(
        &self,
        source: &Source,
        format: Option<&str>,
    ) -> Result<Arc<Opened>, OpenError> {
        if format.is_none()
            && let Some(opened) = self.document(source.id())
        {
            self.hold(&opened);
            return Ok(opened);
        }
        self.remember(source);
        let opened = Arc::new(self.read(source, format)?);
        Ok(self.enter(opened, format.is_some()))
    }

    pub(in crate::library) fn read(
        &self,
        stored: &Source,
        format: Option<&str>,
    ) -> Result<Opened, OpenError> {
        let path = stored.name().to_owned();
        let siblings = self.siblings(stored);
        let context = Context { siblings: &siblings, names: &self.names };
        let read =
            |source: &Source, format: &dyn Format| match format.companion_data(source, context) {
                Some(data) => format.open(&source.with_companion_data(data)),
                None => format.open(source),
            };
        let open = |source: &Source, format: &dyn Format| {
            let joined = format.joined(source, &siblings);
            read(joined.as_ref().unwrap_or(source), format).map_err(|error| OpenError::Failed {
                path: path.clone(),
                source: stored.clone(),
                format: format.info().id,
                error,
            })
        };
        let mut reason;
        let mut document = if let Some(chosen) = format {
            let format = self.descriptions.format(chosen)?;
            reason = "chosen by the user".to_owned();
            open(stored, &*format)?
        } else {
            let (format, probe) = self
                .identify(stored)
                .ok_or_else(|| OpenError::Unknown { path: path.clone(), source: stored.clone() })?;
            reason = probe.reason;
            open(stored, &*format)?
        };
        let mut wrappers = Vec::new();
        while wrappers.len() < MAX_WRAPPERS {
            let is_trap =
                |inside: &&Decoded| wrappers.len() > 1 && inside.source.len() > MAX_NESTED;
            let Some(inside) =
                document.content.packed().decoded().filter(|inside| !is_trap(inside))
            else {
                break;
            };
            let claim = inside.identify();
            let claim = self.descriptions.prefer(claim, &inside.head());
            let Some((format, probe)) = claim else { break };
            let Ok(next) = read(&inside.source, &*format) else { break };
            let mut problems = document.problems.clone();
            problems.extend(next.problems.clone());
            wrappers.push(document);
            (document, reason) = (Document { problems, ..next }, probe.reason);
        }
        if let Some(message) = document.content.displayed().missing(context) {
            return Err(OpenError::Lacking { source: stored.clone(), message });
        }
        if let Some(version) = document.content.displayed().version_by_companions(context) {
            document.version = version;
        }
        self.names.learn(&document);
        Ok(Opened {
            path,
            stored: stored.clone(),
            wrappers,
            reason,
            chosen: format.is_some(),
            ..Opened::of_document(document)
        })
    }
}
