//! Wrappers: files around exactly one other file.

use std::marker::PhantomData;
use std::sync::Arc;

use super::{
    Content, Counts, Decoded, Document, EditResult, Format, FormatInfo, Head, Packed, Probe,
    Refusal,
};
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source, Tree};

/// The header and other data of a packed file, without the content. The registry derives everything else
/// from this trait.
pub trait Wrapper: Sized + Send + Sync + 'static {
    /// Row of the registry.
    const INFO: FormatInfo;
    /// Type of the tree's root.
    const ROOT: &'static str = Self::INFO.id;
    /// See [`Decoded::codec`].
    const CODEC: &'static str;
    /// Byte order of a file.
    const ENDIAN: Endian = Endian::Little;

    /// See [`Format::probe`].
    fn probe(head: &Head<'_>) -> Option<Probe>;

    /// See [`Format::is_marked`].
    fn is_marked(_head: &Head<'_>) -> bool {
        true
    }

    /// Unpacks the file with a cursor at its start, names everything it reads, and returns the content.
    ///
    /// # Errors
    /// When nothing can be read. Truncated or invalid data further on is a problem of the cursor, and a
    /// [loss](Cursor::lose) if the content is incomplete: rewriting would then hide the damage.
    fn unpack<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Self, Vec<u8>)>;

    /// The name of the file inside, from the name of the wrapper.
    fn name_inside(&self, name: &str) -> String;

    /// See [`Format::title`].
    fn title(_head: &Head<'_>) -> Option<String> {
        None
    }

    /// One of [`FormatInfo::versions`], or empty.
    fn version(&self) -> String {
        String::new()
    }

    /// See [`Document::usable`].
    fn is_usable(&self, _inside: &[u8]) -> bool {
        true
    }

    /// Packs `inside` as this file was packed.
    ///
    /// # Errors
    /// When it cannot be packed, with the reason.
    fn pack(&self, inside: &[u8]) -> EditResult<Vec<u8>>;
}

/// The format of a wrapper, for the registry.
pub const fn wrapper_of<T: Wrapper>() -> &'static dyn Format {
    &WrapperOf::<T>(PhantomData)
}

/// `source` without its wrapper, if it has one of this kind. For reading companions.
pub fn unwrapped<T: Wrapper>(source: Source) -> (Source, Problems) {
    let is_wrapped = T::probe(&Head::of(&source)).is_some();
    match is_wrapped.then(|| Wrapped::<T>::open(&source)) {
        Some(Ok((wrapped, _, problems))) => (wrapped.inside.source, problems),
        _ => (source, Problems::default()),
    }
}

struct WrapperOf<T>(PhantomData<fn() -> T>);

impl<T: Wrapper> Format for WrapperOf<T> {
    fn info(&self) -> &'static FormatInfo {
        &T::INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        T::probe(head)
    }

    fn is_marked(&self, head: &Head<'_>) -> bool {
        T::is_marked(head)
    }

    fn title(&self, head: &Head<'_>) -> Option<String> {
        T::title(head)
    }

    fn is_wrapper(&self) -> bool {
        true
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (content, tree, problems) = Wrapped::<T>::open(source)?;
        Ok(Document {
            format: &T::INFO,
            version: content.wrapper.version(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts: Counts::default(),
            usable: content.wrapper.is_usable(content.inside.source.bytes()),
            content: Arc::new(content),
        })
    }
}

/// An opened wrapper.
struct Wrapped<T> {
    wrapper: T,
    inside: Decoded,
    /// Reason why the file cannot be packed again.
    lost: Option<String>,
}

impl<T: Wrapper> Wrapped<T> {
    fn open(source: &Source) -> Result<(Self, Tree, Problems)> {
        let (tree, problems, read) = Tree::record(source, T::ENDIAN, T::ROOT, T::unpack);
        let (wrapper, bytes) = read?;
        let name = wrapper.name_inside(source.file_name());
        let inside = Decoded::of(source, T::CODEC, name, bytes);
        let lost = problems.lost().map(str::to_owned);
        Ok((Self { wrapper, inside, lost }, tree, problems))
    }
}

impl<T: Wrapper> Content for Wrapped<T> {
    fn write(&self) -> EditResult<Vec<u8>> {
        self.wrap(self.inside.source.bytes())
    }

    fn packed(&self) -> &dyn Packed {
        self
    }
}

impl<T: Wrapper> Packed for Wrapped<T> {
    fn decoded(&self) -> Option<&Decoded> {
        Some(&self.inside)
    }

    fn wrap(&self, inside: &[u8]) -> EditResult<Vec<u8>> {
        match &self.lost {
            Some(lost) => Err(Refusal(lost.clone())),
            None => self.wrapper.pack(inside),
        }
    }
}
