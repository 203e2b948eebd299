//! Reports flag bits that are not known from any file.

use super::super::flags::{self, base};
use super::super::records::{File, FileBlock, vertex_kind};
use crate::formats::Report;

/// Adds a note for each unknown bit, at the first element that has it, with the number of elements.
pub(super) fn unknown(file: &File, report: &mut Report<'_>) {
    let mut objects = BitUses::default();
    for (index, object) in file.objects.iter().enumerate() {
        objects.note(u32::from(object.flags) & flags::OBJECT_UNSEEN, index);
    }
    objects.report(report, "object flag", "objects", |index| format!("objects[{index}].flags"));
    let (mut models, mut base_flags, mut surface, mut kinds) =
        (BitUses::default(), BitUses::default(), BitUses::default(), BitUses::default());
    for (m, model) in file.models.iter().enumerate() {
        models.note(model.flags & flags::MODEL_UNSEEN, m);
        for (f, face) in model.faces.iter().enumerate() {
            base_flags.note((face.flags & base::UNSEEN).into(), (m, f));
            surface.note((face.surface & flags::SURFACE_UNSEEN).into(), (m, f));
        }
        for (v, vertex) in model.vertices.iter().enumerate() {
            if !vertex_kind::SEEN.contains(&vertex.kind) || vertex.kind == 4 {
                kinds.note((vertex.kind & !vertex_kind::TESTED).into(), (m, v));
            }
        }
    }
    let model = |index: usize| file.path(FileBlock::Model(index));
    models.report(report, "model flag", "models", |index| format!("{}.flags", model(index)));
    for (seen, what, list, field) in [
        (base_flags, "base flag", "faces", "flags"),
        (surface, "surface flag", "faces", "surface"),
        (kinds, "type bit", "vertices", "kind"),
    ] {
        let path = |(m, index)| format!("{}.{list}[{index}].{field}", model(m));
        seen.report(report, what, list, path);
    }
    let mut textures = BitUses::default();
    let library = file.library.as_ref().map_or(&[][..], |library| &library.textures);
    for (index, texture) in library.iter().enumerate() {
        textures.note(texture.flags & flags::TEXTURE_UNSEEN, index);
    }
    let path = |index| format!("{}.flags", file.path(FileBlock::Texture(index)));
    textures.report(report, "texture flag", "textures", path);
}

/// First occurrence and count of each bit.
struct BitUses<At>([Option<(At, usize)>; 32]);

impl<At: Copy> Default for BitUses<At> {
    fn default() -> Self {
        Self([None; 32])
    }
}

impl<At: Copy> BitUses<At> {
    fn note(&mut self, bits: u32, at: At) {
        if bits == 0 {
            return;
        }
        for (bit, seen) in self.0.iter_mut().enumerate() {
            if bits & (1 << bit) != 0 {
                seen.get_or_insert((at, 0)).1 += 1;
            }
        }
    }

    fn report(self, report: &mut Report<'_>, what: &str, list: &str, path: impl Fn(At) -> String) {
        for (bit, seen) in self.0.into_iter().enumerate() {
            let Some((at, count)) = seen else { continue };
            report.note(path(at), format!("unknown {what} {:#06x} on {count} {list}", 1u32 << bit));
        }
    }
}
