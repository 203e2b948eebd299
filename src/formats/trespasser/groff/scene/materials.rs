//! Materials of faces: textures by the hash of their maps' names, or flat colours.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use super::super::directory::section_index;
use super::super::grf::material::{FlatColour, Material as Stored};
use super::alpha::{Cover, Tints};
use super::facts::Facts;
use super::level::{Level, LevelInstance};
use super::lookup::{Lookup, Match, leaf};
use super::maps::{Maps, bumps, frame_names};
use super::scene_builder::Draft;
use crate::bytes::{Severity, Span};
use crate::formats::trespasser::pid::{Entry, TexturePack};
use crate::scene::{
    Blend, FlipFrame, Flipbook, Material, MaterialId, Origin, Scene, Surface, Table, Texture,
    TextureId,
};

/// A slot of a model's material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    /// Index in the scene.
    pub material: MaterialId,
    pub colour: [u8; 3],
    /// Hides geometry behind it, and is not drawn itself.
    pub occludes: bool,
}

/// The textures of a level, and the materials made from them.
pub struct Textures {
    lookup: Lookup,
    /// Identifiers that were looked up, each with `true` if it was found.
    asked: BTreeMap<u32, bool>,
    /// Textures of the pack that are in the scene.
    taken: HashMap<u32, TextureId>,
    /// Materials for each surface, lit or unlit.
    states: HashMap<(Surface, bool), MaterialId>,
    tints: Tints,
    /// Materials of models covered by one colour.
    covers: HashMap<Cover, MaterialId>,
    table: Table,
}

impl Textures {
    pub fn of(level: &Level<'_>, tints: Tints, draft: &mut Draft<'_>) -> Self {
        let columns = ["model", "slot", "colour map", "opacity map", "bump map", "id", "found"];
        Self {
            lookup: Lookup::of(level, draft),
            asked: BTreeMap::new(),
            taken: HashMap::new(),
            states: HashMap::new(),
            tints,
            covers: HashMap::new(),
            table: Table::new("Materials", &columns),
        }
    }

    /// The slots of the material with this handle, on a model called `model`.
    pub fn slots(
        &mut self,
        level: &Level<'_>,
        handle: u32,
        model: &str,
        facts: &Facts,
        scene: &mut Scene,
    ) -> Vec<Slot> {
        let Some(stored) = level.groff().get::<Stored>(handle) else { return Vec::new() };
        let section = section_index(handle).unwrap_or(0);
        let maps = level.file.spans(&format!("sections[{section}].colour_maps"));
        let slots = 0..stored.len();
        let slots = slots
            .map(|slot| self.slot(level, (stored, maps.origin(slot)), slot, model, facts, scene));
        slots.collect()
    }

    fn slot(
        &mut self,
        level: &Level<'_>,
        (stored, origin): (&Stored, Origin),
        slot: usize,
        model: &str,
        facts: &Facts,
        scene: &mut Scene,
    ) -> Slot {
        let name = |list: &[u32]| {
            list.get(slot).map_or_else(String::new, |name| level.text(*name).to_owned())
        };
        let [colour_map, opacity_map, bump_map] =
            [&stored.colour_maps, &stored.opacity_maps, &stored.bump_maps].map(|l| name(l));
        let colours = stored.colours.as_deref().unwrap_or(&[]);
        let flat = colours.get(slot).copied().unwrap_or(FlatColour::GREY).bytes();
        let material = self.plain(facts, scene);
        let mut covered = Slot { material, colour: flat, occludes: false };
        let (mut id, mut way) = (String::new(), Cow::from("no colour map"));
        if !colour_map.is_empty() {
            let bumps = bumps(facts, &bump_map);
            let found = self.lookup.find(&colour_map, bumps, facts.diffuse_of(slot));
            self.asked.insert(found.id, found.texture.is_some());
            let entry = found.texture.and_then(|at| self.lookup.pack.as_ref()?.entry(at).cloned());
            covered.occludes = entry.as_ref().is_some_and(|entry| entry.occlusion != 0);
            // Textures are not tinted, only lit.
            covered.colour = [u8::MAX; 3];
            covered.material = self.textured(&found, &colour_map, entry.as_ref(), facts, scene);
            (id, way) = (format!("{:08X}", found.id), found.way.clone());
        }
        let cells = [
            model.to_owned(),
            slot.to_string(),
            colour_map,
            opacity_map,
            bump_map,
            id,
            way.into_owned(),
        ];
        self.table.row(origin, cells);
        covered.material = self.animate(level, facts, (model, slot), covered.material, scene);
        covered
    }

    fn textured(
        &mut self,
        found: &Match,
        colour_map: &str,
        entry: Option<&Entry>,
        facts: &Facts,
        scene: &mut Scene,
    ) -> MaterialId {
        let name = leaf(colour_map);
        let surface = self.surface(found, name, scene);
        // 16 bits without a relief are four bits of alpha and twelve of colour.
        let shines = entry.is_some_and(|entry| entry.bits == 16 && !entry.is_bump());
        self.state(scene, (surface, is_lit(facts)), name, shines.then_some(Blend::TEXELS))
    }

