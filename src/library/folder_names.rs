//! Names of the files in the folders of a container, or in the search locations.

use std::collections::HashMap;
use std::sync::Arc;

use super::made_values::MadeValues;
use crate::container::Member;

/// Names of files that are searched together, such as those in one folder of a container.
#[derive(Default)]
pub(super) struct FolderNames {
    pub names: Arc<[String]>,
    /// Values that formats computed from the files.
    pub made: MadeValues,
}

impl FolderNames {
    pub(super) fn new(names: Vec<String>) -> Self {
        Self { names: names.into(), made: MadeValues::default() }
    }

    /// File names by folder of the members; folders end in `/`.
    pub(super) fn of_members(members: &[Member]) -> HashMap<String, Arc<Self>> {
        let mut all: HashMap<&str, Vec<String>> = HashMap::new();
        for member in members {
            let (folder, name) =
                member.path.split_at(member.path.rfind('/').map_or(0, |at| at + 1));
            all.entry(folder).or_default().push(name.to_owned());
        }
        let folder = |names| Arc::new(Self::new(names));
        all.into_iter().map(|(path, names)| (path.to_owned(), folder(names))).collect()
    }
}
