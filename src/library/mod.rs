//! What is open.
