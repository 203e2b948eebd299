//! What it means to hold files.
