//! Reads battle models.

use std::sync::Arc;

use super::model::{self, Model};
use super::roles::{Role, Roles};
use super::{Battle, Section};
use crate::bytes::{Cursor, Recorder, Result, Severity};
use crate::formats::ff7::animation;
use crate::formats::ff7::directory::Directory;
use crate::formats::ff7::section::{Extent, SectionRequest, section};
use crate::formats::ff7::unit::settings;
use crate::formats::ps1::tim;

/// Reads a whole file.
pub fn battle<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Battle> {
    let (directory, extents) = Directory::read(cur)?;
    let bytes: Vec<&[u8]> = extents.iter().map(|at| cur.slice(at.start, at.end)).collect();
    let roles = Roles::of(&bytes);
    cur.describe(|| format!("{}: {}", roles.kind.name(), roles.reason));
    if let Some(doubt) = &roles.doubt {
        cur.problem(Severity::Warning, (0, 4), "", format_args!("{doubt}"));
    }
    let mut reader = Reader { bones: 1, weapon_bones: 1 };
    let mut sections = vec![Section::Nowhere; extents.len()];
    cur.array("sections", |cur| {
        // Skeletons first: animations have one rotation for each of their bones.
        for models in [true, false] {
            let all = roles.roles.iter().zip(&extents).zip(&mut sections).enumerate();
            for (index, ((role, extent), section)) in all {
                let is_model = matches!(role, Role::Body | Role::Weapon(_));
                let stored = directory.entries.get(index).is_some_and(|e| e.nowhere.is_none());
                if is_model == models && stored {
                    *section = reader.section(cur, index, *role, *extent)?;
                }
            }
        }
        Ok(())
    })?;
    Ok(Battle { directory, roles, sections })
}

struct Reader {
    bones: usize,
    weapon_bones: usize,
}

impl Reader {
    fn section<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        index: usize,
        role: Role,
        at: Extent,
    ) -> Result<Section> {
        let type_name = match role {
            Role::Body | Role::Weapon(_) => "Model",
            Role::Settings => "Settings",
            Role::Animation(_) | Role::WeaponAnimation(_) => "Animation",
            Role::Picture => "Tim",
            Role::Unknown => "Unknown",
        };
        section(cur, SectionRequest { index, type_name, about: None, at }, |cur| {
            if !at.start.is_multiple_of(4) {
                let message = format_args!("does not start at a multiple of 4");
                cur.problem(Severity::Warning, (at.start, 4), "", message);
            }
            self.content(cur, role)
        })
    }

    fn content<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>, role: Role) -> Result<Section> {
        Ok(match role {
            Role::Body | Role::Weapon(_) => {
                let model = model::model(cur)?;
                let bones =
                    if role == Role::Body { &mut self.bones } else { &mut self.weapon_bones };
                *bones = model.bones.len();
                cur.describe(|| about_model(role, &model));
                Section::Model(model)
            }
            Role::Settings => {
                let settings = settings::settings(cur)?;
                let actions = settings.scripts.len();
                cur.describe(|| format!("settings and the scripts of {actions} actions"));
                Section::Settings(settings)
            }
            Role::Animation(number) | Role::WeaponAnimation(number) => {
                let of_body = matches!(role, Role::Animation(_));
                let bones = if of_body { self.bones } else { self.weapon_bones };
                if cur.remaining() < 4 || (cur.remaining() < 5 && cur.peek_at::<u16>(2) != Some(0))
                {
                    return Err(
                        cur.fail(format_args!("too short for the 5-byte header of an animation"))
                    );
                }
                let animation = animation::animation(cur, bones)?;
                cur.describe(|| about_animation(of_body, number, &animation));
                Section::Animation(animation)
            }
            Role::Picture => {
                let tim = tim::tim(cur)?;
                cur.describe(|| {
                    "picture: starts with the magic number and flags of a TIM".to_owned()
                });
                Section::Picture(tim)
            }
            Role::Unknown => Section::Raw(cur.bytes_if_any("unknown_00", cur.limit())?.to_vec()),
        })
    }
}

fn about_model(role: Role, model: &Model) -> String {
    let (bones, meshes) = (model.bones.len(), model.meshes.len());
    match role {
        Role::Weapon(number) => format!("weapon {number}: {}", model.faces_in_words()),
        _ => {
            let is_joint = |bone: &&model::Bone| bone.mesh == model::MeshRef::None;
            let joints = model.bones.iter().skip(1).filter(is_joint).count();
            format!(
                "body, HRC data: {bones} bones with the root, {joints} of them without a mesh, \
                 {meshes} meshes"
            )
        }
    }
}

fn about_animation(body: bool, number: usize, animation: &Arc<animation::Animation>) -> String {
    let whose = if body { "animation" } else { "weapon animation" };
    if animation.is_empty() {
        return format!("{whose} {number}: empty slot");
    }
    format!("{whose} {number}: {} frames", animation.frames())
}
