//! Shader features that a picture needs.

/// Optional shader features. Most pictures do not need them, but their code costs time for every pixel or
/// corner: a software adapter executes both sides of every branch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Demands {
    /// A face is subdivided.
    pub pieces: bool,
    /// A face is lit using the normal map of its texture.
    pub reliefs: bool,
    /// A face reflects its surroundings.
    pub shines: bool,
    /// A face or its node turns towards the viewer.
    pub turns: bool,
    /// A face is lit.
    pub lit: bool,
    /// A texture is missing.
    pub missing: bool,
    /// Textures are filtered.
    pub filtered: bool,
    /// Fog is drawn.
    pub fogged: bool,
    /// A texture has palette indices.
    pub indexed: bool,
    /// A texture has 15-bit words.
    pub direct: bool,
    /// A texture has 32-bit colours.
    pub rgba: bool,
}

impl Demands {
    /// Names of the features in the shaders; `true` for those that are needed.
    pub fn all(&self) -> [(&'static str, bool); 11] {
        [
            ("PIECES", self.pieces),
            ("EMBOSSED", self.reliefs),
            ("SHINES", self.shines),
            (TURNS, self.turns),
            ("LIT", self.lit),
            ("MISSING", self.missing),
            ("FILTERED", self.filtered),
            ("FOGGED", self.fogged),
            ("INDEXED", self.indexed),
            ("DIRECT", self.direct),
            ("RGBA", self.rgba),
        ]
    }

    /// `true` if shader sections of this name are needed.
    pub fn need(&self, name: &str) -> bool {
        self.all().contains(&(name, true))
    }
}

/// Name in `geometry.wgsl` for [`Demands::turns`].
pub(super) const TURNS: &str = "TURNS";
