//! Groups of consecutive steps: buckets, packets, strips or objects.

use std::ops::RangeInclusive;

use crate::app::model::numbers::counted;
use crate::render::DrawStep;
use crate::scene::{DrawIds, FaceField, NodeId, Scene};

/// Criterion by which steps are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grouping {
    /// Bucket of the ordering table.
    Bucket,
    /// Packet of vertices in the file.
    Packet,
    /// Strip in the file.
    Strip,
    /// Object, as a node of the scene.
    Object,
}

/// Consecutive steps with the same bucket, packet, strip or object.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Group {
    pub number: u32,
    /// Object of the first step. All steps have this object, except in buckets.
    pub node: NodeId,
    /// Position of the first step.
    pub first: usize,
    pub steps: usize,
}

impl Grouping {
    const ALL: [Self; 4] = [Self::Bucket, Self::Packet, Self::Strip, Self::Object];

    /// Title of a list of groups.
    pub fn title(self) -> &'static str {
        match self {
            Self::Bucket => "Buckets",
            Self::Packet => "Packets",
            Self::Strip => "Strips",
            Self::Object => "Objects",
        }
    }

    /// Groups of a picture by each criterion that applies to it.
    pub fn all(scene: &Scene, ids: &DrawIds, steps: &[DrawStep]) -> Vec<(Self, Vec<Group>)> {
        let groups = Self::ALL.map(|grouping| (grouping, grouping.groups(scene, ids, steps)));
        groups.into_iter().filter(|(_, groups)| !groups.is_empty()).collect()
    }

    fn groups(self, scene: &Scene, ids: &DrawIds, steps: &[DrawStep]) -> Vec<Group> {
        let field = match self {
            Self::Packet => scene.face_field(FaceField::PACKET),
            Self::Strip => scene.face_field(FaceField::STRIP),
            Self::Bucket | Self::Object => None,
        };
        let mut groups: Vec<Group> = Vec::new();
        for (first, step) in steps.iter().enumerate() {
            let Some(face) = ids.face(step.id) else { continue };
            let stored = || {
                let mesh = scene.mesh_of(scene.nodes.get(face.node)?)?;
                mesh.face_values.get(field?)?.get(face.face as usize)
            };
            let number = match self {
                Self::Bucket => step.bucket,
                Self::Packet | Self::Strip => stored(),
                Self::Object => Some(face.node.number()),
            };
            let Some(number) = number else { continue };
            let same = |last: &&mut Group| {
                let is_one = self == Self::Bucket || last.node == face.node;
                last.number == number && is_one && last.end() == first
            };
            match groups.last_mut().filter(same) {
                Some(last) => last.steps += 1,
                None => groups.push(Group { number, node: face.node, first, steps: 1 }),
            }
        }
        groups
    }
}

impl Group {
    /// Position of the step after the last one.
    pub fn end(&self) -> usize {
        self.first + self.steps
    }

    /// Numbers of drawn steps whose last step is in the group.
    pub fn drawn(&self) -> RangeInclusive<usize> {
        self.first + 1..=self.end()
    }

    /// `bucket 2041`, `strip 12 of body`, or the name of an object.
    pub fn name(&self, grouping: Grouping, scene: &Scene) -> String {
        let node = scene.nodes.get(self.node).map_or("", |node| node.name.as_str());
        match grouping {
            Grouping::Bucket => format!("bucket {}", self.number),
            Grouping::Packet => format!("packet {} of {node}", self.number),
            Grouping::Strip => format!("strip {} of {node}", self.number),
            Grouping::Object => node.to_owned(),
        }
    }

    /// Number of faces, in words.
    pub fn faces(&self) -> String {
        counted(self.steps as u64, "face")
    }
}

/// The group that the last of `drawn` steps is in.
pub fn group_at(groups: &[Group], drawn: usize) -> Option<&Group> {
    let at = groups.partition_point(|group| group.end() < drawn);
    groups.get(at).filter(|group| group.drawn().contains(&drawn))
}

/// Number of drawn steps at the end of the next or previous group; there are `most` steps.
pub fn stop_after(groups: &[Group], drawn: usize, by: i32, most: usize) -> usize {
    // Groups that are drawn completely.
    let complete = groups.partition_point(|group| group.end() <= drawn);
    if by > 0 {
        return groups.get(complete).map_or(most, Group::end);
    }
    let before = groups.iter().take(complete).rev().find(|group| group.end() < drawn);
    before.map_or(0, Group::end)
}
