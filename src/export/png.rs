//! Textures and the rasters of height fields as PNG.

use super::Subject;
use super::exporter::{Content, Exporter, Fit, Maker, Unmade, nothing_besides};
use super::height;
use super::picture::{self, PictureKey};

pub(super) static PNG: Exporter = Exporter {
    name: "png",
    meaning: "Textures, one file for each palette they are used with",
    suits: |_, subject| {
        matches!(subject, Subject::Texture { .. } | Subject::HeightField(_)).then_some(Fit::Usual)
    },
    files: &["png"],
    besides: nothing_besides,
    pictures_beside: false,
    make,
};

fn make(maker: &mut Maker<'_>, content: Content) -> Result<Vec<u8>, Unmade> {
    let scene = maker.job.scene;
    match content.subject {
        Subject::Texture { texture, palette } => {
            let key = PictureKey::new(scene, texture, palette).ok_or(Unmade::Data)?;
            if let Some(Ok(png)) = picture::upright(scene, key) {
                return Ok(png);
            }
            maker.prepare([key]);
            let picture = maker.pictures.get(key).map_err(|_| Unmade::Data)?;
            Ok(picture.png.clone())
        }
        Subject::HeightField(index) => {
            let field = scene.height_fields.get(index).ok_or(Unmade::Data)?;
            Ok(height::png(field)?)
        }
        _ => Err(Unmade::Data),
    }
}
