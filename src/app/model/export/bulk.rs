//! Bulk extraction and export: requests, plans and the state of their dialog.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::app::model::document::paths;
pub use crate::app::model::export::choices::Stage;
use crate::container::path_text;
use crate::export::Kind;
use crate::library::extract;
pub use crate::library::extract::Existing;

/// Operation on the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Write the files as they are stored.
    Extract,
    /// Export their contents as standard files.
    Export,
}

/// Input of a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct BulkRequest {
    pub work: Work,
    pub paths: Vec<String>,
    /// Export formats; if empty, the default of each file.
    pub kinds: Vec<Kind>,
    /// Put the extracted or exported files of each path into a separate folder.
    pub folders: bool,
    /// Write archives without unpacking them.
    pub as_stored: bool,
}

/// A file to export.
#[derive(Clone, PartialEq, Debug)]
pub struct Exported {
    pub path: String,
    /// Relative to the chosen folder.
    pub folder: PathBuf,
}

/// Files that would be written.
pub struct Plan {
    /// Relative to the chosen folder, in order.
    pub files: Vec<PathBuf>,
    pub source: PlanOf,
    /// Messages about omitted files.
    pub left_out: Vec<String>,
}

/// Source of a plan's files.
pub enum PlanOf {
    Extract(extract::Plan),
    Export(Vec<Exported>),
}

/// The plan to run, with the choices it was made for.
#[derive(Clone)]
pub struct Request {
    pub wanted: BulkRequest,
    pub plan: Arc<Plan>,
    pub folder: PathBuf,
    pub existing: Existing,
}

impl PartialEq for Request {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.plan, &other.plan)
            && (&self.folder, self.existing) == (&other.folder, other.existing)
    }
}

impl std::fmt::Debug for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} into {:?}, {:?}", self.wanted, self.folder, self.existing)
    }
}

/// State of the dialog.
pub struct Bulk {
    pub wanted: BulkRequest,
    pub folder: String,
    pub existing: Existing,
    /// The job that is planning, and its input.
    pub planning: Option<(u64, BulkRequest)>,
    /// The plan and its input.
    pub plan: Option<(Arc<Plan>, BulkRequest)>,
    /// Existing files of the plan in the folder that was listed last.
    pub there: Option<(PathBuf, Arc<HashSet<PathBuf>>)>,
    /// The folder that is being listed for this plan.
    pub looking: Option<PathBuf>,
    pub stage: Stage,
}

impl Bulk {
    pub fn new(work: Work, paths: Vec<String>, folder: &str) -> Self {
        let mut folder = folder.to_owned();
        if folder.is_empty() {
            let own = match work {
                Work::Extract => "gouraud-extract",
                Work::Export => "gouraud-export",
            };
            folder = path_text(paths::home_folder().join(own));
        }
        let folders = paths.len() > 1;
        let kinds = Vec::new();
        let wanted = BulkRequest { work, paths, kinds, folders, as_stored: false };
        let (existing, stage) = (Existing::Keep, Stage::Choosing);
        let (planning, plan, there, looking) = (None, None, None, None);
        Self { wanted, folder, existing, planning, plan, there, looking, stage }
    }

    /// The plan for the current choices, once it is ready.
    pub fn ready(&self) -> Option<&Arc<Plan>> {
        self.plan.as_ref().filter(|(_, made_for)| *made_for == self.wanted).map(|(plan, _)| plan)
    }

    /// Takes a plan, if it is still needed.
    pub fn take_plan(&mut self, job: u64, plan: Plan) {
        if let Some((_, made_for)) = self.planning.take_if(|(own, _)| *own == job) {
            self.plan = Some((Arc::new(plan), made_for));
            (self.there, self.looking) = (None, None);
        }
    }

    /// Takes the planned files that exist in `folder`.
    pub fn take_there(&mut self, plan: &Arc<Plan>, folder: PathBuf, there: HashSet<PathBuf>) {
        let is_own = self.ready().is_some_and(|own| Arc::ptr_eq(own, plan));
        if is_own && self.looking.as_ref() == Some(&folder) {
            self.there = Some((folder, Arc::new(there)));
        }
    }

    pub fn waits_for(&self, job: u64) -> bool {
        matches!(self.stage, Stage::Running(running) if running == job)
    }

    /// Handles the end of a job; if it left no report or plan, it failed.
    pub fn ended(&mut self, job: u64) {
        if self.waits_for(job) {
            self.stage = Stage::Choosing;
        }
        if self.planning.as_ref().is_some_and(|(own, _)| *own == job) {
            let left_out = vec!["Could not list the files".to_owned()];
            let source = PlanOf::Export(Vec::new());
            self.take_plan(job, Plan { files: Vec::new(), source, left_out });
        }
    }

    /// The equivalent command line.
    pub fn command_line(&self) -> String {
        let verb = match self.wanted.work {
            Work::Extract => "extract",
            Work::Export => "export",
        };
        let quoted = crate::app::model::export::quoted;
        let paths: Vec<String> = self.wanted.paths.iter().map(|path| quoted(path)).collect();
        let mut line = format!("gouraud {verb} {} -o {}", paths.join(" "), quoted(&self.folder));
        if !self.wanted.kinds.is_empty() {
            let names: Vec<&str> = self.wanted.kinds.iter().map(|kind| kind.name()).collect();
            line += &format!(" --to {}", names.join(","));
        }
        line += match self.wanted.work {
            Work::Extract => " --plain",
            Work::Export => " --recursive",
        };
        for (is_chosen, option) in [
            (self.wanted.folders, " --folders"),
            (self.wanted.as_stored, " --stored"),
            (self.existing == Existing::Replace, " --force"),
            (self.existing == Existing::Rename, " --rename"),
        ] {
            line += if is_chosen { option } else { "" };
        }
        line
    }
}
