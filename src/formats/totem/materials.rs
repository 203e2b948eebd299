//! Resolves the name hash of a material to a material of the scene: finds the companion material and the
//! bitmap it names.

use std::collections::HashMap;
use std::sync::Arc;

use super::bitmap::{Alpha, Bitmap, average, table, texture};
use super::material::{Material, MaterialFile, flags, has_length};
use super::materialanim::MaterialAnim;
use super::resource::Resource;
use super::resources::Resources;
use super::{class, resource_name};
use crate::bytes::{Problems, Severity, Source};
use crate::container::Context;
use crate::formats::Loaded;
use crate::scene::{
    Blend, ColourScale, ColourTableId, FlipFrame, Flipbook, LayerKind, Material as SceneMaterial,
    MaterialAnimation, MaterialId, Origin, Scene, Shine, Surface, TextureId, UvAnimatedFaces,
    UvAnimation, UvSpace,
};

/// Material and texture movement of a strip.
#[derive(Clone, Debug)]
pub(super) struct StripMaterial {
    /// Index in [`Scene::materials`].
    pub index: MaterialId,
    pub layer: u16,
    is_lit: bool,
    record: Material,
    /// Animation of the texture coordinates of its faces.
    flow: Option<UvAnimation>,
}

/// The initial values of a material, and its animation.
struct Resolved {
    material: Material,
    moving: Option<Arc<Loaded<Resource<MaterialAnim>>>>,
}

/// The materials of a scene, created on demand.
pub(super) struct SceneMaterials<'a> {
    pub resources: Resources<'a>,
    /// By name hash; the flag is `true` if faces have texture coordinates.
    made: HashMap<(u32, bool), StripMaterial>,
    textures: HashMap<(u32, Alpha), Option<TextureId>>,
    /// Palettes of bitmaps, by name hash of the bitmap.
    tables: HashMap<u32, ColourTableId>,
    /// The lights of the scene shade faces; otherwise shading is baked into their colours.
    pub is_lit: bool,
    pub problems: Problems,
}

impl<'a> SceneMaterials<'a> {
    pub fn new(context: Context<'a>) -> Self {
        Self::of(Resources::new(context))
    }

    /// An empty set, which creates materials from `resources`.
    pub fn of(resources: Resources<'a>) -> Self {
        let (made, textures, tables) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { resources, made, textures, tables, is_lit: false, problems: Problems::default() }
    }

    /// The material with this name hash (0 for none), which the field `origin` names. Faces without
    /// texture coordinates get the average colour of the bitmap.
    pub fn add_material(
        &mut self,
        scene: &mut Scene,
        hash: u32,
        textured: bool,
        origin: &Origin,
    ) -> StripMaterial {
        if let Some(look) = self.made.get(&(hash, textured)) {
            return look.clone();
        }
        let name = resource_name(&self.resources.name(hash)).to_owned();
        let found = self.resolve(hash);
        if found.is_none() && hash != 0 {
            let what = format!("material not found: {name}");
            self.warn(origin, what);
        }
        let name = if hash == 0 { "no material".to_owned() } else { name };
        let Resolved { material, moving } =
            found.unwrap_or(Resolved { material: PLAIN, moving: None });
        let record = if textured { material } else { self.flat(material) };
        let mut look = self.add(scene, name, record, origin);
        if let Some(moving) = moving {
            self.add_animations(scene, &mut look, &moving, textured);
        }
        self.made.insert((hash, textured), look.clone());
        look
    }

    /// The material of an animated material whose file is displayed alone.
    pub fn moving(
        &mut self,
        scene: &mut Scene,
        file: &Loaded<Resource<MaterialAnim>>,
        name: String,
    ) -> StripMaterial {
        let origin = file.origin("material");
        let base = self.material(file.records.body.material);
        if base.is_none() && file.records.body.material != 0 {
            let of = resource_name(&self.resources.name(file.records.body.material)).to_owned();
            self.warn(&origin, format!("material not found: {of}"));
        }
        let record = file.records.body.at_start(base.unwrap_or(PLAIN));
        let mut look = self.add(scene, name, record, &origin);
        self.add_animations(scene, &mut look, file, true);
        look
    }

