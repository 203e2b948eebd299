//! What the properties of a model say, looked up once for each group, as the game does: by exact
//! name and by type, the first one counts.

use super::super::grf::values::{Entry, Value, Values};
use super::animated::Animated;
use crate::codec::cp1252;

/// Helpers of a model that are looked at: `Model00` to `Model31`.
const MAX_MODELS: usize = 32;
/// Models that may stand in for one: `A00` to `A31`.
const MAX_SUBSTITUTES: usize = 32;

/// The properties that decide how an instance is shown.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub class: Option<String>,
    pub visible: Option<bool>,
    pub joints: Option<i32>,
    /// Joints behind those, each between two of them.
    pub double_joints: Option<i32>,
    /// Where it is written which vertex follows which joint.
    pub attachment: Option<i32>,
    /// Models that may stand in for this one, such as one with a closed mouth.
    pub substitutes: Vec<String>,
    /// A condition, whose state scenes store before that of the trigger itself.
    pub has_expression: bool,
    pub bound_volume: Option<i32>,
    /// Order in which terrain pieces are painted.
    pub height: Option<i32>,
    pub diffuse: Option<f32>,
    /// Of single slots of the material.
    pub sub_diffuse: Vec<(usize, f32)>,
    pub bump_maps: Option<bool>,
    /// An instance whose model is shown instead.
    pub mesh: Option<String>,
    /// Physics boxes.
    pub models: Vec<String>,
    /// Coarser models, `Detail1` first.
    pub details: Vec<String>,
    pub shadow: Option<String>,
    /// Terrain's file.
    pub file: Option<String>,
    pub samples: Vec<String>,
    pub sound_material: Option<String>,
    pub intensity: Option<f32>,
    /// Keeps its colours whatever the light.
    pub unlit: Option<bool>,
    /// Covered by one of sixteen colours that let what is behind through; of settings, the one
    /// that they define.
    pub alpha_channel: Option<i32>,
    /// Red, green, blue and alpha of settings.
    pub colour: [Option<i32>; 3],
    pub alpha: Option<f32>,
    /// Turns towards the camera, whatever its place says.
    pub always_faces: Option<bool>,
    /// How its surfaces move.
    pub animated: Option<Animated>,
}

fn first<T>(place: &mut Option<T>, value: T) {
    place.get_or_insert(value);
}

impl Facts {
    pub fn of(values: &Values<'_>, group: u32) -> Self {
        let mut facts = Self::default();
        let (mut models, mut details) = (Vec::new(), [None, None, None, None]);
        for (_, entry) in values.properties(group) {
            let name = values.name(entry);
            facts.has_expression |= name == "FireExpression";
            match (name.as_str(), &entry.value) {
                ("Sample", Value::Text(text)) => facts.samples.push(cp1252::decode(text)),
                ("Class", Value::Text(text)) => first(&mut facts.class, cp1252::decode(text)),
                ("Mesh", Value::Text(text)) => first(&mut facts.mesh, cp1252::decode(text)),
                ("File", Value::Text(text)) => first(&mut facts.file, cp1252::decode(text)),
                ("SoundMaterial", Value::Text(text)) => {
                    first(&mut facts.sound_material, cp1252::decode(text));
                }
                ("DetailShadow", Value::Text(text)) => {
                    first(&mut facts.shadow, cp1252::decode(text));
                }
                ("Visible", Value::Bool(value)) => first(&mut facts.visible, *value != 0),
                ("Bumpmaps", Value::Bool(value)) => first(&mut facts.bump_maps, *value != 0),
                ("Unlit", Value::Bool(value)) => first(&mut facts.unlit, *value != 0),
                ("AlwaysFace", Value::Bool(value)) => first(&mut facts.always_faces, *value != 0),
                ("AlphaChannel", Value::Int(value)) => first(&mut facts.alpha_channel, *value),
                ("R", Value::Int(value)) => first(&mut facts.colour[0], *value),
                ("G", Value::Int(value)) => first(&mut facts.colour[1], *value),
                ("B", Value::Int(value)) => first(&mut facts.colour[2], *value),
                ("Alpha", Value::Float(value)) => first(&mut facts.alpha, *value),
                ("NumJoints", Value::Int(value)) => first(&mut facts.joints, *value),
                ("NumDoubleJoints", Value::Int(value)) => first(&mut facts.double_joints, *value),
                ("PVA", Value::Int(value)) => first(&mut facts.attachment, *value),
                ("BoundVol", Value::Int(value)) => first(&mut facts.bound_volume, *value),
                ("Height", Value::Int(value)) => first(&mut facts.height, *value),
                ("Diffuse", Value::Float(value)) => first(&mut facts.diffuse, *value),
                ("Intensity", Value::Float(value)) => first(&mut facts.intensity, *value),
                (name, Value::Text(text)) => {
                    if let Some(number) = numbered(name, "Model") {
                        models.push((number, cp1252::decode(text)));
                    } else if numbered(name, "A").is_some()
                        && facts.substitutes.len() < MAX_SUBSTITUTES
                    {
                        facts.substitutes.push(cp1252::decode(text));
                    } else if let Some(number) = numbered(name, "Detail")
                        && let Some(place) =
                            number.checked_sub(1).and_then(|at| details.get_mut(at))
                    {
                        first(place, cp1252::decode(text));
                    }
                }
                (name, Value::Group(_)) => facts.inner(values, name, entry),
                _ => {}
            }
        }
        models.sort_by_key(|(number, _)| *number);
        facts.models = models.into_iter().map(|(_, name)| name).take(MAX_MODELS).collect();
        // The list stops at the first missing number.
        facts.details = details.into_iter().map_while(|name| name).collect();
        facts.animated = Animated::of(values, group, facts.joints.unwrap_or(0));
        facts
    }

    /// Of the groups inside: `SubMaterial01` is that of slot 0, and what it does not say is 1.0, not
    /// the model's own; actions name sounds.
    fn inner(&mut self, values: &Values<'_>, name: &str, entry: &Entry) {
        self.samples.extend(values.text(entry.key.id, "Sample"));
        let slot = numbered(name, "SubMaterial").and_then(|number| number.checked_sub(1));
        if let Some(slot) = slot {
            let diffuse = values.float(entry.key.id, "Diffuse").unwrap_or(1.0);
            self.sub_diffuse.push((slot, diffuse));
        }
    }

    /// The brightness that a slot's texture is named with.
    pub fn diffuse_of(&self, slot: usize) -> f32 {
        let own = self.sub_diffuse.iter().find(|(of, _)| *of == slot).map(|(_, diffuse)| *diffuse);
        own.or(self.diffuse).unwrap_or(1.0)
    }

    /// The class compares without regard to case.
    pub fn is_class(&self, class: &str) -> bool {
        self.class.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(class))
    }

    pub fn is_trigger(&self) -> bool {
        let class = self.class.as_deref().unwrap_or("").to_ascii_lowercase();
        class.ends_with("trigger")
    }
}

/// The number behind `stem`, where a name is nothing else.
fn numbered(name: &str, stem: &str) -> Option<usize> {
    let digits = name.strip_prefix(stem)?;
    let plain = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}
