//! Treyarch's `*.bon`: the skaters of Tony Hawk's Pro Skater 2 on the Dreamcast (version 1) and of 2X on
//! the Xbox (3 and 4).
//!
//! | part | version 1 | 3 and 4 |
//! |---|---|---|
//! | `Bon`, NUL, version | | |
//! | materials | float colours, one embedded PVR file each | byte colours, one embedded DDS file each |
//! | vertices, indices | in each node | of the whole skater |
//! | nodes, each with its children | boxes, vertices, strips | rotation, position, splits of the indices |
//!
//! Texts have a length prefix: a byte in version 1, otherwise 16 bits. Counts have 32 bits, in version 3 16.
//!
//! Known unknowns: the matrices and rotations of nodes, several numbers of materials and vertices.
//! Everything except the materials is known from only one source. Vertices are displayed
//! untransformed, which yields a whole skater; bones are at the positions of the nodes.
//!
//! Source: format document `neversoft-psx.md`, section 20.5.

mod mesh;
pub mod records;
mod replace;
mod scene;

pub use records::{Bon, Material, Node, Version};

use crate::bytes::layout;
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report,
};
use crate::scene::{Replacement, Scene};

impl Records for Bon {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.bon",
        name: "Treyarch skater",
        extensions: &["bon"],
        versions: &["1", "3", "4"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Skater";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let number = head.u32(4).filter(|_| head.bytes.starts_with(&records::MAGIC))?;
        let score = if Version::of(number).is_some() { 95 } else { 60 };
        Some(Probe { score, reason: format!("\"Bon\", version {number}") })
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        let mut skater = Self::default();
        layout::read(cur, &mut skater, (), 8)?;
        Ok(skater)
    }

    fn version(&self) -> String {
        self.version.number().to_string()
    }

    fn count(&self, counts: &mut Counts) {
        let nodes = self.all();
        let own: usize = nodes.iter().map(|(_, node, _)| node.vertices.len()).sum();
        let textures = self.materials.iter().filter(|material| material.texture.is_some());
        counts.set("bones", nodes.len());
        counts.set("vertices", own + self.vertices.len());
        counts.set(
            "triangles",
            mesh::pieces(self).iter().map(|piece| piece.faces.len()).sum::<usize>(),
        );
        counts.set("materials", self.materials.len());
        counts.set("textures", textures.count());
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let skater = &file.records;
        for (index, material) in skater.materials.iter().enumerate() {
            if material.texture.is_some() && scene::texture(file, index).is_none() {
                let path = format!("materials[{index}].texture.file");
                report.warning(path, "texture cannot be displayed");
            }
        }
        for (path, node, _) in skater.all() {
            let splits = [("splits", &node.splits), ("joints", &node.joints)];
            for (list, splits) in splits {
                for (index, split) in splits.iter().enumerate() {
                    let path = format!("{path}.{list}[{index}]");
                    if usize::from(split.material) >= skater.materials.len() {
                        let message = format!("unknown material {}", split.material);
                        report.error(format!("{path}.material"), message);
                    }
                    let end = usize::from(split.first) + usize::from(split.count);
                    let indices = skater.indices.len();
                    if end > indices {
                        let message = format!("strip ends at index {end} of {indices}");
                        report.error(format!("{path}.count"), message);
                    }
                }
            }
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}

impl Displayed for Loaded<Bon> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(self), Problems::default()))
    }
}

impl Editable for Loaded<Bon> {
    fn with_asset(&self, _: Context<'_>, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        replace::with_texture(self.kept()?, path, new)
    }
}