    /// The material of a side of the sky: it is unlit, and its texture is clamped at the edges.
    pub fn sky(&mut self, scene: &mut Scene, hash: u32, origin: &Origin) -> StripMaterial {
        let look = self.add_material(scene, hash, true, origin);
        let Some(shared) = scene.materials.get(look.index) else { return look };
        let own = SceneMaterial { tiled: false, lit: false, double_sided: true, ..shared.clone() };
        let index = scene.materials.push(own);
        let fades =
            scene.material_animations.iter().filter(|fade| fade.material == look.index).cloned();
        let fades: Vec<MaterialAnimation> =
            fades.map(|fade| MaterialAnimation { material: index, ..fade }).collect();
        scene.material_animations.extend(fades);
        let books = scene.flipbooks.iter().filter(|book| book.material == look.index).cloned();
        let books: Vec<Flipbook> = books.map(|book| Flipbook { material: index, ..book }).collect();
        scene.flipbooks.extend(books);
        let flow =
            look.flow.map(|flow| UvAnimation { faces: UvAnimatedFaces::Material(index), ..flow });
        StripMaterial { index, flow, ..look }
    }

    /// Adds the animations of the material.
    fn add_animations(
        &mut self,
        scene: &mut Scene,
        look: &mut StripMaterial,
        file: &Loaded<Resource<MaterialAnim>>,
        textured: bool,
    ) {
        self.fade(scene, look, file);
        if textured {
            self.lead(look, file);
            self.turn_pages(scene, look, file);
        }
    }

    /// Animates the texture coordinates.
    fn lead(&mut self, look: &mut StripMaterial, file: &Loaded<Resource<MaterialAnim>>) {
        let course = file.records.body.course();
        if !course.changes() {
            return;
        }
        let origin = file.origin(file.records.body.leading_track());
        if course.since_start(0).is_none() {
            let what = "the texture has no extent in the first frame; displayed without animation"
                .to_owned();
            self.warn(&file.origin("stretch"), what);
            return;
        }
        look.flow = Some(UvAnimation {
            faces: UvAnimatedFaces::Material(look.index),
            scroll: [0.0; 2],
            course: Some(Arc::new(course)),
            turns: 0.0,
            round: file.records.body.round(),
            grain: 0.0,
            origin,
        });
    }

    /// Animates colour and opacity.
    fn fade(
        &self,
        scene: &mut Scene,
        look: &mut StripMaterial,
        file: &Loaded<Resource<MaterialAnim>>,
    ) {
        let fade = file.records.body.fade(&look.record);
        if !fade.changes() {
            return;
        }
        if fade.opacity.changes() {
            if look.record.flags_b & flags::HIDDEN == 0 {
                look.layer = 0;
            }
            let [.., alpha] = look.record.colour;
            if let Some(material) = scene.materials.get_mut(look.index)
                && matches!(material.blend, None | Some(Blend::Alpha(_)))
            {
                material.blend = Some(Blend::Alpha(alpha.clamp(0.0, 1.0)));
            }
        }
        let origin = file.origin(file.records.body.dyeing_track());
        scene.material_animations.push(MaterialAnimation { material: look.index, origin, ..fade });
    }

    /// Animates the texture as a sequence of bitmaps.
    fn turn_pages(
        &mut self,
        scene: &mut Scene,
        look: &StripMaterial,
        file: &Loaded<Resource<MaterialAnim>>,
    ) {
        let material = &file.records.body;
        let pages = material.pages();
        if pages.len() < 2 {
            return;
        }
        let mut frames = Vec::new();
        for (hash, place) in &pages {
            let origin = file.origin(format!("texture.frames[{place}]"));
            let alpha = look.record.colour[3];
            let surface = match self.texture(scene, *hash, alpha) {
                Some((texture, _)) => Surface::Textured { texture, palette: None },
                None => Surface::Missing(Some(*hash)),
            };
            let name = resource_name(&self.resources.name(*hash)).to_owned();
            frames.push(FlipFrame { name, surface, origin });
        }
        let round = u32::try_from(frames.len()).unwrap_or(u32::MAX);
        scene.flipbooks.push(Flipbook {
            seconds: material.round() as f32 / super::animation::RATE / frames.len() as f32,
            material: look.index,
            frames,
            round,
            freeze: None,
            origin: file.origin("texture"),
        });
    }

