//! Matches objects of the level to objects of the mesh, by the names of their models.

use std::collections::HashMap;

use super::super::hash::key;
use super::super::psx::File;
use super::records::Ddm;

/// Returns, for each object of `level`, the matching object of `mesh`. When several mesh objects share a
/// name, they match the models of that name in order; the last one also matches all further models.
pub(super) fn placed(level: &File, mesh: &Ddm) -> Vec<Option<usize>> {
    let mut by_name: HashMap<u32, Vec<usize>> = HashMap::new();
    for (row, object) in mesh.objects() {
        let name = key(object.name.bytes());
        by_name.entry(name).or_default().push(row);
        if object.checksum != name && object.checksum != 0 {
            by_name.entry(object.checksum).or_default().push(row);
        }
    }
    let names = level.library.as_ref().map_or(&[][..], |library| &library.model_names);
    let mut met: HashMap<u32, usize> = HashMap::new();
    let mut models = Vec::with_capacity(names.len());
    for name in names {
        let number = met.entry(*name).or_default();
        let rows = by_name.get(name);
        models.push(rows.and_then(|rows| rows.get(*number).or(rows.last())).copied());
        *number += 1;
    }
    let of = |model: u16| models.get(usize::from(model)).copied().flatten();
    level.objects.iter().map(|object| of(object.model)).collect()
}
