use super::format::GroffFile;
use crate::bytes::Problems;
use crate::container::Context;
use crate::scene::Scene;
pub(super) fn build(_file: &GroffFile, _context: Context<'_>) -> (Scene, Problems) {
    (Scene::default(), Problems::default())
}