    /// The material with the average colour of its bitmap instead of the bitmap.
    fn flat(&self, record: Material) -> Material {
        let source = self.resources.open(record.texture).filter(|_| record.texture != 0);
        let bitmap = source.and_then(|source| self.resources.read::<Bitmap>(&source).ok());
        let Some([r, g, b]) = bitmap.and_then(|bitmap| average(&bitmap.records)) else {
            return record;
        };
        let [red, green, blue, alpha] = record.colour;
        Material { colour: [red * r, green * g, blue * b, alpha], texture: 0, ..record }
    }

    pub fn warn(&mut self, of: &Origin, message: String) {
        self.problems.report(Severity::Warning, of.span, of.path.as_str(), message);
    }

    /// The material with this name hash; a plain one if it is missing.
    pub fn record(&self, hash: u32) -> Material {
        self.material(hash).unwrap_or(PLAIN)
    }

    /// The material, or the initial values of an animated material.
    fn material(&self, hash: u32) -> Option<Material> {
        self.resolve(hash).map(|resolved| resolved.material)
    }

    fn resolve(&self, hash: u32) -> Option<Resolved> {
        let found = self.resources.find(hash)?;
        if found.class != Some(class::MATERIALANIM)
            && let Some(material) = self.stored(&found.source)
        {
            return Some(Resolved { material, moving: None });
        }
        let moving = self.resources.read::<Resource<MaterialAnim>>(&found.source).ok()?;
        let base = moving.records.body.material;
        // An animated material must not start from another animated one: the chain might not end.
        let base = self.resources.find(base).filter(|_| base != hash);
        let base = base.and_then(|base| self.stored(&base.source));
        let material = moving.records.body.at_start(base.unwrap_or(PLAIN));
        Some(Resolved { material, moving: Some(moving) })
    }

    /// The material in `source`, if the length is that of a material.
    fn stored(&self, source: &Source) -> Option<Material> {
        let file = has_length(source.len()).then(|| self.resources.read(source).ok())??;
        let MaterialFile { material, .. } = file.records;
        Some(material)
    }

    /// Adds a material to the scene.
    pub fn add(
        &mut self,
        scene: &mut Scene,
        name: String,
        record: Material,
        origin: &Origin,
    ) -> StripMaterial {
        let [.., alpha] = record.colour;
        // Faces that the game does not draw are visible while their layer is displayed.
        let mut blend = Blend::of_opacity(if alpha == 0.0 { 0.5 } else { alpha });
        let mut surface = Surface::Plain;
        if record.texture != 0 {
            surface = match self.texture(scene, record.texture, alpha) {
                Some((texture, translucent)) => {
                    blend = blend.or(translucent.then_some(Blend::TEXELS));
                    Surface::Textured { texture, palette: None }
                }
                None => {
                    self.miss(record.texture, &format!("material {name}"), origin);
                    Surface::Missing(Some(record.texture))
                }
            };
        }
        let shine = self.shine(scene, &name, record.reflection, origin);
        if record.flags_b & flags::BLEND_BY_COLOUR != 0 {
            blend = Some(Blend::Add);
        }
        let hidden = record.flags_b & flags::HIDDEN != 0 || alpha == 0.0;
        let layer =
            if hidden { scene.layer("Hidden faces", LayerKind::Invisible, false) } else { 0 };
        let index = scene.materials.push(SceneMaterial {
            name,
            surface,
            uv: UvSpace::Fraction,
            tiled: surface != Surface::Plain,
            blend,
            // The front side was never verified. Both sides are drawn unless the view hides back faces.
            double_sided: false,
            colour: ColourScale::Modulate255,
            gouraud: true,
            lit: self.is_lit,
            shine,
            ..SceneMaterial::PLAIN
        });
        StripMaterial { index, layer, is_lit: self.is_lit, record, flow: None }
    }

    /// A sphere map of the bitmap, fully reflected by the material (totem-mesh 9).
    fn shine(
        &mut self,
        scene: &mut Scene,
        name: &str,
        reflection: u32,
        origin: &Origin,
    ) -> Option<Shine> {
        if reflection == 0 {
            return None;
        }
        let Some((surroundings, _)) = self.texture(scene, reflection, 1.0) else {
            self.miss(reflection, &format!("reflection of the material {name}"), origin);
            return None;
        };
        Some(Shine { surroundings, gloss: None, amount: 1.0 })
    }

