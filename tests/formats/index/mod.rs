//! The index: stored facts about files, query syntax, and search results compared with a brute-force
//! evaluation.

mod brute_force;
mod queries;
mod redaction;
mod updates;
mod writer;
