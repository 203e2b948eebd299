//! Writes scenes as standard files.