    fn miss(&mut self, hash: u32, of: &str, origin: &Origin) {
        let bitmap = resource_name(&self.resources.name(hash)).to_owned();
        self.warn(origin, format!("bitmap not found: {bitmap}, used by {of}"));
    }

    /// The texture of a bitmap, and `true` if it has translucent texels.
    fn texture(&mut self, scene: &mut Scene, hash: u32, alpha: f32) -> Option<(TextureId, bool)> {
        let source = self.resources.open(hash)?;
        let bitmap = self.resources.read::<Bitmap>(&source).ok()?;
        let opacity = bitmap.records.header.opacity;
        let use_of = Alpha::of(opacity, alpha);
        let translucent = opacity == 2;
        if let Some(known) = self.textures.get(&(hash, use_of)) {
            return known.map(|texture| (texture, translucent));
        }
        let name = resource_name(&self.resources.name(hash)).to_owned();
        let made = texture(&bitmap, name.clone(), hash, use_of);
        let index = made.map(|texture| scene.textures.push(texture));
        if let Some(texture) = index {
            self.colour(scene, hash, (&bitmap, &name), texture);
        }
        self.textures.insert((hash, use_of), index);
        index.map(|texture| (texture, translucent))
    }

    /// Links a texture to the palette of its bitmap.
    fn colour(
        &mut self,
        scene: &mut Scene,
        hash: u32,
        (bitmap, name): (&Loaded<Bitmap>, &str),
        texture: TextureId,
    ) {
        let known = self.tables.get(&hash).and_then(|table| scene.colour_tables.get_mut(*table));
        match known {
            Some(known) => known.textures.get_or_insert_default().push(texture),
            None => {
                let made = table(bitmap, name, texture);
                let made = made.map(|table| scene.colour_tables.push(table));
                made.map(|made| self.tables.insert(hash, made));
            }
        }
    }
}

/// Light grey, for faces without a material.
const PLAIN: Material = Material {
    colour: [0.8, 0.8, 0.8, 1.0],
    emission: [0.0; 3],
    unknown_1c: 0.0,
    uv_matrix: [0.0; 9],
    rotation: 0.0,
    offset: [0.0; 2],
    scale: [1.0; 2],
    flags_a: 0,
    flags_b: 0,
    unknown_60: 0,
    unknown_64: 0,
    texture: 0,
    reflection: 0,
};

impl StripMaterial {
    /// A stored texture coordinate in the bitmap, with NaN and infinity replaced by 0.
    pub fn uv(&self, uv: [f32; 2]) -> [f32; 2] {
        self.record.uv(uv.map(|part| if part.is_finite() { part } else { 0.0 }))
    }

    /// Animation of the texture coordinates of its faces, if there is one.
    pub fn flow(&self) -> Option<&UvAnimation> {
        self.flow.as_ref()
    }

    /// The material's colour with its emission.
    pub fn plain_colour(&self) -> [u8; 3] {
        StripMaterial { is_lit: true, ..self.clone() }.colour(glam::Vec3::Y)
    }

    /// Colour of a corner with this normal. The games use the lamps of the level; a resource that is
    /// displayed alone is lit from above the viewer's left shoulder.
    pub fn colour(&self, normal: glam::Vec3) -> [u8; 3] {
        const TOWARDS_LAMP: glam::Vec3 = glam::Vec3::new(-0.37, 0.74, 0.56);
        let light = if self.is_lit { 1.0 } else { 0.68 + 0.36 * normal.dot(TOWARDS_LAMP) };
        let Material { colour, emission, .. } = &self.record;
        let channel = |i: usize| {
            let (of, glow) = (colour.get(i).copied(), emission.get(i).copied());
            (of.unwrap_or(1.0) * light + glow.unwrap_or(0.0)) * 255.0
        };
        // NaN becomes 0.
        [channel(0), channel(1), channel(2)].map(|c| c.clamp(0.0, 255.0).round() as u8)
    }
}

/// Animations of the texture coordinates of these materials, each material once.
pub(super) fn flows<'l>(looks: impl IntoIterator<Item = &'l StripMaterial>) -> Vec<UvAnimation> {
    let mut flows: Vec<UvAnimation> = Vec::new();
    for flow in looks.into_iter().filter_map(StripMaterial::flow) {
        if !flows.contains(flow) {
            flows.push(flow.clone());
        }
    }
    flows
}
