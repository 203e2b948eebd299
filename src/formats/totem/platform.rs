//! Platform of a resource, and whether the archive's link hash still precedes it.

use crate::bytes::layout::Pass;
use crate::bytes::{Endian, Hint, Result, Scalar, Source};
use crate::formats::MemberFormat;

/// Storage variant of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Platform {
    pub endian: Endian,
    /// Link hash, if it precedes the resource: some tools extract this last word of the archive's file
    /// header together with the resource.
    pub link: Option<u32>,
}

/// Offset of the kind in a transformation header.
const KIND: usize = 0x60;

impl Platform {
    pub const GAMECUBE: Self = Self { endian: Endian::Big, link: None };
    pub const PS2: Self = Self { endian: Endian::Little, link: None };

    /// Name of the console.
    pub fn name(self) -> &'static str {
        match self.endian {
            Endian::Big => "GameCube",
            Endian::Little => "PlayStation 2",
        }
    }

    /// Bytes before the resource.
    pub fn start(self) -> usize {
        if self.link.is_some() { 4 } else { 0 }
    }

    /// All storage variants, the usual ones first.
    pub fn all() -> impl Iterator<Item = Self> {
        // The value of the link is read with the resource.
        [None, Some(0)].into_iter().flat_map(|link| {
            [Endian::Big, Endian::Little].into_iter().map(move |endian| Self { endian, link })
        })
    }

    /// Storage variant of a resource that starts with a transformation header of `kind`.
    pub fn of_kind(bytes: &[u8], kind: u16) -> Option<Self> {
        Self::all().find(|platform| {
            let at = |offset| platform.number::<u16>(bytes, offset);
            at(KIND) == Some(kind) && at(KIND + 2).is_some_and(|flags| flags < 0x1000)
        })
    }

    /// The number at `offset` in the resource.
    pub fn number<T: Scalar>(self, bytes: &[u8], offset: usize) -> Option<T> {
        let mut rest = bytes.get(offset.checked_add(self.start())?..)?;
        T::take(&mut rest, self.endian)
    }

    /// Storage variant according to the container of the resource.
    pub(super) fn stated(source: &Source) -> Option<Self> {
        let MemberFormat { endian, .. } = *source.attached::<MemberFormat>()?;
        Some(Self { endian, link: None })
    }

    /// Reads or writes the bytes before the resource.
    pub(super) fn pass<P: Pass>(&mut self, pass: &mut P) -> Result<()> {
        match &mut self.link {
            Some(link) => pass.value(("link_hash", Hint::Name), link),
            None => Ok(()),
        }
    }
}
