//! Final Fantasy VII battle models: enemies, playable characters, their animations and weapons.
//!
//! What `ENEMYnnn.LZS`, `CLOUD.LZS` and the like unpack to; the frog inside the battle program has
//! the same form without a picture.
//!
//! | section | enemy | playable character |
//! |---|---|---|
//! | 0 | skeleton and meshes ([`model`]) | same |
//! | 1 | settings and action scripts ([`settings`]) | same |
//! | 2 … | animations ([`animation`](super::animation)); with a weapon 16, then the weapon's | 52, then the weapons' |
//! | last | the weapon if there is one, the TIM | the TIM, 16 weapons |
//!
//! There is no rest pose: all angles are in the animations. A file is shown as animation 0 starts;
//! if none decodes, with all angles 0, and said so.
//!
//! Known unknowns: opcodes of the scripts, the eight offsets of the settings, most camera numbers.
//!
//! Counts: `models` the body and the weapons; `bones` those of the body with its root; `animations`
//! stored ones, the weapons' too, without empty slots; `frames` theirs.
//!
//! Source: format document `ff7-battle.md`, sections 3 to 7.

pub mod model;
mod read;
pub mod roles;
mod scene;
pub mod settings;

use std::sync::Arc;

pub use read::Place;

use super::animation::Animation;
use super::directory::{self, Directory};
use super::sections::Unread;
use crate::bytes::{Cursor, Endian, NoRecorder, Problems, Result as Read, Source, Tree, Writer};
use crate::container::Context;
use crate::formats::ps1::tim::Tim;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::Scene;
use model::Model;
use roles::{Kind, Role, Roles};
use settings::Settings;

/// A battle model.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub directory: Directory,
    pub roles: Roles,
    pub sections: Vec<Section>,
}

/// What a section holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Section {
    Model(Model),
    Settings(Settings),
    Animation(Arc<Animation>),
    Picture(Tim),
    /// Bytes of unknown meaning.
    Raw(Vec<u8>),
    /// Its offset leads outside.
    Nowhere,
    /// It could not be read, with the reason.
    Broken(String),
}

/// The format.
pub struct BattleFormat;

static INFO: FormatInfo = FormatInfo {
    id: "ff7.battle",
    name: "Final Fantasy VII battle model",
    family: "ff7",
    extensions: &["bin"],
    versions: &["enemy", "armed enemy", "playable character", "embedded model"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

impl Format for BattleFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let count = directory::sections_of(head.bytes)?;
        let offset = |index| directory::offset_of(head.bytes, index);
        let (skeleton, settings) = (offset(0)?, offset(1)?);
        let bones = directory::word(head.bytes, skeleton)? as usize;
        // The records of the bones fit into the section; the root has no parent.
        let fits = bones < 256 && skeleton + 12 + 8 * bones <= settings;
        if !fits || settings as u64 > head.len || head.u16(skeleton + 4)? != 0 {
            return None;
        }
        let actions = settings::script_count(head.bytes.get(settings..).unwrap_or(&[]));
        let known = matches!(actions, Some(settings::ENEMY_SCRIPTS | settings::PLAYER_SCRIPTS));
        let score = if known { 95 } else { 50 };
        let actions = actions.map_or("no script table".to_owned(), |n| format!("{n} actions"));
        let reason = format!("{count} sections, {} bones, {actions}", bones + 1);
        Some(Probe { score, reason })
    }

    fn open(&self, source: &Source) -> Read<Document> {
        let (tree, problems, read) = Tree::record(source, Endian::Little, "Battle", read::battle);
        let (battle, places) = read?;
        let usable = battle.body().is_some_and(|body| body.faces() > 0) || battle.frames() > 0;
        Ok(Document {
            format: &INFO,
            version: battle.version().to_owned(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts: battle.counts(),
            usable,
            content: Box::new(BattleFile { battle, places, source: source.clone() }),
        })
    }
}

/// Reads the records alone, for tools and benchmarks.
pub fn parse(source: &Source) -> Read<(Battle, Vec<Place>, Problems)> {
    let mut cur = Cursor::new(source, Endian::Little, NoRecorder);
    let (battle, places) = read::battle(&mut cur)?;
    Ok((battle, places, cur.finish().1))
}

impl Battle {
    /// The kind, unless it is in doubt.
    fn version(&self) -> &'static str {
        if self.roles.doubt.is_some() { "" } else { self.roles.kind.name() }
    }

    pub fn kind(&self) -> Kind {
        self.roles.kind
    }

    /// Sections with their roles.
    pub fn with_roles(&self) -> impl Iterator<Item = (usize, Role, &Section)> {
        let roles = self.roles.roles.iter().copied();
        roles.zip(&self.sections).enumerate().map(|(index, (role, section))| (index, role, section))
    }

    pub fn body(&self) -> Option<&Model> {
        match self.sections.first() {
            Some(Section::Model(model)) => Some(model),
            _ => None,
        }
    }

    fn models(&self) -> impl Iterator<Item = &Model> {
        self.sections.iter().filter_map(|section| match section {
            Section::Model(model) => Some(model),
            _ => None,
        })
    }

    /// Stored animations, the weapon's too, without empty slots.
    fn animations(&self) -> impl Iterator<Item = &Arc<Animation>> {
        self.sections.iter().filter_map(|section| match section {
            Section::Animation(animation) if !animation.is_empty() => Some(animation),
            _ => None,
        })
    }

    fn frames(&self) -> usize {
        self.animations().map(|animation| animation.frames()).sum()
    }

    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        counts.set("sections", self.sections.len());
        counts.set("models", self.models().count());
        counts.set("bones", self.body().map_or(0, |body| body.bones.len()));
        counts.set("vertices", self.models().map(Model::vertices).sum::<usize>());
        counts.set("faces", self.models().map(Model::faces).sum::<usize>());
        counts.set("triangles", self.models().map(Model::triangles).sum::<usize>());
        counts.set("animations", self.animations().count());
        counts.set("frames", self.frames());
        for section in &self.sections {
            if let Section::Picture(tim) = section {
                tim.count(&mut counts);
            }
        }
        counts
    }

    /// The file, offsets computed anew.
    pub fn write(&self) -> Result<Vec<u8>, Refusal> {
        self.directory.write(&self.sections, Section::write)
    }
}

impl Section {
    fn write(&self, out: &mut Writer) -> Result<(), String> {
        match self {
            Section::Model(model) => match model.cut() {
                Some(cut) => return Err(cut.clone()),
                None => model.write(out),
            },
            Section::Settings(settings) => settings.write(out),
            Section::Animation(animation) => animation.write(out),
            Section::Picture(tim) => tim.write(out),
            Section::Raw(bytes) => out.bytes(bytes),
            Section::Broken(why) => return Err(why.clone()),
            Section::Nowhere => {}
        }
        Ok(())
    }
}

impl From<Unread> for Section {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Empty => Section::Raw(Vec::new()),
            Unread::Broken(why) => Section::Broken(why),
        }
    }
}

/// An opened model.
struct BattleFile {
    battle: Battle,
    places: Vec<Place>,
    source: Source,
}

impl Content for BattleFile {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(self), Problems::default()))
    }

    fn write(&self) -> Result<Vec<u8>, Refusal> {
        self.battle.write()
    }
}
