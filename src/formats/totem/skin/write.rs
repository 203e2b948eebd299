//! Records to bytes.

use super::records::Skin;
use crate::bytes::{Shaped, Writer};
use crate::formats::Refusal;

impl Skin {
    /// The skin as a file; refused when it was cut.
    pub fn write(&self) -> Result<Vec<u8>, Refusal> {
        if let Some(lost) = &self.lost {
            return Err(Refusal(lost.clone()));
        }
        let mut out = self.platform.writer();
        out.shaped(&self.header);
        list(&mut out, &self.meshes);
        out.put(self.zero);
        count(&mut out, self.groups.len());
        for group in &self.groups {
            out.put(group.bone);
            count(&mut out, group.sections.len());
            for section in &group.sections {
                out.put(section.mesh);
                list(&mut out, &section.vertices);
                list(&mut out, &section.normals);
            }
        }
        let flag = match &self.animations {
            Some(_) => self.has_animations.max(1),
            None => 0,
        };
        out.put(flag);
        if let Some(animations) = &self.animations {
            list(&mut out, animations);
        }
        count(&mut out, self.unknown_lists.len());
        for unknown in &self.unknown_lists {
            list(&mut out, &unknown.vertices);
            list(&mut out, &unknown.normals);
        }
        out.bytes(&self.tail);
        Ok(out.finish())
    }
}

fn count(out: &mut Writer, len: usize) {
    out.put(u32::try_from(len).unwrap_or(u32::MAX));
}

fn list<T: Shaped>(out: &mut Writer, values: &[T]) {
    count(out, values.len());
    out.all(values);
}
