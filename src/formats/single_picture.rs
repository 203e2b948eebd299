//! Shared code of formats whose files are one picture.

use super::{EditResult, Loaded, Records, Refusal};
use crate::scene::{Picture, Replacement, Scene, Texture};

/// The picture of a replacement.
///
/// # Errors
/// When it is not a picture.
pub fn picture_of(new: &Replacement) -> EditResult<&Picture> {
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

/// Implements reading and writing of [`Records`] for a little-endian file of one picture by its layout.
/// `least` is the size of the smallest file.
macro_rules! picture_records {
    ($least:expr) => {
        fn read<R: $crate::bytes::Recorder>(
            cur: &mut $crate::bytes::Cursor<'_, R>,
            _: &$crate::bytes::Source,
        ) -> $crate::bytes::Result<Self> {
            let mut records = Self::default();
            $crate::bytes::layout::read(cur, &mut records, (), $least)?;
            Ok(records)
        }

        fn write(&self) -> Result<Vec<u8>, $crate::formats::Refusal> {
            Ok($crate::bytes::layout::write(self, $crate::bytes::Endian::Little, ())?)
        }
    };
}
pub(in crate::formats) use picture_records;

/// Implements the operations of a file of one picture: builds its scene, replaces its picture.
macro_rules! single_picture {
    ($records:ty, scene: $scene:expr, replace: $replace:expr) => {
        impl $crate::formats::Displayed for $crate::formats::Loaded<$records> {
            fn scene(
                &self,
                _: $crate::container::Context<'_>,
            ) -> Option<($crate::scene::Scene, $crate::bytes::Problems)> {
                let scene: fn(&Self) -> $crate::scene::Scene = $scene;
                Some((scene(self), $crate::bytes::Problems::default()))
            }
        }

        impl $crate::formats::Editable for $crate::formats::Loaded<$records> {
            fn with_asset(
                &self,
                _: $crate::container::Context<'_>,
                _: &str,
                new: &$crate::scene::Replacement,
            ) -> Result<Vec<u8>, $crate::formats::Refusal> {
                let picture = $crate::formats::single_picture::picture_of(new)?;
                let replace: fn(
                    &$records,
                    &$crate::scene::Picture,
                ) -> Result<$records, $crate::formats::Refusal> = $replace;
                replace(self.kept()?, picture)?.write()
            }
        }
    };
}
pub(in crate::formats) use single_picture;
