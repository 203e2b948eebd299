//! Lists problems at their fields.

use super::failure::{ErrorKind, Failure, Problem};
use super::names::shortened;
use super::reader::Reader;
use super::slots::{Object, Owner};
use super::value::{ObjectId, Span};

/// Maximum number of problems that are listed.
const MAX_PROBLEMS: usize = 1000;

/// Maximum length of the path of a problem, in bytes.
const MAX_PATH: usize = 4096;

impl Reader {
    /// Field path of an object; empty for the root.
    pub(super) fn path_of(&self, id: ObjectId) -> String {
        let mut parts = Vec::new();
        let mut owner = self.objects.get(id).and_then(Object::owner);
        while let Some(found) = owner {
            parts.push(self.part(found));
            owner = self.objects.get(found.object).and_then(Object::owner);
        }
        parts.reverse();
        parts.join(".")
    }

    pub(super) fn part(&self, owner: Owner) -> String {
        let class =
            self.class_of(owner.object).and_then(|class| self.description.classes.get(class));
        let name = class.map_or("", |class| class.name_of(owner.slot));
        match owner.index {
            Some(index) => format!("{name}[{index}]"),
            None => name.to_owned(),
        }
    }

    /// Field path of a member.
    pub(super) fn path(&self, owner: Owner) -> String {
        let outer = self.path_of(owner.object);
        let part = self.part(owner);
        if outer.is_empty() { part } else { format!("{outer}.{part}") }
    }

    /// Lists a failure at a field, unless it is listed already.
    pub(super) fn list(&mut self, failure: Failure, owner: Owner, span: Span) -> Failure {
        if failure.listed.is_some() {
            return failure;
        }
        if self.has_all_problems() {
            self.unlisted += 1;
            return Failure { listed: Some(MAX_PROBLEMS), ..failure };
        }
        let is_limit = failure.kind == ErrorKind::Limit;
        if is_limit
            && let Some(first) = self.limits.get(&failure.message).copied()
            && let Some(problem) = self.problems.get_mut(first)
        {
            problem.more += 1;
            self.repeated += 1;
            return Failure { listed: Some(first), ..failure };
        }
        let place = self.place(owner);
        let listed = self.add_problem(Problem {
            kind: Some(failure.kind),
            message: failure.message.clone(),
            path: shortened(&self.path(owner), MAX_PATH).into_owned(),
            span,
            // The description already has a warning about an unknown encoding.
            is_error: failure.kind != ErrorKind::UnknownEncoding,
            line: place,
            more: 0,
        });
        if is_limit {
            self.limits.insert(failure.message.clone(), listed);
        }
        Failure { listed: Some(listed), ..failure }
    }

    pub(super) fn place(&self, owner: Owner) -> (usize, u32) {
        let class =
            self.class_of(owner.object).and_then(|class| self.description.classes.get(class));
        let place = class.and_then(|class| {
            let at = owner.slot.checked_sub(class.params.len())?;
            let instance = || class.instances.get(at.checked_sub(class.seq.len())?);
            class.seq.get(at).or_else(instance).map(|found| &found.place)
        });
        place.map_or((0, 0), |place| (place.file, place.at.line))
    }

    pub(super) fn add_problem(&mut self, problem: Problem) -> usize {
        match self.has_all_problems() {
            true => self.unlisted += 1,
            false => self.problems.push(problem),
        }
        self.problems.len() - 1
    }

    /// `true` if further problems are only counted.
    pub(super) fn has_all_problems(&self) -> bool {
        self.problems.len() >= MAX_PROBLEMS
    }
}
