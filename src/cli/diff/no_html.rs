//! Placeholder for HTML reports, which this program was built without.

use std::io;

use super::Args;
use super::row::PairNames;
use super::summary::Summary;
use crate::edit::Difference;
use crate::library::{Library, Opened};

/// Writes nothing.
pub struct Report;

impl Report {
    /// Refuses to write a report.
    pub fn new(args: &Args) -> io::Result<Self> {
        match args.html {
            Some(_) => Err(io::Error::other("this program was built without HTML reports")),
            None => Ok(Self),
        }
    }

    pub fn whole(&mut self, _: &PairNames, _: &Difference) {}

    pub fn renamed(&mut self, _: &PairNames) {}

    pub fn pair(
        &mut self,
        _: &Library,
        _: &PairNames,
        _: &Summary,
        _: [&Opened; 2],
    ) -> io::Result<()> {
        Ok(())
    }

    pub fn finish(self) -> io::Result<()> {
        Ok(())
    }
}
