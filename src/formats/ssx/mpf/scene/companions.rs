//! Companions of a rider: body and head share bones.

use std::sync::Arc;

use crate::bytes::{Problems, Severity, Source};
use crate::container::{Context, MissingCompanion};
use crate::formats::Loaded;
use crate::formats::ea::refpack::RefPack;
use crate::formats::ssx::mpf::File;

/// The other files of a rider.
pub struct Companions {
    /// Name without extension and without `_body` or `_head`.
    pub base: String,
    pub files: Vec<Arc<Loaded<File>>>,
    /// The models of the companions are displayed too; otherwise only their bones are used.
    pub shows_them: bool,
    /// The companion that was not found.
    pub missing: Option<MissingCompanion>,
}

const BODY: &str = "_body";
const HEAD: &str = "_head";

impl Companions {
    pub fn open(source: &Source, context: Context<'_>, problems: &mut Problems) -> Self {
        let stem = source.stem();
        let lower = stem.to_ascii_lowercase();
        let cut = |suffix: &str| {
            lower.ends_with(suffix).then(|| stem.get(..stem.len() - suffix.len())).flatten()
        };
        let (body, head) = (cut(BODY), cut(HEAD));
        let base = body.or(head).unwrap_or(stem).to_owned();
        // A head needs the bones of its body; a body is displayed with its head.
        let wanted = match (body, head) {
            (_, Some(base)) => Some(format!("{base}{BODY}.mpf")),
            (Some(base), _) => Some(format!("{base}{HEAD}.mpf")),
            _ => None,
        };
        let mut companions =
            Self { base, files: Vec::new(), shows_them: body.is_some(), missing: None };
        match wanted.map(|name| context.siblings.open(&name)) {
            Some(Ok(found)) => companions.files.extend(read(&found, context, problems)),
            Some(Err(miss)) => companions.missing = Some(miss),
            None => {}
        }
        companions
    }
}

fn read(
    source: &Source,
    context: Context<'_>,
    problems: &mut Problems,
) -> Option<Arc<Loaded<File>>> {
    match Loaded::companion_in::<RefPack>(source, context) {
        Ok(file) => Some(file),
        Err(error) => {
            let mut problem = *error.0;
            problem.severity = Severity::Warning;
            let name = source.file_name();
            problem.message = format!("companion {name} cannot be read: {}", problem.message);
            problems.push(problem);
            None
        }
    }
}
