//! Records to bytes.

use super::records::{Mesh, Strip};
use crate::bytes::{Shaped, Writer};
use crate::formats::Refusal;

impl Mesh {
    /// The mesh as a file. Refused when the file it was read from was cut, or when the lists that
    /// go with the strips are not as many as the strips.
    pub fn write(&self) -> Result<Vec<u8>, Refusal> {
        if let Some(lost) = &self.lost {
            return Err(Refusal(lost.clone()));
        }
        let groups = if self.header.has_groups() { self.strips.len() } else { 0 };
        if self.strip_groups.len() != groups {
            let found = self.strip_groups.len();
            return Err(Refusal(format!("{found} strip groups where {groups} are needed")));
        }
        let mut out = self.platform.writer();
        out.shaped(&self.header);
        list(&mut out, &self.vertices)?;
        list(&mut out, &self.texcoords)?;
        list(&mut out, &self.normals)?;
        out.put(count(self.strips.len())?);
        for strip in &self.strips {
            strip.write(&mut out)?;
        }
        out.all(&self.strip_groups);
        out.put(count(self.strip_data.len())?);
        for corners in &self.strip_data {
            list(&mut out, corners)?;
        }
        list(&mut out, &self.materials)?;
        list(&mut out, &self.spheres)?;
        list(&mut out, &self.cuboids)?;
        list(&mut out, &self.cylinders)?;
        self.write_footer(&mut out)?;
        Ok(out.finish())
    }

    fn write_footer(&self, out: &mut Writer) -> Result<(), Refusal> {
        if let Some(order) = &self.footer.strip_order {
            out.put(0u32);
            list(out, order)?;
        }
        if let Some(submeshes) = &self.footer.submeshes {
            out.put(count(submeshes.len())?);
            for submesh in submeshes {
                out.put(submesh.material);
                list(out, &submesh.values)?;
            }
        }
        out.bytes(&self.footer.tail);
        Ok(())
    }
}

impl Strip {
    fn write(&self, out: &mut Writer) -> Result<(), Refusal> {
        list(out, &self.vertex_ids)?;
        out.put(self.material);
        out.put(self.tri_order);
        Ok(())
    }
}

fn list<T: Shaped>(out: &mut Writer, values: &[T]) -> Result<(), Refusal> {
    out.put(count(values.len())?);
    out.all(values);
    Ok(())
}

fn count(len: usize) -> Result<u32, Refusal> {
    u32::try_from(len).map_err(|_| Refusal(format!("{len} elements are too many to count")))
}
