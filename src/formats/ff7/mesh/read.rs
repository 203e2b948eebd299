//! Bytes to records.

use super::records::{List, Mesh, Polygon};
use crate::bytes::{Cursor, Hint, Recorder, Result, Severity, Shaped, Span};
use crate::formats::ps1::vram::TexPage;

/// Where the parts of a mesh are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    pub span: Span,
    pub vertices: u64,
    /// First polygon of each list.
    pub lists: [u64; 4],
}

/// Reads a mesh block from the cursor, field by field into the open group. What is cut off by the
/// cursor's limit is a problem, and said in [`Mesh::cut`].
pub fn mesh<R: Recorder>(cur: &mut Cursor<'_, R>) -> (Mesh, Place) {
    let start = cur.pos();
    let (mut mesh, mut place) = (Mesh::default(), Place::default());
    if let Err(error) = parts(cur, &mut mesh, &mut place) {
        mesh.cut.get_or_insert_with(|| error.0.to_string());
        cur.keep(error);
    }
    place.span = cur.span_from(start);
    if !start.is_multiple_of(4) {
        let message = format_args!("it does not start at a multiple of 4");
        cur.problem(Severity::Warning, (start, 4), "", message);
    }
    check(cur, &mesh, &place);
    (mesh, place)
}

fn parts<R: Recorder>(cur: &mut Cursor<'_, R>, mesh: &mut Mesh, place: &mut Place) -> Result<()> {
    let pool: u32 = cur.get_as("pool_size", Hint::Unit("bytes"))?;
    place.vertices = cur.pos();
    let bytes = cur.bounded("pool_size", pool.into(), 1);
    let whole = bytes as u64 == u64::from(pool);
    mesh.vertices = cur.records("vertices", bytes / 8)?;
    if whole && !bytes.is_multiple_of(8) {
        let message = format_args!("{pool} bytes are no whole number of vertices");
        cur.problem(Severity::Warning, (place.vertices - 4, 4), "pool_size", message);
        mesh.pool_rest = cur.bytes("pool_rest", bytes % 8)?.to_vec();
    } else if !whole {
        mesh.cut = Some("the vertices are cut off".to_owned());
        return Ok(());
    }
    let [triangles, quads, coloured, coloured_quads] = &mut place.lists;
    let cut = &mut mesh.cut;
    let count = ["textured_triangle_count", "texture_page"];
    (mesh.textured_triangles, mesh.texture_page) =
        list(cur, List::TexturedTriangles, count, triangles, cut)?;
    let count = ["textured_quad_count", "unused_textured_quads"];
    (mesh.textured_quads, mesh.unused[0]) = list(cur, List::TexturedQuads, count, quads, cut)?;
    let count = ["coloured_triangle_count", "unused_coloured_triangles"];
    (mesh.coloured_triangles, mesh.unused[1]) =
        list(cur, List::ColouredTriangles, count, coloured, cut)?;
    let count = ["coloured_quad_count", "unused_coloured_quads"];
    (mesh.coloured_quads, mesh.unused[2]) =
        list(cur, List::ColouredQuads, count, coloured_quads, cut)?;
    Ok(())
}

/// A count, a word, and as many polygons as there is room for. Nothing can follow a list that is
/// cut off.
fn list<R: Recorder, T: Shaped>(
    cur: &mut Cursor<'_, R>,
    list: List,
    [count, word]: [&'static str; 2],
    start: &mut u64,
    cut: &mut Option<String>,
) -> Result<(Vec<T>, u16)> {
    if cut.is_some() {
        return Ok((Vec::new(), 0));
    }
    let stored: u16 = cur.get(count)?;
    let hint = if list == List::TexturedTriangles { TexPage::HINT } else { Hint::Hex };
    let word = cur.get_as(word, hint)?;
    *start = cur.pos();
    let most = cur.bounded(count, stored.into(), list.size());
    if most < usize::from(stored) {
        *cut = Some(format!("{most} of {stored} {} are there", list.field()));
    }
    Ok((cur.records(list.field(), most)?, word))
}

/// References that lead to no vertex: their polygons are not shown.
fn check<R: Recorder>(cur: &mut Cursor<'_, R>, mesh: &Mesh, place: &Place) {
    for polygon in mesh.polygons() {
        let Polygon { list, index, .. } = polygon;
        let bad = polygon.references().iter().find(|r| mesh.vertex(**r).is_none());
        let Some(bad) = bad else { continue };
        let start = place.lists.get(list as usize).map_or(0, |s| s + list.size() * index as u64);
        let field = format!("{}[{index}].vertices", list.field());
        let size = mesh.pool_size();
        cur.problem(
            Severity::Error,
            (start, 2 * polygon.sides as u64),
            &field,
            format_args!("{bad:#x} leads to no vertex of the {size:#x} bytes: not shown"),
        );
    }
}
