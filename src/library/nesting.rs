//! Limits for traversing nested containers: containers that contain themselves are not entered, and the
//! number of containers that are entered below one file is limited.

use std::sync::Arc;

use super::{Library, Opened};
use crate::bytes::{Origin, Problem, Severity, Source, SourceId, Span};

/// Maximum nesting depth of containers.
const MAX_DEPTH: usize = 8;
/// Maximum number of containers that are entered below one file.
const MAX_CONTAINERS: usize = 10_000;
/// Maximum total size of the entered containers, as a multiple of the length of the file that
/// stores them. It equals the maximum depth: only containers that share bytes can exceed it.
const MAX_LENGTHS: u64 = MAX_DEPTH as u64;
/// Lower bound of that limit, for small files.
const MIN_BYTES: u64 = 1 << 16;
/// Block size for comparing bytes.
const CHUNK: usize = 1 << 16;

/// The containers that were entered below one file.
#[derive(Default)]
pub struct Nesting {
    /// The outermost file.
    outermost: Option<SourceId>,
    count: usize,
    /// Total size of the containers that are stored unpacked, and its limit.
    bytes: u64,
    limit: u64,
    /// A container was refused because a limit was reached.
    is_full: bool,
}

impl Nesting {
    /// Enters a container, in traversal order.
    ///
    /// # Errors
    /// If it is listed but not entered, with the reason.
    pub fn enter(&mut self, library: &Library, container: &Opened) -> Result<(), Box<Problem>> {
        let stored = &container.stored;
        let around = around(stored);
        let refuse = |severity, message: String| {
            let span = Span::new(stored.id(), 0, 0);
            Err(Box::new(Problem::new(severity, span, "", format!("not entered: {message}"))))
        };
        let outermost = around.last().map_or(stored, |container| &container.stored);
        if self.outermost != Some(outermost.id()) {
            *self = Self { outermost: Some(outermost.id()), ..Self::default() };
        }
        if let Some(same) = holder_with_the_same_bytes(library, stored, &around) {
            return refuse(
                Severity::Note,
                format!("it has the same bytes as {same}, which contains it"),
            );
        }
        if around.len() >= MAX_DEPTH {
            return refuse(Severity::Warning, format!("nested in {MAX_DEPTH} other containers"));
        }
        if self.count >= MAX_CONTAINERS {
            self.is_full = true;
            let message = format!("more than {MAX_CONTAINERS} containers in one file");
            return refuse(Severity::Warning, message);
        }
        if !around.is_empty() && !self.has_room_for(library, stored) {
            self.is_full = true;
            let message = "the containers in this file share their bytes, and their total size exceeds \
                           the limit";
            return refuse(Severity::Warning, message.to_owned());
        }
        self.count += 1;
        Ok(())
    }

    /// `true` if containers are refused, so that reading ahead is useless.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Adds the size of a container; `false` if the limit is exceeded.
    fn has_room_for(&mut self, library: &Library, stored: &Source) -> bool {
        let times = |source: &Source| source.len().saturating_mul(MAX_LENGTHS).max(MIN_BYTES);
        let holder = stored.origin().holder().and_then(|holder| library.source(holder));
        match stored.origin() {
            // Unpacked data is new: its members are stored in it, not in the container.
            Origin::Decoded { .. } => self.limit = self.limit.saturating_add(times(stored)),
            _ => {
                self.limit = self.limit.max(holder.as_ref().map_or(0, times));
                let bytes = self.bytes.saturating_add(stored.len());
                if bytes > self.limit {
                    return false;
                }
                self.bytes = bytes;
            }
        }
        true
    }
}

/// `true` for a container that has the same bytes as one around it and is never entered.
pub(super) fn holds_itself(library: &Library, container: &Opened) -> bool {
    let stored = &container.stored;
    holder_with_the_same_bytes(library, stored, &around(stored)).is_some()
}

/// The containers around a file, the innermost first.
fn around(stored: &Source) -> Vec<Arc<Opened>> {
    let innermost = stored.container::<Opened>();
    std::iter::successors(innermost, |inner| inner.stored.container()).take(MAX_DEPTH).collect()
}

/// Name of a file around `stored` that has the same bytes.
fn holder_with_the_same_bytes(
    library: &Library,
    stored: &Source,
    around: &[Arc<Opened>],
) -> Option<String> {
    let files = around.iter().map(|container| container.stored.clone());
    // The bytes of a two-file archive, or of a disc with a sheet, are in the other file.
    let inner = around.iter().map(|container| &container.stored);
    let holders = [stored]
        .into_iter()
        .chain(inner)
        .filter_map(|source| library.source(source.origin().holder()?));
    files.chain(holders).find(|other| is_same(stored, other)).map(|other| other.name().to_owned())
}

/// `true` if two sources have the same bytes. Nothing is read if one is a view of the whole other.
fn is_same(one: &Source, other: &Source) -> bool {
    if one.len() != other.len() || one.is_empty() {
        return false;
    }
    if let Origin::Member(span) = one.origin()
        && *span == other.span()
    {
        return true;
    }
    let (mut a, mut b) = (vec![0; CHUNK], vec![0; CHUNK]);
    let mut offset = 0;
    while offset < one.len() {
        let len = usize::try_from(one.len() - offset).unwrap_or(CHUNK).min(CHUNK);
        let (Some(a), Some(b)) = (a.get_mut(..len), b.get_mut(..len)) else { return false };
        let is_read = one.read_once(offset, a).is_ok() && other.read_once(offset, b).is_ok();
        if !is_read || a != b {
            return false;
        }
        offset += len as u64;
    }
    true
}
