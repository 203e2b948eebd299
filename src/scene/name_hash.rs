//! Names that a file stores as hashes.

use std::fmt;

use serde::{Serialize, Serializer};

/// A name of which a file stores only the hash, with the known names that match it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NameHash {
    /// Hash as stored.
    #[serde(rename = "id", serialize_with = "upper_hex")]
    pub hash: u32,
    /// The first one is displayed; more than one is a collision.
    #[serde(rename = "names", skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<KnownName>,
}

/// Name that has a hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KnownName {
    /// The name itself.
    pub name: String,
    /// The dictionary, file, or person that provided the name.
    pub from: String,
}

fn upper_hex<S: Serializer>(hash: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{hash:08X}"))
}

impl NameHash {
    /// First of the known names.
    pub fn resolved(&self) -> Option<&str> {
        self.known.first().map(|known| known.name.as_str())
    }

    /// The hash as displayed: eight upper-case hex digits.
    pub fn hex(&self) -> String {
        format!("{:08X}", self.hash)
    }
}

impl fmt::Display for NameHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.resolved() {
            Some(name) => f.write_str(name),
            None => write!(f, "{:08X}", self.hash),
        }
    }
}
