//! Kinds of index entries.

/// Kind of an entry of the index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Kind {
    /// A file, on disk or inside another one.
    File,
    /// A mesh.
    Model,
    /// A texture.
    Texture,
    /// A palette or a colour table.
    Palette,
    /// A recording with its captions.
    Sound,
    /// An animation.
    Animation,
    /// An instance of an object.
    Instance,
    /// A table row that contains text.
    Text,
}

impl Kind {
    /// All kinds, in listing order.
    pub const ALL: [Self; 8] = [
        Self::File,
        Self::Model,
        Self::Texture,
        Self::Palette,
        Self::Sound,
        Self::Animation,
        Self::Instance,
        Self::Text,
    ];

    /// Name of the kind in queries.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Model => "model",
            Self::Texture => "texture",
            Self::Palette => "palette",
            Self::Sound => "sound",
            Self::Animation => "animation",
            Self::Instance => "instance",
            Self::Text => "text",
        }
    }

    /// The kind with this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(word))
    }

    /// Number that is stored for the kind.
    pub(super) fn number(self) -> i64 {
        Self::ALL.into_iter().zip(0..).find(|(kind, _)| *kind == self).map_or(0, |(_, n)| n)
    }

    /// The kind with this stored number.
    pub(super) fn numbered(number: i64) -> Option<Self> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }
}
