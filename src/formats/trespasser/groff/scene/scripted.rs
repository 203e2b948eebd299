//! Scripted animations, started by actions of type 26. The game looks for `NAME.asb` in the folder of the
//! level, otherwise for the text `NAME.asa` in `anim` below it (format document `trespasser-level.md`,
//! section 18). They move the level's own instances, and the camera.

use std::collections::BTreeMap;

use glam::Mat4;

use super::level::Level;
use super::lookup::leaf;
use super::nodes::InstanceNodes;
use super::scene_builder::Draft;
use super::text_properties::Texts;
use crate::bytes::{Severity, Span};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::trespasser::asa::{self, Asa, Follower, Script};
use crate::formats::trespasser::asb::{self, Asb};
use crate::scene::{AnimationId, LayerKind, NodeId, Scene};

/// Action that starts a scripted animation.
pub const SCRIPTED: i32 = 26;
/// Maximum number of scripts of a level: more than there are levels.
const MAX_SCRIPTS: usize = 256;

/// The scripts of a level by name; `None` for missing ones.
#[derive(Default)]
pub struct Scripts(BTreeMap<String, Option<AnimationId>>);

impl Scripts {
    pub fn named(&self, name: &str) -> Option<AnimationId> {
        self.0.get(name).copied().flatten()
    }
}

/// Adds the animations that triggers start.
pub fn add(
    level: &Level<'_>,
    texts: &Texts,
    placed: &[InstanceNodes],
    draft: &mut Draft<'_>,
) -> Scripts {
    let mut scripts = Scripts::default();
    for instance in &level.instances {
        for property in texts.of_instance(instance) {
            let is_script = property.name == "AnimationName" && property.action == Some(SCRIPTED);
            if !is_script
                || scripts.0.contains_key(&property.text)
                || scripts.0.len() >= MAX_SCRIPTS
            {
                continue;
            }
            let script = match open(&property.text, draft.context) {
                Ok(script) => animate(level, placed, script, &property.text, draft),
                Err(why) => {
                    let message =
                        format!("missing animation {} of {}: {why}", property.text, instance.name);
                    draft.report(Severity::Warning, instance.origin.span, message);
                    None
                }
            };
            scripts.0.insert(property.text.clone(), script);
        }
    }
    scripts
}

/// Opens the script of this name, packed or as text. The error is the reason why it cannot be used.
fn open(name: &str, context: Context<'_>) -> Result<Script, String> {
    let name = leaf(name);
    let packed = context.siblings.open(&format!("{name}.asb"));
    if let Ok(source) = &packed {
        let file = Loaded::<Asb>::companion(source, context);
        let file = file.map_err(|error| unread(source.name(), &error.0.message))?;
        return Ok(asb::script(&file, context));
    }
    let source = context.siblings.open(&format!("{name}.asa"));
    let source = source
        .map_err(|miss| format!("neither {name}.asb nor {name}.asa found in {}", miss.looked_in))?;
    let file = Loaded::<Asa>::companion(&source, context);
    let file = file.map_err(|error| unread(source.name(), &error.0.message))?;
    Ok(asa::script(&file))
}

fn unread(name: &str, why: &str) -> String {
    format!("{name} cannot be read: {why}")
}

/// The animation of the nodes that a script names.
fn animate(
    level: &Level<'_>,
    placed: &[InstanceNodes],
    script: Script,
    name: &str,
    draft: &mut Draft<'_>,
) -> Option<AnimationId> {
    let (mut followers, mut missing) = (Vec::new(), Vec::new());
    for (motion, moved) in script.motions.iter().enumerate() {
        if moved.is_camera {
            let node = camera(&script, motion, &mut draft.scene);
            followers.extend(node.map(|node| follower(node, motion)));
            continue;
        }
        let placed = level.by_hash(moved.hash).and_then(|instance| {
            // A laid terrain piece cannot be moved.
            let is_laid = level.facts(instance).is_class("CTerrainObj");
            placed.get(level.named(&instance.name)?).filter(|_| !is_laid)
        });
        match placed {
            Some(placed) => follow(placed, motion, &draft.scene, &mut followers),
            None => missing.push(moved.name.as_str()),
        }
    }
    if !missing.is_empty() {
        let (shown, more) = missing.split_at(missing.len().min(8));
        let more =
            if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        let message = format!(
            "the animation {name} moves {}{more}, which this level does not have",
            shown.join(", ")
        );
        draft.report(Severity::Note, Span::default(), message);
    }
    script.add_paths(false, &mut draft.scene);
    let animation = script.animation(followers)?;
    let animation =
        crate::scene::Animation { name: leaf(name).to_owned(), is_event: true, ..animation };
    Some(draft.scene.animations.push(animation))
}

fn follower(node: NodeId, motion: usize) -> Follower {
    Follower { node, motion, scale: 1.0, within: Mat4::IDENTITY }
}

/// Adds the nodes of an instance: its own, in every variant, and its coarser models.
fn follow(placed: &InstanceNodes, motion: usize, scene: &Scene, followers: &mut Vec<Follower>) {
    let local = |node: &NodeId| scene.nodes.get(*node).map(|node| node.local);
    let size = |local: Mat4| local.x_axis.truncate().length();
    for node in &placed.own {
        let Some(own) = local(node) else { continue };
        followers.push(Follower { scale: size(own), ..follower(*node, motion) });
    }
    let Some(finest) = placed.own.first().and_then(local) else { return };
    for node in &placed.coarser {
        let Some(own) = local(node) else { continue };
        let within = finest.inverse() * own;
        if within.is_finite() {
            let scale = size(finest);
            followers.push(Follower { scale, within, ..follower(*node, motion) });
        }
    }
}

/// Adds a node for the camera, at its first position in the script.
fn camera(script: &Script, motion: usize, scene: &mut Scene) -> Option<NodeId> {
    let moved = script.motions.get(motion)?;
    let layer = scene.layer("Script cameras", LayerKind::Invisible, false);
    let known = scene.materials.find(|own| *own == asa::material());
    let material = known.unwrap_or_else(|| scene.materials.push(asa::material()));
    Some(asa::mark(moved, material, layer, scene))
}
