//! Properties of models, looked up once per group as the game does: by exact name and type; the first
//! match counts.

use std::collections::{HashMap, HashSet};

use super::super::grf::region::Region;
use super::super::grf::values::{Entry, Properties, Value, ValueTable, Values, numbered};
use super::super::read::Parsed;
use super::animated::Animated;

/// Helpers that are looked up: `Model00` to `Model31`.
const MAX_MODELS: usize = 32;
/// Substitute models: `A00` to `A31`.
const MAX_SUBSTITUTES: usize = 32;
/// Coarser models: `Detail1` to `Detail4`.
const MAX_DETAILS: usize = 4;

/// The properties that affect how an instance is displayed.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub class: Option<String>,
    pub visible: Option<bool>,
    pub joints: Option<i32>,
    /// Number of joints that each interpolate two others; they follow the other joints.
    pub double_joints: Option<i32>,
    /// Storage of the joint of each vertex (`PVA`).
    pub attachment: Option<i32>,
    /// Substitute models, such as one with a closed mouth.
    pub substitutes: Vec<String>,
    /// The trigger has a condition; scenes store its state before that of the trigger.
    pub has_expression: bool,
    pub bound_volume: Option<i32>,
    /// Painting order of terrain pieces.
    pub height: Option<i32>,
    pub diffuse: Option<f32>,
    /// Brightness of individual slots of the material.
    pub sub_diffuse: Vec<(usize, f32)>,
    pub bump_maps: Option<bool>,
    /// Instance whose model is displayed instead.
    pub mesh: Option<String>,
    /// Physics boxes.
    pub models: Vec<String>,
    /// Coarser models, `Detail1` first.
    pub details: Vec<String>,
    pub shadow: Option<String>,
    /// Positions of a gun's barrel, recoil and muzzle flash.
    pub gun_points: Vec<String>,
    /// File of a terrain.
    pub file: Option<String>,
    pub samples: Vec<String>,
    pub intensity: Option<f32>,
    /// Colours ignore the light.
    pub unlit: Option<bool>,
    /// Index of the translucent colour that covers the model; in settings, of the colour that they
    /// define.
    pub alpha_channel: Option<i32>,
    /// Red, green and blue of settings.
    pub colour: [Option<i32>; 3],
    pub alpha: Option<f32>,
    /// Always turns towards the camera, whatever its transform.
    pub always_faces: Option<bool>,
    /// Animation of its surfaces.
    pub animated: Option<Animated>,
}

impl Facts {
    pub fn of(values: &Values<'_>, group: u32) -> Self {
        let all = Properties::of(values, group);
        let text = |name: &str| all.get(name, Value::as_text);
        let int = |name: &str| all.get(name, Value::as_int);
        let float = |name: &str| all.get(name, Value::as_float);
        let flag = |name: &str| all.get(name, Value::as_flag);
        let mut models: Vec<(usize, String)> = all.numbered("Model").collect();
        models.sort_by_key(|(number, _)| *number);
        let detail = |wanted| all.numbered("Detail").find(|(number, _)| *number == wanted);
        let mut facts = Self {
            class: text("Class"),
            visible: flag("Visible"),
            joints: int("NumJoints"),
            double_joints: int("NumDoubleJoints"),
            attachment: int("PVA"),
            substitutes: all.numbered("A").map(|(_, name)| name).take(MAX_SUBSTITUTES).collect(),
            has_expression: all.iter().any(|(name, _, _)| name == "FireExpression"),
            bound_volume: int("BoundVol"),
            height: int("Height"),
            diffuse: float("Diffuse"),
            sub_diffuse: Vec::new(),
            bump_maps: flag("Bumpmaps"),
            mesh: text("Mesh"),
            models: models.into_iter().map(|(_, name)| name).take(MAX_MODELS).collect(),
            // The list stops at the first missing number.
            details: (1..=MAX_DETAILS).map_while(detail).map(|(_, name)| name).collect(),
            shadow: text("DetailShadow"),
            gun_points: ["Barrel", "RecoilOrg", "MFlashOrg"].into_iter().filter_map(text).collect(),
            file: text("File"),
            samples: Vec::new(),
            intensity: float("Intensity"),
            unlit: flag("Unlit"),
            alpha_channel: int("AlphaChannel"),
            colour: ["R", "G", "B"].map(int),
            alpha: float("Alpha"),
            always_faces: flag("AlwaysFace"),
            animated: Animated::of(&all, int("NumJoints").unwrap_or(0)),
        };
        for (name, index, value) in all.iter() {
            facts.samples.extend(value.as_text().filter(|_| name == "Sample"));
            if let (Value::Group(_), Some(entry)) = (value, values.entry(index)) {
                facts.inner(values, name, entry);
            }
        }
        facts
    }

    /// Reads a nested group: a material slot (`SubMaterial01` is slot 0; missing values are 1.0,
    /// not the model's), or an action, which may name a sound.
    fn inner(&mut self, values: &Values<'_>, name: &str, entry: &Entry) {
        self.samples.extend(values.text(entry.key.id, "Sample"));
        let slot = numbered(name, "SubMaterial").and_then(|number| number.checked_sub(1));
        if let Some(slot) = slot {
            let diffuse = values.float(entry.key.id, "Diffuse").unwrap_or(1.0);
            self.sub_diffuse.push((slot, diffuse));
        }
    }

    /// The brightness with which the name of a slot's texture is hashed.
    pub fn diffuse_of(&self, slot: usize) -> f32 {
        let own = self.sub_diffuse.iter().find(|(of, _)| *of == slot).map(|(_, diffuse)| *diffuse);
        own.or(self.diffuse).unwrap_or(1.0)
    }

    /// Compares class names case-insensitively.
    pub fn is_class(&self, class: &str) -> bool {
        self.class.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(class))
    }

    pub fn is_trigger(&self) -> bool {
        let class = self.class.as_deref().unwrap_or("").to_ascii_lowercase();
        class.ends_with("trigger")
    }
}

/// Properties of instances, by the ID of their group.
#[derive(Default)]
pub struct FactsOfGroups(HashMap<u32, Facts>);

/// Looks up the properties of all instances of a file.
pub fn facts_of_groups(file: &Parsed) -> FactsOfGroups {
    let Some((_, table)) = file.groff.all::<ValueTable>().last() else {
        return FactsOfGroups::default();
    };
    let values = Values::new(table);
    let instances = file.groff.all::<Region>().flat_map(|(_, region)| &region.instances);
    let groups: HashSet<u32> = instances.map(|instance| instance.values.id).collect();
    let named = groups.into_iter().filter(|group| *group != 0);
    FactsOfGroups(named.map(|group| (group, Facts::of(&values, group))).collect())
}

impl FactsOfGroups {
    /// The properties of the group with this ID.
    pub fn of(&self, group: u32) -> Option<&Facts> {
        self.0.get(&group)
    }
}
