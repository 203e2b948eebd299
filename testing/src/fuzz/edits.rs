//! Recipes and merged models.

use std::sync::LazyLock;

use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::edit::{apply, merge, recipe::Recipe};
use gouraud::formats::{self, Document};

static LEVEL: LazyLock<Document> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/demo/items.psx");
    let bytes = std::fs::read(path).expect("the level exists");
    let source = Source::from_bytes("items.psx", bytes);
    let (format, _) = formats::identify(&source).expect("the level has a format");
    format.open(&source).expect("the level is read")
});

/// Applies a recipe to the level, and merges a GLB. Returns `true` if the recipe is valid.
pub fn run(text: &str, glb: &[u8]) -> bool {
    if !glb.is_empty() {
        let _ = merge(&LEVEL, Context::ALONE, glb);
    }
    match Recipe::parse(text) {
        Ok(recipe) => {
            assert_eq!(Recipe::parse(&recipe.write()).as_ref(), Ok(&recipe));
            let _ = apply(&LEVEL, &recipe.orders);
            true
        }
        Err(why) => {
            assert!(!why.is_empty(), "a recipe is refused without a reason");
            false
        }
    }
}
