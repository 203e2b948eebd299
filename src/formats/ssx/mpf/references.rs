//! References between the parts of a model file (format document, sections 2 to 4).

use crate::bytes::reference::{Base, ElementRef, OffsetRef, Reference};
use crate::bytes::{Hint, Symbol};

/// A position that the offsets of a model count from.
const fn offset(base: Base, target: &'static str) -> OffsetRef {
    OffsetRef { base, mask: u32::MAX, target, zero: "" }
}

/// An offset in a model header, relative to the start of its model.
macro_rules! of_header {
    ($($name:ident = $target:literal,)*) => {
        $(pub const $name: Hint =
            Hint::Ref(&Reference::Offset(offset(Base::Start("models[#model_headers]"), $target)));)*
    };
}

of_header! {
    BONES = "bones",
    IK_POINTS = "ik_points",
    GROUPS = "group_headers",
    MESH_DATA = "",
    MATERIALS = "materials",
    REFERENCES = "reference_headers",
    WEIGHTS = "weight_headers",
}

/// An offset inside a model, from its start.
macro_rules! of_model {
    ($($name:ident = $target:literal,)*) => {
        $(pub const $name: Hint =
            Hint::Ref(&Reference::Offset(offset(Base::Start("models[#models]"), $target)));)*
    };
}

of_model! {
    WEIGHT_ENTRIES = "weights[]",
    REFERENCE_LIST = "references[]",
    WEIGHT_GROUPS = "groups[]",
    MESH_HEADERS = "weight_groups[]",
    MESH = "meshes[]",
}

/// Offset of a model, from the start of all model data.
pub const MODEL: Hint =
    Hint::Ref(&Reference::Offset(offset(Base::Value("header.data_start"), "models[]")));

/// Offset of the morph keys, from the start of their mesh; −1 if none.
pub const MORPH_KEYS: Hint =
    Hint::Ref(&Reference::Offset(offset(Base::Start("meshes[#mesh_headers]"), "")));

/// A bone of the file with the id in the field `file`.
const fn bone(file: &'static str) -> ElementRef {
    let own = "model_headers[#models].counts.file_id";
    ElementRef { only_if: Some((file, own)), ..ElementRef::index("bones") }
}

/// The bone of a weight.
pub const BONE: Hint = Hint::Ref(&Reference::Element(bone("file")));
/// The parent of a bone.
pub const PARENT: Hint = Hint::Ref(&Reference::Element(bone("parent_file")));

/// A weight number: the address of a matrix, one for each entry of the weight group's reference list.
const fn matrix(first: u32, step: u32) -> ElementRef {
    let list = "references[#weight_groups].indices";
    ElementRef { list, first, step, only_if: None }
}

/// The weight number for positions.
pub const POSITION_MATRIX: Hint = Hint::Ref(&Reference::Element(matrix(14, 4)));
/// The weight number for normals.
pub const NORMAL_MATRIX: Hint = Hint::Ref(&Reference::Element(matrix(114, 3)));

/// Names of file ids.
pub const FILES: &[Symbol] = &[
    Symbol { value: 0, name: "body" },
    Symbol { value: 1, name: "board" },
    Symbol { value: 2, name: "head" },
    Symbol { value: 5, name: "eyes" },
    Symbol { value: 6, name: "goggles" },
    Symbol { value: 10, name: "face" },
    Symbol { value: u32::MAX, name: "none" },
];
