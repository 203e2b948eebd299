//! Shaders: sections that can be left out, and layouts and constants that must agree with Rust code, as a
//! mismatch would otherwise only show as a wrong picture.

use std::mem::offset_of;

use gouraud::render::device::Demands;
use gouraud::render::device::assembly::assembled;
use gouraud::render::device::records::*;
use wgpu::naga::{Expression, Literal, Module, TypeInner, front::wgsl};

const FACES: &str = include_str!("../../shaders/faces.wgsl");
const GEOMETRY: &str = include_str!("../../shaders/geometry.wgsl");
const LINES: &str = include_str!("../../shaders/lines.wgsl");
const PICTURE: &str = include_str!("../../shaders/picture.wgsl");
const PS1: &str = include_str!("../../shaders/ps1.wgsl");
const RESOLVE: &str = include_str!("../../shaders/resolve.wgsl");
const SCREEN: &str = include_str!("../../shaders/screen.wgsl");
const SKY: &str = include_str!("../../shaders/sky.wgsl");
const TEXELS: &str = include_str!("../../shaders/texels.wgsl");
const TRANSFORM: &str = include_str!("../../shaders/transform.wgsl");

/// Section names in the sources. Every section must end before the next one begins.
fn names<'a>(parts: &[&'a str]) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut open = None;
    for line in parts.iter().flat_map(|part| part.lines()).map(str::trim) {
        if let Some(name) = line.strip_prefix("//@if ") {
            assert_eq!(open.replace(name), None, "{name} begins in another");
            names.push(name);
        } else if line == "//@end" {
            assert!(open.take().is_some(), "an end without a beginning");
        }
    }
    assert_eq!(open, None, "it ends");
    names
}

#[test]
fn leaves_out_unneeded_sections() {
    let text = "a\n    //@if ONE\n    b\n    //@end\nc\n//@if TWO\nd\n//@end\n";
    assert_eq!(assembled(&[text, "e\n"], |name| name == "TWO"), "a\nc\nd\ne\n");
    assert_eq!(assembled(&[text], |_| true), "a\n    b\nc\nd\n");
}

fn module(parts: &[&str]) -> Module {
    wgsl::parse_str(&parts.concat()).expect("the shader is well-formed")
}

/// Offsets of the members, and the size.
fn layout(module: &Module, name: &str) -> (Vec<u32>, u32) {
    let named = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some(name));
    match named.map(|(_, ty)| &ty.inner) {
        Some(TypeInner::Struct { members, span }) => {
            (members.iter().map(|member| member.offset).collect(), *span)
        }
        _ => panic!("no struct {name}"),
    }
}

fn number(module: &Module, name: &str) -> u32 {
    let named =
        module.constants.iter().find(|(_, constant)| constant.name.as_deref() == Some(name));
    let (_, constant) = named.unwrap_or_else(|| panic!("no constant {name}"));
    match module.global_expressions[constant.init] {
        Expression::Literal(Literal::U32(value)) => value,
        ref other => panic!("{name} is {other:?}"),
    }
}

/// Compares a struct of a shader with the Rust record, member by member.
macro_rules! same {
    ($module:expr, $name:literal, $record:ident { $($field:ident),* }) => {
        let offsets = vec![$(offset_of!($record, $field) as u32),*];
        assert_eq!(layout(&$module, $name), (offsets, size_of::<$record>() as u32), $name);
    };
}

/// Compares constants by name; those of the shader have a prefix.
macro_rules! same_bits {
    ($module:expr, $prefix:literal, $bits:ident { $($bit:ident),* }) => {
        $(assert_eq!(number(&$module, concat!($prefix, stringify!($bit))), $bits::$bit);)*
    };
}

