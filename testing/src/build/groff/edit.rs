//! Changes to a file that was read: names, instances.

use super::body::Body;
use super::grf::region::{Handle, Instance, Placement, Region};
use super::records::{Groff, Name, Stale};
use crate::codec::cp1252;

/// Handles are given out this far from each other, as addresses of small pieces of memory are.
const STEP: u32 = 32;

impl Groff {
    /// The first region.
    pub fn region(&self) -> Option<&Region> {
        self.sections.iter().find_map(|section| match &section.body {
            Body::Region(region) => Some(region),
            _ => None,
        })
    }

    fn region_mut(&mut self) -> Option<&mut Region> {
        self.sections.iter_mut().find_map(|section| match &mut section.body {
            Body::Region(region) => Some(region),
            _ => None,
        })
    }

    /// The handle of a name, which is added when it is not there.
    fn add_name(&mut self, text: &str) -> u32 {
        let bytes = cp1252::encode(text);
        if let Some(known) = self.names.iter_mut().find(|symbol| symbol.text() == bytes) {
            known.references = known.references.saturating_add(1);
            return known.handle;
        }
        let last = self.names.iter().map(|symbol| symbol.handle).max();
        let next = last.and_then(|last| last.checked_add(STEP)).or_else(|| self.free_handle());
        let handle = next.unwrap_or(STEP);
        let symbol = Name::new(handle, text);
        let at = self.names.partition_point(|other| other.bytes < symbol.bytes);
        self.names.insert(at, symbol);
        self.layout.stale = Stale::default();
        handle
    }

    /// A handle that no name has, for files whose handles reach the end of the numbers.
    fn free_handle(&self) -> Option<u32> {
        let taken: std::collections::HashSet<u32> =
            self.names.iter().map(|symbol| symbol.handle).collect();
        (1..u32::MAX).find(|handle| !taken.contains(handle))
    }

    /// Adds an instance of the model in the section with handle `object`; false when there is no
    /// region, or an instance of this name.
    pub fn add_instance(&mut self, name: &str, place: Placement, values: Handle) -> bool {
        if self.region().is_none() || self.instance(name).is_some() {
            return false;
        }
        let handle = self.add_name(name);
        if let Some(region) = self.region_mut() {
            region.instances.push(Instance { place: Placement { name: handle, ..place }, values });
            region.stale_count = None;
        }
        true
    }

    /// Index of the instance with this exact name.
    pub fn instance(&self, name: &str) -> Option<usize> {
        let bytes = cp1252::encode(name);
        let handle = self.names.iter().find(|symbol| symbol.text() == bytes)?.handle;
        self.region()?.instances.iter().position(|instance| instance.place.name == handle)
    }

    /// Takes an instance out, and its name where nothing else bears it; false when there is none.
    pub fn remove_instance(&mut self, name: &str) -> bool {
        let Some(index) = self.instance(name) else { return false };
        let Some(region) = self.region_mut() else { return false };
        let handle = region.instances.remove(index).place.name;
        region.stale_count = None;
        if !self.is_used(handle) {
            self.names.retain(|symbol| symbol.handle != handle);
            self.layout.stale = Stale::default();
        }
        true
    }

    fn is_used(&self, name: u32) -> bool {
        self.sections.iter().any(|section| {
            section.name == name
                || match &section.body {
                    Body::Object(object) => object.name == name,
                    Body::Region(region) => {
                        region.instances.iter().any(|instance| instance.place.name == name)
                    }
                    Body::Material(material) => {
                        let maps =
                            [&material.colour_maps, &material.opacity_maps, &material.bump_maps];
                        maps.into_iter().any(|maps| maps.contains(&name))
                    }
                    _ => false,
                }
        })
    }
}
