//! Words of a skeleton file, and the bones they describe.

use std::collections::HashMap;

use super::super::words::{self, Word, first, line, to_next_line};
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Result, Source};

/// Parent name of bones without a parent.
pub const ROOT: &str = "root";

/// A header line: `:BONES 2`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directive {
    pub keyword: Word,
    pub value: Word,
}

impl Directive {
    pub fn is(&self, keyword: &str) -> bool {
        self.keyword.text.eq_ignore_ascii_case(keyword.as_bytes())
    }
}

impl Layout for Directive {
    const TYPE: &'static str = "Directive";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        self.keyword.take(pass, "keyword", |text| first(text, words::word))?;
        self.value.take(pass, "value", |text| words::next(text, line))
    }
}

/// A bone: four lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bone {
    pub name: Word,
    pub parent: Word,
    pub length: Word,
    pub resource_count: Word,
    /// Names after the number; see [`Bone::resources`].
    pub resources: Vec<Word>,
}

impl Layout for Bone {
    const TYPE: &'static str = "Bone";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        self.name.take(pass, "name", |text| first(text, line))?;
        self.parent.take(pass, "parent", |text| first(text, line))?;
        self.length.take(pass, "length", |text| first(text, line))?;
        self.resource_count.take(pass, "resource_count", |text| first(text, words::word))?;
        let more = |_: &[Word], text: &[u8]| words::next(text, words::word) != (0, 0);
        pass.items_while("resources", &mut self.resources, more, ())
    }

    fn summary(&self) -> String {
        self.name.lossy()
    }
}

impl Bone {
    /// `true` if its parent is the root, which is not a bone.
    pub fn is_at_root(&self) -> bool {
        self.parent.text.eq_ignore_ascii_case(ROOT.as_bytes())
    }

    /// The length, if it is a number.
    pub fn stored_length(&self) -> Option<f32> {
        self.length.lossy().parse().ok().filter(|length: &f32| length.is_finite())
    }

    /// Stored number of resources.
    pub fn declared(&self) -> Option<usize> {
        self.resource_count.lossy().parse().ok()
    }

    /// Names of its resources, without extensions: the words after the number, or all words if there is
    /// no number.
    pub fn resources(&self) -> impl Iterator<Item = String> {
        let first = Some(&self.resource_count).filter(|word| !word.text.is_empty());
        let first = first.filter(|_| self.declared().is_none());
        first.into_iter().chain(&self.resources).map(Word::lossy)
    }
}

/// A skeleton.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hrc {
    pub directives: Vec<Directive>,
    pub bones: Vec<Bone>,
    /// White space and comments after the last bone.
    pub after: Vec<u8>,
}

impl Layout for Hrc {
    const TYPE: &'static str = "Hrc";
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        let is_directive =
            |_: &[Directive], text: &[u8]| text.get(to_next_line(text)) == Some(&b':');
        pass.items_while("directives", &mut self.directives, is_directive, ())?;
        let is_there = |_: &[Bone], text: &[u8]| to_next_line(text) < text.len();
        pass.items_while("bones", &mut self.bones, is_there, ())?;
        let rest = if pass.is_reading() { pass.ahead().len() } else { self.after.len() };
        pass.filler(&mut self.after, rest)
    }
}

/// A bone with its parent and length resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Limb {
    pub name: String,
    /// Index of a preceding bone; `None` if its parent is the root.
    pub parent: Option<usize>,
    /// Distance to the start of its children along its −z axis; positive.
    pub length: f32,
}

impl Hrc {
    /// The text after the first directive of this name.
    pub fn directive(&self, keyword: &str) -> Option<String> {
        self.directives.iter().find(|own| own.is(keyword)).map(|own| own.value.lossy())
    }

    /// Stored number of bones.
    pub fn declared(&self) -> Option<usize> {
        self.directive(":BONES")?.parse().ok()
    }

    /// The bones. If several preceding bones have the name of a parent, the last one is used.
    pub fn limbs(&self) -> Vec<Limb> {
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut limbs = Vec::with_capacity(self.bones.len());
        for (index, bone) in self.bones.iter().enumerate() {
            let name = bone.name.lossy();
            let parent = known.get(&bone.parent.lossy().to_ascii_lowercase()).copied();
            let parent = parent.filter(|_| !bone.is_at_root());
            known.insert(name.to_ascii_lowercase(), index);
            limbs.push(Limb { name, parent, length: bone.stored_length().unwrap_or(0.0) });
        }
        limbs
    }

    /// `true` if an animation with this number of bones fits: an animation of a skeleton with 0 bones has
    /// none.
    pub fn fits(&self, bones: u32) -> bool {
        let own = self.bones.len();
        usize::try_from(bones) == Ok(own) || bones == 0 && self.declared() == Some(0) && own == 1
    }
}

/// Parses a text.
pub(super) fn read(text: &[u8]) -> Hrc {
    let source = Source::from_bytes("", text.to_vec());
    let mut cur = crate::bytes::Cursor::new(&source, Default::default(), crate::bytes::NoRecorder);
    let mut hrc = Hrc::default();
    // A truncated text is read up to its end.
    let _ = hrc.pass(&mut crate::bytes::layout::Reading { cur: &mut cur }, ());
    hrc
}