#[test]
fn structs_match_their_records() {
    let geometry = module(&[PS1, GEOMETRY]);
    same!(geometry, "Face", FaceRecord { corners, colours, uvs });
    same!(
        geometry,
        "State",
        StateRecord {
            flags,
            texels,
            width,
            height,
            palette,
            entries,
            fill,
            levels,
            normals,
            surroundings,
            gloss,
            shine,
            tint,
            glow
        }
    );
    same!(
        geometry,
        "View",
        ViewRecord {
            matrix,
            eye,
            grid,
            pixel_offset,
            nudge,
            near,
            dither_cell,
            flags,
            step,
            extent,
            picture,
            ambient,
            to_lamps,
            lamps,
            fog,
            fog_colour,
            right,
            up
        }
    );
    let node = layout(&geometry, "Node");
    assert_eq!((node.0[3], node.1), (offset_of!(NodeRecord, flags) as u32, 64));
    assert_eq!(size_of::<NodeRecord>(), 64);

    let sky = layout(&module(&[PS1, GEOMETRY, TEXELS, SKY]), "Sky");
    let offset = offset_of!(SkyRecord, state) as u32;
    assert_eq!((sky.0.last(), sky.1), (Some(&offset), size_of::<SkyRecord>() as u32));

    let transform = module(&[GEOMETRY, SCREEN, TRANSFORM]);
    same!(transform, "Batch", BatchRecord { first, count, sorted, unused });
    assert_eq!(u64::from(layout(&transform, "ScreenFace").1), SCREEN_FACE_SIZE);
    same!(
        module(&[PS1, RESOLVE]),
        "Resolve",
        ResolveRecord { enlarge, average, fifteen_bit, hovered, size, background, selection }
    );
    let line = layout(&module(&[GEOMETRY, PICTURE, LINES]), "Line");
    assert_eq!((line.0[4], line.1), (offset_of!(LineRecord, id) as u32, 48));
    assert_eq!(size_of::<LineRecord>(), 48);
}

#[test]
fn flags_match_their_constants() {
    let geometry = module(&[PS1, GEOMETRY]);
    same_bits!(
        geometry,
        "",
        view_flags {
            SNAP,
            AFFINE,
            DITHERED,
            FIFTEEN_BIT,
            HIDE_BACK,
            TINT_BACK,
            VANISHING,
            SIZE_LIMIT,
            SKY_PASS,
            FILTERED,
            CHECKER,
            SUBDIVIDES,
            RELIEFS,
            SHINES
        }
    );
    same_bits!(
        geometry,
        "NODE_",
        node_flags { HIDDEN, CLOCKWISE, SKY, FACES_VIEWER, LEANS, FRONT_IS_Z, EITHER_HALF }
    );
    same_bits!(geometry, "STATE_", state_flags { HIDDEN, SKY });
    same_bits!(
        geometry,
        "",
        state_flags {
            TEXTURED,
            MISSING,
            GREY_RAMP,
            SEMI,
            DOUBLE_SIDED,
            GOURAUD,
            VANISHES,
            FRACTION,
            FLOAT_UVS,
            FILLED,
            LIT,
            TAKES_ALL,
            TILED,
            SUBDIVIDED,
            RELIEF,
            DYED,
            CHECKERED
        }
    );
    assert_eq!(number(&geometry, "BILLBOARD"), BILLBOARD);
    assert_eq!(number(&geometry, "NO_NORMAL"), NO_NORMAL);
    let lines = module(&[GEOMETRY, PICTURE, LINES]);
    same_bits!(lines, "", line_kind { SEGMENT, DISC, RECTANGLE });
}

#[test]
fn shaders_are_valid_with_any_single_section() {
    let parts = [PS1, GEOMETRY, TEXELS, SCREEN, FACES];
    let names = names(&parts);
    assert!(
        names.iter().all(|name| Demands::default().all().contains(&(*name, false))),
        "{names:?}"
    );
    for alone in names.iter().copied().chain([""]) {
        let text = assembled(&parts, |name| name == alone);
        let parsed = wgsl::parse_str(&text);
        assert!(
            parsed.is_ok(),
            "with {alone:?} alone: {}",
            parsed.unwrap_err().emit_to_string(&text)
        );
    }
}
