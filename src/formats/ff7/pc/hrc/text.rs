//! The words of a skeleton, and the bones they make.

use std::collections::HashMap;

use super::super::words::{self, Word, first, line, to_next_line};
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Result, Source};

/// The parent of those that have none.
pub const ROOT: &str = "root";

/// A line of the head: `:BONES 2`.
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
    /// Names behind the number; see [`Bone::resources`].
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
    /// Whether it hangs on the root, which is no bone.
    pub fn is_at_root(&self) -> bool {
        self.parent.text.eq_ignore_ascii_case(ROOT.as_bytes())
    }

    /// The length as a number, where it is one.
    pub fn stored_length(&self) -> Option<f32> {
        self.length.lossy().parse().ok().filter(|length: &f32| length.is_finite())
    }

    /// How many resources the text says there are.
    pub fn promised(&self) -> Option<usize> {
        self.resource_count.lossy().parse().ok()
    }

    /// Names of its resources, without an extension: what follows the number, or all words where
    /// there is none.
    pub fn resources(&self) -> impl Iterator<Item = String> {
        let first = Some(&self.resource_count).filter(|word| !word.text.is_empty());
        let first = first.filter(|_| self.promised().is_none());
        first.into_iter().chain(&self.resources).map(Word::lossy)
    }
}

/// A skeleton.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hrc {
    pub directives: Vec<Directive>,
    pub bones: Vec<Bone>,
    /// White space and comments behind the last bone.
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

/// A bone as it is meant.
#[derive(Clone, Debug, PartialEq)]
pub struct Limb {
    pub name: String,
    /// Index of a bone before it; `None` for one that hangs on the root.
    pub parent: Option<usize>,
    /// Positive: to where its children start, along its −z.
    pub length: f32,
}

impl Hrc {
    /// What stands behind the first of the directives of this name.
    pub fn directive(&self, keyword: &str) -> Option<String> {
        self.directives.iter().find(|own| own.is(keyword)).map(|own| own.value.lossy())
    }

    /// How many bones the text says there are.
    pub fn promised(&self) -> Option<usize> {
        self.directive(":BONES")?.parse().ok()
    }

    /// The bones. Of several of a name before it a parent is the latest.
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

    /// How many bones an animation of it has: none turns the bone of a skeleton of 0 bones.
    pub fn fits(&self, bones: u32) -> bool {
        let own = self.bones.len();
        usize::try_from(bones) == Ok(own) || bones == 0 && self.promised() == Some(0) && own == 1
    }
}

/// The skeleton that a text is.
pub(super) fn read(text: &[u8]) -> Hrc {
    let source = Source::from_bytes("", text.to_vec());
    let mut cur = crate::bytes::Cursor::new(&source, Default::default(), crate::bytes::NoRecorder);
    let mut hrc = Hrc::default();
    // A text that is cut is read as far as it goes.
    let _ = hrc.pass(&mut crate::bytes::layout::Reading { cur: &mut cur }, ());
    hrc
}
