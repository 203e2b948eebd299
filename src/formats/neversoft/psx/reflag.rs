//! Changes flags of faces: the stored parts of a face depend on them (section 6), so the file layout
//! changes.

use super::face::{Face, Uv};
use super::flags::base;
use super::records::File;
use super::version::Version;
use crate::bytes::Value;
use crate::formats::{EditResult, Refusal};

/// `true` if `path` is that of a face's flags and `value` changes which parts are stored.
pub fn governs(file: &File, path: &str, value: &Value) -> bool {
    let face = face_of(path).and_then(|(model, face)| file.models.get(model)?.faces.get(face));
    let flags = value.as_u64().and_then(|flags| u16::try_from(flags).ok());
    face.zip(flags).is_some_and(|(face, flags)| {
        let parts = face.parts.unpack();
        let new = required_parts(flags);
        new != required_parts(face.flags)
            && new != [parts.uv.is_some(), parts.light.is_some(), parts.window.is_some()]
    })
}

/// Writes the file with new flags of faces.
pub fn with_flags(file: &File, fields: &[(&str, &Value)]) -> EditResult<Vec<u8>> {
    let mut changed = file.clone();
    for (path, value) in fields {
        let face = face_of(path)
            .and_then(|(model, face)| changed.models.get_mut(model)?.faces.get_mut(face));
        let flags = value.as_u64().and_then(|flags| u16::try_from(flags).ok());
        let both = face.zip(flags);
        let (face, flags) = both.ok_or_else(|| Refusal(format!("invalid value for {path}")))?;
        set(face, flags, file.version);
    }
    changed.write()
}

/// Model and face indices in `models[3].faces[7].flags`.
fn face_of(path: &str) -> Option<(usize, usize)> {
    let (model, face) = path.strip_prefix("models[")?.split_once("].faces[")?;
    Some((model.parse().ok()?, face.strip_suffix("].flags")?.parse().ok()?))
}

/// `true` for each part that the flags require: texture, light, window.
fn required_parts(flags: u16) -> [bool; 3] {
    let textured = flags & base::ANY_TEXTURE != 0;
    [textured, flags & base::LIGHT_WORDS != 0, textured && flags & base::TILED != 0]
}

/// Sets the flags of a face and adds the required parts: the first texture with all corners at its
/// first texel, zero light, zero window. Parts that are no longer required are dropped.
fn set(face: &mut Face, flags: u16, version: Version) {
    let mut parts = face.parts.unpack();
    let [textured, lit, tiled] = required_parts(flags);
    if textured && parts.uv.is_none() {
        parts.texture = Some(parts.texture.unwrap_or(0));
        parts.uv = Some(match version {
            Version::V6 => Uv::Wide { u: [0; 4], v: [0; 4] },
            _ => Uv::Texels(Default::default()),
        });
    }
    if !textured {
        (parts.texture, parts.uv) = (None, None);
    }
    parts.light = lit.then(|| parts.light.unwrap_or_default());
    parts.window = tiled.then(|| parts.window.unwrap_or(0));
    (face.flags, face.parts) = (flags, parts.into());
}