    /// The surface for a lookup result. Adds its texture to the scene.
    fn surface(&mut self, found: &Match, name: &str, scene: &mut Scene) -> Surface {
        let texture = found.texture.and_then(|texture| {
            self.take(texture, scene, |pack| pack.texture(texture, name.to_owned()))
        });
        match texture {
            Some(texture) => Surface::Textured { texture, palette: None },
            None => Surface::Missing(Some(found.id)),
        }
    }

    /// A separate material for an animated slot, with its frames.
    fn animate(
        &mut self,
        level: &Level<'_>,
        facts: &Facts,
        (model, slot): (&str, usize),
        material: MaterialId,
        scene: &mut Scene,
    ) -> MaterialId {
        let Some(animated) = facts.animated.as_ref().filter(|all| all.applies_to(slot)) else {
            return material;
        };
        let Some(base) = scene.materials.get(material).cloned() else { return material };
        let own = scene.materials.push(base);
        let mut frames = Vec::new();
        for (frame, (colour_map, bump_map, diffuse)) in
            animated.frames.iter().zip(frame_names(level, facts))
        {
            let found = self.lookup.find(&colour_map, [&bump_map, ""], diffuse);
            self.asked.insert(found.id, found.texture.is_some());
            let origin = level.entry_origin(frame.entry);
            let surface = self.surface(&found, leaf(&colour_map), scene);
            frames.push(FlipFrame {
                name: frame.colour_map.clone(),
                surface,
                origin: origin.clone(),
            });
            let cells = [
                model.to_owned(),
                slot.to_string(),
                colour_map,
                String::new(),
                bump_map,
                format!("{:08X}", found.id),
                found.way.into_owned(),
            ];
            self.table.row(origin, cells);
        }
        let origin = frames.first().map(|frame| frame.origin.clone()).unwrap_or_default();
        scene.flipbooks.push(Flipbook {
            material: own,
            frames,
            round: animated.round(),
            freeze: animated.freeze,
            seconds: animated.interval,
            origin,
        });
        own
    }

    /// The index in the scene of a texture of the pack, which is added on first use.
    fn take(
        &mut self,
        texture: u32,
        scene: &mut Scene,
        make: impl FnOnce(&TexturePack) -> Option<Texture>,
    ) -> Option<TextureId> {
        if let Some(known) = self.taken.get(&texture) {
            return Some(*known);
        }
        let new = make(self.lookup.pack.as_ref()?)?;
        let index = scene.textures.push(new);
        self.taken.insert(texture, index);
        Some(index)
    }

    /// The name of the texture on the first face of an instance's model, and its index in the scene
    /// if it is found. It is opaque, even on that model.
    pub fn of_sky(
        &mut self,
        level: &Level<'_>,
        instance: &LevelInstance,
        scene: &mut Scene,
    ) -> Option<(String, Option<TextureId>)> {
        let (maps, facts) = (Maps::first(level, instance)?, level.facts(instance));
        let found =
            self.lookup.find(maps.colour, bumps(facts, maps.bump), facts.diffuse_of(maps.slot));
        let name = leaf(maps.colour).to_owned();
        let texture = found.texture.and_then(|texture| {
            self.take(texture, scene, |pack| pack.whole_texture(texture, name.clone()))
        });
        Some((name, texture))
    }

    /// The material of faces in flat colours.
    pub fn plain(&mut self, facts: &Facts, scene: &mut Scene) -> MaterialId {
        self.state(scene, (Surface::Plain, is_lit(facts)), "flat", None)
    }

    /// A slot for all faces of a model that is drawn in one colour instead of its own materials.
    pub fn over(&mut self, cover: Cover, scene: &mut Scene) -> Option<Slot> {
        let tint = self.tints.get(cover)?;
        let blend = Blend::of_opacity(tint.alpha);
        let add = || push(scene, (Surface::Plain, false), &cover.name(), blend);
        let material = *self.covers.entry(cover).or_insert_with(add);
        Some(Slot { material, colour: tint.colour, occludes: false })
    }

    fn state(
        &mut self,
        scene: &mut Scene,
        state: (Surface, bool),
        name: &str,
        blend: Option<Blend>,
    ) -> MaterialId {
        *self.states.entry(state).or_insert_with(|| push(scene, state, name, blend))
    }

    /// Adds the table of materials to the scene, and reports how many textures were found.
    pub fn finish(self, draft: &mut Draft<'_>) {
        draft.table(self.table);
        let (all, found) = (self.asked.len(), self.asked.values().filter(|found| **found).count());
        if self.lookup.pack.is_some() && all > 0 {
            let message = format!("{found} of {all} texture ids are in the texture directory");
            draft.report(Severity::Note, Span::default(), message);
        }
    }
}

/// Adds a material for this surface, lit or unlit.
fn push(
    scene: &mut Scene,
    (surface, lit): (Surface, bool),
    name: &str,
    blend: Option<Blend>,
) -> MaterialId {
    scene.materials.push(Material {
        name: name.to_owned(),
        surface,
        tiled: surface != Surface::Plain,
        blend,
        lit,
        ..Material::PLAIN
    })
}

fn is_lit(facts: &Facts) -> bool {
    facts.unlit != Some(true)
}
