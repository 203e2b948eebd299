//! Helpers for the settings of a unit: attachment points, radius, heights, shadow, cursor.
//!
//! Source: format document `ff7-action-scripts.md`, sections 1.1 and 1.3.

use glam::Vec3;

use super::Unit;
use super::settings::Head;
use crate::formats::ff7::rig::SkeletonNodes;
use crate::scene::{Helper, HelperShape, LayerKind, NodeId, Scene};

/// No bone.
const NONE: u8 = 0xFF;
/// Height of an enemy's status icon above its name.
const ICON_ABOVE: i16 = 900;
/// Half the width of a shadow with scale 1; a guess.
const SHADOW: f32 = 256.0;
/// Corners of the shadow's outline.
const CORNERS: u16 = 32;

impl Unit<'_> {
    /// Adds the helpers of the settings; `scene` is in its first pose.
    pub(super) fn helpers(&self, scene: &mut Scene, body: &SkeletonNodes) {
        let head = &self.settings.head;
        let world = scene.world_transforms();
        let place = |slot: u8| {
            // A slot past the bones means the root.
            let node = body.nodes.get(usize::from(slot)).or(body.nodes.first()).copied()?;
            Some((node, world.get(node.index())?.w_axis.truncate()))
        };
        for (name, bone) in head.attachments.slots() {
            let Some((node, at)) = place(bone).filter(|_| bone != NONE) else { continue };
            let shape = HelperShape::Point { at, heading: None };
            let shown = name.replace('_', " ");
            let path = format!("attachments.{name}");
            self.helper(scene, ("Attachment points", &shown), shape, &path, Some(node));
        }
        let target = place(head.attachments.target).map_or(Vec3::ZERO, |(_, at)| at);
        self.extents(scene, head, target);
    }

    fn extents(&self, scene: &mut Scene, head: &Head, target: Vec3) {
        let ground = |at: Vec3| Vec3::new(at.x, 0.0, at.z);
        // Stored heights are negative upwards.
        let up = |height: i16| Vec3::Y * -f32::from(height);
        if head.collision_radius > 0 {
            let shape = HelperShape::Cylinder {
                base: Vec3::ZERO,
                axis: up(head.cursor_height.min(-1)),
                radius: head.collision_radius.into(),
            };
            let named = ("Collision radius", "collision radius");
            self.helper(scene, named, shape, "collision_radius", None);
        }
        // The icons of an enemy are above its name.
        let (icons, path) = match self.is_enemy() {
            true => (head.cursor_height.saturating_sub(ICON_ABOVE), "cursor_height"),
            false => (head.status_height, "status_height"),
        };
        let heights = [
            ("name and cursor", head.cursor_height, "cursor_height"),
            ("jump", head.jump_height, "jump_height"),
            ("status icons", icons, path),
        ];
        for (name, height, path) in heights.into_iter().filter(|(_, height, _)| *height != 0) {
            let points = vec![ground(target), ground(target) + up(height)];
            self.helper(scene, ("Heights", name), HelperShape::Line(points), path, None);
        }
        let at = ground(target) + up(head.cursor_height);
        let shape = HelperShape::Point { at, heading: Some(Vec3::NEG_Y) };
        self.helper(scene, ("Target cursor", "target cursor"), shape, "attachments.target", None);
        if head.shadow_x > 0 && head.shadow_z > 0 {
            let scale = |stored: u16| f32::from(stored) / 4096.0 * SHADOW;
            let corner = |index: u16| {
                let angle = f32::from(index) / f32::from(CORNERS) * std::f32::consts::TAU;
                let (sin, cos) = angle.sin_cos();
                let z = -f32::from(head.shadow_offset) + scale(head.shadow_z) * sin;
                Vec3::new(scale(head.shadow_x) * cos, 0.0, z)
            };
            let shape = HelperShape::Line((0..=CORNERS).map(corner).collect());
            self.helper(scene, ("Shadow", "shadow"), shape, "shadow_x", None);
        }
    }

    fn helper(
        &self,
        scene: &mut Scene,
        (layer, name): (&str, &str),
        shape: HelperShape,
        field: &str,
        node: Option<NodeId>,
    ) {
        let layer = scene.layer(layer, LayerKind::Helper, false);
        let origin = self.origin(&format!("settings.{field}"));
        let helper = scene.helpers.push(Helper { name: name.to_owned(), layer, shape, origin });
        scene.carried.extend(node.map(|node| (helper, node)));
    }
}
