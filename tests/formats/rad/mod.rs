//! Videos of RAD Game Tools.

mod smk;
