//! Shared code of formats whose files are one picture.

use super::{Loaded, Records, Refusal};
use crate::scene::{Picture, Replacement, Scene, Texture};

/// The picture of a replacement.
///
/// # Errors
/// When it is not a picture.
pub fn picture_of(new: &Replacement) -> Result<&Picture, Refusal> {
    match new {
        Replacement::Picture(picture) => Ok(picture),
        _ => Err(Refusal("expected a picture as the replacement".to_owned())),
    }
}

/// Scene of a file that is one texture, named after the file.
pub fn scene_of<T: Records>(
    file: &Loaded<T>,
    texture: fn(&Loaded<T>, String) -> Option<Texture>,
) -> Scene {
    let name = file.source.stem().to_owned();
    Scene::of_pictures(texture(file, name.clone()), name)
}

/// Implements methods of [`Records`] for a little-endian file of one picture: reads and writes its
/// layout, builds its scene, replaces its picture. `least` is the size of the smallest file.
macro_rules! single_picture {
    (least: $least:expr, scene: $scene:expr, replace: $replace:expr) => {
        fn read<R: $crate::bytes::Recorder>(
            cur: &mut $crate::bytes::Cursor<'_, R>,
            _: &$crate::bytes::Source,
        ) -> $crate::bytes::Result<Self> {
            let mut records = Self::default();
            $crate::bytes::layout::read(cur, &mut records, (), $least)?;
            Ok(records)
        }

        fn scene(
            file: &$crate::formats::Loaded<Self>,
            _: $crate::container::Context<'_>,
        ) -> Option<($crate::scene::Scene, $crate::bytes::Problems)> {
            let scene: fn(&$crate::formats::Loaded<Self>) -> $crate::scene::Scene = $scene;
            Some((scene(file), $crate::bytes::Problems::default()))
        }

        fn write(&self) -> Result<Vec<u8>, $crate::formats::Refusal> {
            Ok($crate::bytes::layout::write(self, $crate::bytes::Endian::Little, ())?)
        }

        fn with_asset(
            file: &$crate::formats::Loaded<Self>,
            _: $crate::container::Context<'_>,
            _: &str,
            new: &$crate::scene::Replacement,
        ) -> Result<Vec<u8>, $crate::formats::Refusal> {
            let picture = $crate::formats::single_picture::picture_of(new)?;
            let replace: fn(
                &Self,
                &$crate::scene::Picture,
            ) -> Result<Self, $crate::formats::Refusal> = $replace;
            replace(file.kept()?, picture)?.write()
        }
    };
}
pub(in crate::formats) use single_picture;
