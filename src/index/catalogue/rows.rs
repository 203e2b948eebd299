//! Rows of the site's lists of files and assets.

use serde::Serialize;

use super::redaction;
use crate::bytes::Problem;
use crate::index::facts::{Asset, FileFacts};
use crate::index::{FaceWord, Kind};

/// A file, in the form that the pages read.
#[derive(Serialize)]
pub(super) struct FileRow<'a> {
    path: &'a str,
    size: u64,
    crc: String,
    format: Option<&'a str>,
    version: Option<&'a str>,
    status: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'a str>,
    /// Bytes of fields, padding, and unread bytes.
    bytes: [u64; 3],
    problems: Vec<ProblemRow<'a>>,
    /// Number of assets of each kind.
    counts: Vec<(&'static str, usize)>,
}

#[derive(Serialize)]
struct ProblemRow<'a> {
    severity: &'static str,
    offset: u64,
    field: &'a str,
    message: String,
}

/// An asset, in the form that the pages read.
#[derive(Serialize)]
pub(super) struct AssetRow<'a> {
    /// Number of the asset's file in the list of files.
    file: u64,
    name: &'a str,
    field: &'a str,
    offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    crc: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hashes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<[u32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faces: Option<u64>,
    /// Minimum and maximum of X, Y and Z.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    bounds: Option<[[f32; 3]; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    codec: Option<&'static str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    also: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: &'a str,
    /// Values of face flags, then of surfaces, each with the number of faces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<(u32, u64)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    surfaces: Vec<(u32, u64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

/// Maximum number of problems of a file that a page shows.
const MAX_PROBLEMS: usize = 50;

pub(super) fn file_row<'a>(path: &'a str, facts: &'a FileFacts) -> FileRow<'a> {
    let counted = Kind::ALL
        .into_iter()
        .map(|kind| (kind.name(), facts.assets.iter().filter(|asset| asset.kind == kind).count()));
    let severity = |problem: &Problem| problem.severity.name();
    FileRow {
        path,
        size: facts.size,
        crc: format!("{:08x}", facts.content.crc),
        format: facts.format,
        version: facts.version.as_deref(),
        status: facts.status,
        game: facts.game.as_ref().and_then(|game| game.lines().next()),
        bytes: facts.coverage,
        problems: facts
            .problems
            .iter()
            .take(MAX_PROBLEMS)
            .map(|found| ProblemRow {
                severity: severity(found),
                offset: found.span.start,
                field: &found.field,
                message: redaction::without_folders(&found.message),
            })
            .collect(),
        counts: counted.filter(|(_, count)| *count > 0).collect(),
    }
}

pub(super) fn asset_row(file: u64, asset: &Asset, picture: Option<String>) -> AssetRow<'_> {
    let numbers = |field: FaceWord| {
        let of = asset.numbers.iter().filter(|found| found.field == field);
        of.map(|found| (found.number, found.faces)).collect()
    };
    AssetRow {
        file,
        name: &asset.name,
        field: &asset.origin.path,
        offset: asset.origin.span.start,
        crc: asset.content.map(|content| format!("{:08x}", content.crc)),
        hashes: asset.hashes.iter().map(|hash| format!("{hash:08x}")).collect(),
        size: asset.size,
        faces: asset.faces,
        bounds: asset.bounds,
        seconds: asset.seconds,
        codec: asset.codec,
        also: &asset.also,
        text: &asset.text,
        flags: numbers(FaceWord::Flags),
        surfaces: numbers(FaceWord::Surface),
        picture,
    }
}
