//! Data after the collision shapes of a mesh. Its parts are not declared: the first combination that ends
//! exactly with the file is used.

use crate::bytes::layout::{Extent, Layout, Measuring, Pass};
use crate::bytes::{Hint, Result, Scalar, Severity};
use crate::layout;

layout! {
    /// A part of a PlayStation 2 mesh; the meaning of its vectors is unknown.
    pub struct SubMesh {
        /// Index in [`Mesh::materials`](super::Mesh::materials).
        pub material: u8 => Hint::Index("materials"),
        pub values: Vec<[f32; 4]> [u32 "value_count"],
    } => |part: &SubMesh| match part.values.len() {
        1 => "1 vector".to_owned(),
        many => format!("{many} vectors"),
    }
}

/// Data after the collision shapes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Footer {
    /// A zero, then strip indices.
    pub strip_order: Option<Vec<u32>>,
    /// The last part; only on the PlayStation 2.
    pub submeshes: Option<Vec<SubMesh>>,
    /// Bytes that neither part explains: the whole footer if it cannot be read.
    pub tail: Vec<u8>,
}

impl Layout for Footer {
    const TYPE: &'static str = "Footer";
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        if pass.is_reading() && pass.remaining() > 0 {
            match Self::form(pass) {
                Some(form) => *self = form,
                None => return self.unknown(pass),
            }
        }
        self.known(pass)?;
        pass.rest("tail", &mut self.tail)
    }
}

impl Footer {
    fn known<P: Pass>(&mut self, pass: &mut P) -> Result<()> {
        if let Some(order) = &mut self.strip_order {
            pass.value("fourth_shape_count", &mut 0u32)?;
            let named = ("strip_order", Hint::Index("strips"));
            pass.counted::<u32, _>("strip_order_count", named, order)?;
        }
        if let Some(submeshes) = &mut self.submeshes {
            pass.counted::<u32, _>("submesh_count", "submeshes", submeshes)?;
        }
        Ok(())
    }

    /// The parts that the following bytes contain: strip order, sub-meshes, or both.
    fn form<P: Pass>(pass: &P) -> Option<Self> {
        let has_zero = u32::take(&mut pass.ahead(), pass.endian()) == Some(0);
        let forms = [(true, false), (false, true), (true, true)];
        forms.into_iter().filter(|(order, _)| has_zero || !order).find_map(|(order, submeshes)| {
            let form = Self {
                strip_order: order.then(Vec::new),
                submeshes: submeshes.then(Vec::new),
                tail: Vec::new(),
            };
            let (bytes, len) = (pass.ahead(), pass.remaining());
            let skim = Measuring::new(bytes, len, 0, pass.endian());
            (skim.extent(&mut form.clone(), KnownFooter) == Extent::Ends(len)).then_some(form)
        })
    }

    /// Reads a footer of unknown structure as bytes.
    fn unknown<P: Pass>(&mut self, pass: &mut P) -> Result<()> {
        let (start, left) = (pass.pos(), pass.remaining());
        let all = pass.ahead().to_vec();
        let fourth = u32::take(&mut pass.ahead(), pass.endian()).filter(|count| *count != 0);
        let message = match fourth {
            Some(mut count) => {
                pass.value("fourth_shape_count", &mut count)?;
                format!("{count} collision shapes of a fourth kind, whose size is unknown")
            }
            None => format!("{left} unknown bytes after the collision shapes"),
        };
        pass.rest("tail", &mut self.tail)?;
        self.tail = all;
        pass.report(Severity::Warning, (start, left), "tail", format_args!("{message}"));
        Ok(())
    }
}

/// A footer of known structure.
#[derive(Clone, Copy)]
struct KnownFooter;

impl Layout<KnownFooter> for Footer {
    const TYPE: &'static str = "Footer";
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: KnownFooter) -> Result<()> {
        self.known(pass)
    }
}
