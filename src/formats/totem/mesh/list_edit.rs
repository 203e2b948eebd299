//! Copies and removes strips, materials and collision shapes of a mesh.

use super::records::Mesh;
use crate::formats::list_edit::{Elements, Renumbered, copy, unchangeable};
use crate::formats::{EditResult, ListChange, Refusal};

/// Copy of the mesh with elements of one list added or removed.
pub(super) fn with_list(mesh: &Mesh, change: &ListChange<'_>) -> EditResult<Mesh> {
    let asked = Elements::of(change)?;
    let mut new = mesh.clone();
    match asked.list {
        "strips" => strips(&mut new, &asked)?,
        "materials" => materials(&mut new, &asked)?,
        "spheres" => asked.apply(&mut new.spheres)?,
        "cuboids" => asked.apply(&mut new.cuboids)?,
        "cylinders" => asked.apply(&mut new.cylinders)?,
        _ => return Err(unchangeable(asked.first())),
    }
    Ok(new)
}

/// Changes strips together with the lists that have one element per strip.
fn strips(mesh: &mut Mesh, asked: &Elements<'_>) -> EditResult<()> {
    let count = mesh.strips.len();
    let is_beside = |len: usize| len == 0 || len == count;
    if !is_beside(mesh.strip_data.len()) || !is_beside(mesh.strip_groups.len()) {
        let why = "the number of strips does not match their other lists; strips cannot be changed";
        return Err(Refusal(why.to_owned()));
    }
    let places = asked.places(count)?;
    let before = mesh.clone();
    if asked.go {
        let moved = Renumbered::without(&places);
        moved.apply(&mut mesh.strips);
        moved.apply(&mut mesh.strip_data);
        moved.apply(&mut mesh.strip_groups);
        if let Some(order) = &mut mesh.footer.strip_order {
            *order = order.iter().filter_map(|strip| moved.count(*strip, count)).collect();
        }
        let kept = before.strips.iter().enumerate().filter(|(at, _)| moved.of(*at).is_some());
        for ((at, was), now) in kept.zip(&mesh.strips) {
            if before.material_of(was) != mesh.material_of(now) {
                let why =
                    "has a material number relative to the lowest one, which would be removed";
                return Err(Refusal(format!("strips[{at}] {why}: {}", asked.first())));
            }
        }
        return Ok(());
    }
    copy(&mut mesh.strips, &places);
    copy(&mut mesh.strip_data, &places);
    copy(&mut mesh.strip_groups, &places);
    if let Some(order) = &mut mesh.footer.strip_order {
        // Copies are listed last if their originals are listed.
        let listed = |(copy, at): (usize, &usize)| {
            let is_it = |strip: &u32| usize::try_from(*strip) == Ok(*at);
            order.iter().any(is_it).then(|| u32::try_from(count + copy).ok()).flatten()
        };
        let new: Vec<u32> = places.iter().enumerate().filter_map(listed).collect();
        order.extend(new);
    }
    Ok(())
}

/// Changes materials; strips keep referring to the same materials.
fn materials(mesh: &mut Mesh, asked: &Elements<'_>) -> EditResult<()> {
    let places = asked.places(mesh.materials.len())?;
    let meant: Vec<Option<usize>> =
        mesh.strips.iter().map(|strip| mesh.material_of(strip)).collect();
    let moved = Renumbered::without(if asked.go { &places } else { &[] });
    let len = mesh.materials.len();
    for (at, submesh) in mesh.footer.submeshes.iter_mut().flatten().enumerate() {
        let used = || Refusal(format!("submeshes[{at}] uses materials[{}]", submesh.material));
        submesh.material = moved.count(submesh.material, len).ok_or_else(used)?;
    }
    match asked.go {
        true => moved.apply(&mut mesh.materials),
        false => copy(&mut mesh.materials, &places),
    }
    let least = mesh.strips.iter().map(|strip| strip.material).min().unwrap_or(0);
    let first = if mesh.header.has_groups() { least } else { 0 };
    for (at, meant) in meant.into_iter().enumerate() {
        let Some(meant) = meant else { continue };
        let used = || Refusal(format!("strips[{at}] uses materials[{meant}]"));
        let wanted = moved.of(meant).ok_or_else(used)?;
        let now = mesh.strips.get(at).and_then(|strip| mesh.material_of(strip));
        if now != Some(wanted)
            && let Some(strip) = mesh.strips.get_mut(at)
        {
            let number = u32::try_from(wanted).ok().and_then(|index| index.checked_add(first));
            strip.material = number.ok_or_else(used)?;
        }
    }
    Ok(())
}
