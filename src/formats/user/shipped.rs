//! Descriptions that are part of the program, from `assets/formats`. The other files there describe formats
//! that the program reads itself.

/// Names and texts, by name.
pub const SHIPPED: &[(&str, &str)] = &[
    ("doom_wad.ksy", include_str!("../../../assets/formats/doom_wad.ksy")),
    ("psx_seq.ksy", include_str!("../../../assets/formats/psx_seq.ksy")),
    ("psx_tmd.ksy", include_str!("../../../assets/formats/psx_tmd.ksy")),
    ("quake_md2.ksy", include_str!("../../../assets/formats/quake_md2.ksy")),
    ("quake_mdl.ksy", include_str!("../../../assets/formats/quake_mdl.ksy")),
    ("quake_pak.ksy", include_str!("../../../assets/formats/quake_pak.ksy")),
    ("stl.ksy", include_str!("../../../assets/formats/stl.ksy")),
    ("wav.ksy", include_str!("../../../assets/formats/wav.ksy")),
];
