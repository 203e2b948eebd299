//! Final Fantasy VII `*.rsd`: a mesh of a field model of the PC version with its textures, a text file.
//!
//! ```text
//! @RSD940102
//! # anything
//! PLY=AAAC.PLY
//! MAT=AAAC.MAT
//! GRP=AAAC.GRP
//! NTEX=2
//! TEX[0]=ACAA.TIM
//! TEX[1]=ACAB.TIM
//! ```
//!
//! The actual files have these names up to the first dot, with the extensions `.p` and `.tex`. Texture
//! numbers in the groups of the mesh are indices into this list of textures.
//!
//! Source: format document `ff7-pc.md`, section 5.2.

mod text;

pub use text::{Rsd, Setting};

use crate::bytes::layout::{self, Layout, Reading};
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::ff7::pc::materials::{SceneMaterials, empty_scene};
use crate::formats::ff7::pc::p::{MeshOwner, P};
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report,
};
use crate::scene::{MeshId, Node, Scene, TextureId};

/// Start of the first line.
const MARK: &str = "@RSD";
/// Bytes of a text that a probe reads.
const LOOKED_AT: usize = 4096;

impl Records for Rsd {
    const INFO: FormatInfo = FormatInfo {
        id: "ff7.pc.rsd",
        name: "Final Fantasy VII field resource (PC)",
        extensions: &["rsd"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Rsd";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let start = head.bytes.get(..LOOKED_AT).unwrap_or(head.bytes);
        let text = text::read(start);
        let is_marked = text.settings.first().is_some_and(|first| {
            first
                .key
                .text
                .get(..MARK.len())
                .is_some_and(|own| own.eq_ignore_ascii_case(MARK.as_bytes()))
        });
        let mesh = text.mesh();
        let score = match (is_marked, mesh.is_some(), text.value("NTEX").is_some()) {
            (true, ..) => 95,
            (_, true, true) => 80,
            _ => return None,
        };
        Some(Probe { score, reason: format!("mesh {}", mesh.unwrap_or_default()) })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        let mut text = Self::default();
        text.pass(&mut Reading { cur }, ())?;
        Ok(text)
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("values", self.settings.len());
    }

    fn is_usable(&self) -> bool {
        self.mesh().is_some()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let text = &file.records;
        let named = text.textures().iter().flatten().count();
        let declared = text.value("NTEX").and_then(|declared| declared.parse::<usize>().ok());
        if text.mesh().is_none() {
            report.warning("", "missing mesh name (PLY=)");
        }
        if declared.is_some_and(|declared| declared != named) {
            let at = text.settings.iter().position(|own| own.is("NTEX")).unwrap_or(0);
            let message = format!("expected {} textures, found {named}", declared.unwrap_or(0));
            report.warning(format!("settings[{at}].value"), message);
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}

impl Displayed for Loaded<Rsd> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let mut scene = empty_scene(self.source.stem());
        let mut looks = SceneMaterials::new(context);
        if let Some(mesh) = add_resource(&mut scene, &mut looks, self, 0) {
            let name = scene.meshes.get(mesh).map_or(String::new(), |mesh| mesh.name.clone());
            let origin = self.whole();
            scene.nodes.push(Node { name, mesh: Some(mesh), origin, ..Node::default() });
        }
        Some((scene, looks.problems))
    }
}

impl Editable for Loaded<Rsd> {
    fn is_text(&self) -> bool {
        true
    }
}

/// Adds the mesh of a resource that belongs to bone `bone`.
pub(super) fn add_resource(
    scene: &mut Scene,
    looks: &mut SceneMaterials<'_>,
    file: &Loaded<Rsd>,
    bone: u32,
) -> Option<MeshId> {
    let path = |key: &str| {
        let at = file.records.settings.iter().position(|own| own.is(key));
        at.map_or(String::new(), |at| format!("settings[{at}].value"))
    };
    let name = format!("{}.p", file.records.mesh()?);
    let Some(mesh) = looks.beside.read::<P>(&name) else {
        looks.missing(&file.origin(path("PLY")), &name);
        return None;
    };
    let mut textures: Vec<Option<TextureId>> = Vec::new();
    for (number, texture) in file.records.textures().into_iter().enumerate() {
        let name = texture.map(|texture| format!("{texture}.tex"));
        let found = name.as_deref().and_then(|name| looks.texture(scene, name));
        if let Some(name) = name.filter(|_| found.is_none()) {
            looks.missing(&file.origin(path(&format!("TEX[{number}]"))), &name);
        }
        textures.push(found);
    }
    let name = mesh.source.stem().to_owned();
    Some(looks.add(scene, &mesh, &MeshOwner { name, bone, textures: &textures, layer: 0 }))
}
