//! A treasure chest in TotemTech's format, for both consoles: mesh, skin, materials and bitmaps in an
//! archive pair each, with a small level around it.
//!
//! In metres, Y up, the chest's front towards +Z.

mod chest;
mod level;
mod paint;
mod sheets;

use gouraud::bytes::Endian;
use gouraud::formats::totem::material::Material;
use gouraud::formats::totem::mesh::{Mesh, SubMesh};
use gouraud::formats::totem::skin::{Group, Section, Skin, Weight};
use gouraud::formats::totem::{Platform, class, name_hash};
use gouraud::formats::{Records, Refusal};
use gouraud_testing::build::totem;

use sheets::Sheets;

/// The full name of a resource.
pub fn resource(name: &str) -> String {
    format!("DB:>PROPS>{name}")
}

/// Name and content of the four files.
pub fn files() -> Result<Vec<(&'static str, Vec<u8>)>, Refusal> {
    let (data, names) = pair(Platform::GAMECUBE)?;
    let (data_ps2, names_ps2) = pair(Platform::PS2)?;
    Ok(vec![
        ("prop.DGC", data),
        ("prop.NGC", names),
        ("prop.DPS", data_ps2),
        ("prop.NPS", names_ps2),
    ])
}

/// Both files of a console's archive.
fn pair(platform: Platform) -> Result<(Vec<u8>, Vec<u8>), Refusal> {
    let mut files: Vec<(String, u32, Vec<u8>)> = Vec::new();
    let chest = chest::build();
    let mesh = match platform.endian {
        Endian::Big => chest.mesh.clone(),
        Endian::Little => for_ps2(&chest.mesh),
    };
    files.push((resource("CHEST.TMESH"), class::MESH, mesh.write()?));
    files.push((resource("CHEST.TSKIN"), class::SKIN, skin(platform, &chest).write()?));
    for (name, material) in materials() {
        let file = totem::material_file(platform, material);
        files.push((resource(name), class::MATERIAL, file.write()?));
    }
    for (name, bitmap) in paint::bitmaps(platform) {
        files.push((resource(name), class::BITMAP, bitmap.write()?));
    }
    files.extend(level::files(platform)?);
    let names = totem::names(files.iter().map(|(name, ..)| name.as_str())).write();
    let files = files.into_iter().map(|(name, class, data)| totem::file(class, &name, data));
    Ok((totem::archive(platform.endian, files.collect()).write()?, names))
}

/// Materials of the chest.
fn materials() -> Vec<(&'static str, Material)> {
    let of = |bitmap: &str| totem::material(name_hash(&resource(bitmap)));
    let tinted =
        |material: Material, [r, g, b]: [f32; 3]| Material { colour: [r, g, b, 1.0], ..material };
    vec![
        ("WOOD.TMATERIAL", of("WOOD.TBITMAP")),
        ("INSIDE.TMATERIAL", tinted(of("WOOD.TBITMAP"), [0.5, 0.42, 0.4])),
        ("IRON.TMATERIAL", of("IRON.TBITMAP")),
        ("GOLD.TMATERIAL", Material { emission: [0.16, 0.12, 0.03], ..of("GOLD.TBITMAP") }),
        ("SAND.TMATERIAL", tinted(totem::material(0), [0.72, 0.62, 0.44])),
        ("SKY_TOP.TMATERIAL", tinted(totem::material(0), [0.34, 0.5, 0.72])),
        ("SKY_SIDE.TMATERIAL", tinted(totem::material(0), [0.52, 0.66, 0.8])),
        ("BRASS.TMATERIAL", tinted(totem::material(0), [0.86, 0.66, 0.28])),
        ("KEYHOLE.TMATERIAL", tinted(totem::material(0), [0.07, 0.06, 0.07])),
        (
            "RUBY.TMATERIAL",
            Material {
                colour: [0.92, 0.12, 0.2, 0.85],
                emission: [0.14, 0.0, 0.03],
                ..of("FACET.TBITMAP")
            },
        ),
        (
            "SAPPHIRE.TMATERIAL",
            Material {
                colour: [0.2, 0.4, 0.95, 0.85],
                emission: [0.0, 0.04, 0.16],
                ..of("FACET.TBITMAP")
            },
        ),
    ]
}

/// The PlayStation 2's mesh. The content of its sub-meshes is unknown; here each has the centre and the
/// radius of its material's vertices.
fn for_ps2(mesh: &Mesh) -> Mesh {
    let mut made = totem::for_ps2(mesh);
    let part = |material: u8| {
        let strips = mesh.strips.iter().filter(|strip| strip.material == u32::from(material));
        let ids = strips.flat_map(|strip| &strip.vertex_ids);
        let points: Vec<[f32; 3]> = ids.map(|id| mesh.vertices[usize::from(*id)]).collect();
        let mut bounds = mesh.header;
        bounds.bound(&points);
        SubMesh { material, values: vec![bounds.sphere] }
    };
    made.footer.submeshes = Some((0..mesh.materials.len() as u8).map(part).collect());
    made
}

/// Skin weights: the lid follows its hinge, everything else the box.
fn skin(platform: Platform, chest: &Sheets) -> Skin {
    let of = |is_lid: bool| {
        let ids = 0..chest.mesh.vertices.len() as u32;
        let own = ids.filter(|id| chest.lid.contains(id) == is_lid);
        let vertices = own.map(|id| Weight { id, weight: 1.0 }).collect();
        let bone = if is_lid { "CHEST_LID.T3DNODE" } else { "CHEST.T3DNODE" };
        let section = Section { mesh: 0, vertices, normals: Vec::new() };
        Group { bone: name_hash(&resource(bone)), sections: vec![section] }
    };
    totem::skin(platform, vec![name_hash(&resource("CHEST.TMESH"))], vec![of(false), of(true)])
}
