//! The gallery: a grid of pictures, models that turn and sounds that play below the pointer, and pictures
//! that are stored on disk.

use std::path::Path;

use egui::{Key, Rect};
use egui_kittest::kittest::Queryable;
use gouraud::app::Window;
use gouraud::app::jobs::thumbnails::{Cache, OpenFile, SIDE};
use gouraud::app::model::document::thumbnails::{Item, Thumbnail};
use gouraud::app::model::search::to_see_in;
use gouraud::app::model::{Command, PanelId};
use gouraud::index::{Hit, Kind};
use gouraud::library::Library;
use gouraud::scene::{Element, Id};
use image::{Rgba, RgbaImage};

use crate::driver::{Bench, Driver};
use crate::panels::find::{found, ready, selected};

/// The gallery with the results of a query in a demo file.
fn gallery(query: &str) -> Bench {
    let mut window = ready();
    window.send(Command::ShowGallery(query.to_owned()));
    window.until("it is answered", |w| {
        w.state.finding.found.is_some() && !w.state.finding.is_looking
    });
    window.run_steps(4);
    window
}

/// The first result of a kind, and the rectangle of its tile.
fn tile(window: &Bench, kind: Kind) -> (Hit, Rect) {
    let hit = found(window).hits.iter().find(|hit| hit.kind == kind).unwrap().clone();
    let name = format!("{} {}, ", kind.name(), hit.name);
    let tiles = window.query_all_by_label_contains(&name);
    // The list of Find has it too; the tile is higher than a row.
    let rect = tiles.map(|tile| tile.rect()).find(|rect| rect.height() > 60.0).unwrap();
    (hit, rect)
}

#[test]
fn shows_results_as_pictures_and_opens_them() {
    let mut window = gallery(&to_see_in("demo//rider.big"));
    assert_eq!(window.model().focus, PanelId::GALLERY);
    let hits = found(&window).hits.len();
    assert!(hits > 4, "{hits}");
    // Pictures of textures and models are drawn automatically.
    let key = |w: &Window, kind: Kind| {
        let found = w.state.finding.found.clone().unwrap();
        let hit = found.hits.iter().find(|hit| hit.kind == kind).unwrap();
        Item::of(hit)
    };
    window.until("there are pictures", |w| {
        [Kind::Texture, Kind::Model].iter().all(|kind| {
            let known = w.state.files.thumbnails.get(&key(w, *kind));
            matches!(known, Some(Thumbnail::Ready { .. }))
        })
    });
    // Filters by one kind.
    window.click("Textures");
    let textures = found(&window).hits.iter().filter(|hit| hit.kind == Kind::Texture).count();
    // Includes those in the list of Find.
    let tiles = window.query_all_by_label_contains("texture ").count();
    assert!(textures > 0 && tiles >= textures, "{tiles} of {textures}");
    // Moves to the first one by keys.
    window.press(Key::ArrowRight);
    window.press(Key::Enter);
    window.until("its file is open", |w| {
        w.is_idle() && w.state.doc.as_ref().is_some_and(|doc| doc.opened.path.ends_with(".ssh"))
    });
    window.run_steps(4);
    assert!(matches!(selected(&window), Element::Texture(_)));
}

#[test]
fn the_menu_key_opens_the_menu_of_the_tile_at_the_cursor() {
    let mut window = gallery("kind:model path:rider.big");
    window.show(PanelId::GALLERY);
    window.press(Key::End);
    window.press(Key::Menu);
    window.get_by_label_contains("Copy path");
}

#[test]
fn turns_the_hovered_model() {
    let mut window = gallery("kind:model path:rider.big");
    let (hit, rect) = tile(&window, Kind::Model);
    let item = Item::of(&hit);
    window.hover_at(rect.center());
    window.step();
    window.hover_at(rect.center() + egui::vec2(2.0, 0.0));
    window.until("it turns", |w| w.state.gallery.turned(&item).is_some());
    window.hover_at(egui::pos2(700.0, 10.0));
    window.until("nothing turns", |w| w.state.gallery.turning.is_none() && w.is_idle());
    // With reduced motion, models turn only by a key.
    window.set(|settings| settings.reduce_motion = true);
    window.hover_at(rect.center());
    window.step();
    window.hover_at(rect.center() + egui::vec2(2.0, 0.0));
    window.run_steps(40);
    assert!(window.model().gallery.turning.is_none());
    window.show(PanelId::GALLERY);
    window.press(Key::Home);
    window.key_press(Key::Space);
    window.until("it turns", |w| w.state.gallery.turned(&item).is_some());
    window.key_press(Key::Space);
    window.until("nothing turns", |w| w.state.gallery.turning.is_none() && w.is_idle());
}

#[test]
fn plays_the_hovered_sound() {
    let mut window = gallery("kind:sound path:voices.tpa");
    let (hit, rect) = tile(&window, Kind::Sound);
    let item = Item::of(&hit);
    window.hover_at(rect.center());
    window.step();
    window.hover_at(rect.center() + egui::vec2(2.0, 0.0));
    window.run_steps(5);
    assert!(window.model().gallery.tried.is_none(), "not at once");
    let plays = |w: &Window| {
        let key = w.state.gallery.tried.as_ref().and_then(|tried| tried.key);
        let now = w.state.sound.now().map(|now| now.key);
        w.state.gallery.tries(&item) && key.is_some() && now == key
    };
    window.until("it plays", plays);
    assert_eq!(window.model().sound.now().unwrap().name, hit.name);
    window.until("its wave is drawn", |w| {
        matches!(w.state.files.thumbnails.get(&item), Some(Thumbnail::Ready { .. }))
    });
    window.hover_at(egui::pos2(700.0, 10.0));
    window
        .until("it is over", |w| w.state.gallery.tried.is_none() && w.state.sound.now().is_none());
    // With hover playback off, only a key plays.
    window.click("Play sounds on hover");
    window.hover_at(rect.center());
    window.step();
    window.hover_at(rect.center() + egui::vec2(2.0, 0.0));
    window.run_steps(60);
    assert!(window.model().gallery.tried.is_none());
    window.show(PanelId::GALLERY);
    window.press(Key::Home);
    window.key_press(Key::Space);
    window.until("it plays", plays);
    // Hidden tiles do not play.
    window.state_mut().push(Command::ShowPanel(PanelId::SCENE));
    window.until("it is over", |w| w.state.gallery.tried.is_none());
}

#[test]
fn plays_a_sound_under_the_identifier_that_was_found() {
    let mut window = gallery("kind:sound name:\"BIRD 03\"");
    let (hit, rect) = tile(&window, Kind::Sound);
    assert_ne!(hit.name, "BIRD 03");
    window.hover_at(rect.center());
    window.step();
    window.hover_at(rect.center() + egui::vec2(2.0, 0.0));
    window.until("it plays", |w| w.state.sound.now().is_some());
    assert_eq!(window.model().sound.now().unwrap().name, "BIRD 03");
}

#[test]
fn keys_resize_pictures() {
    let mut window = gallery("kind:texture");
    let before = tile(&window, Kind::Texture).1.width();
    window.press(Key::Plus);
    let larger = tile(&window, Kind::Texture).1.width();
    assert!(larger > before, "{larger} > {before}");
    window.press(Key::Minus);
    assert_eq!(tile(&window, Kind::Texture).1.width(), before);
}

/// A folder for pictures, a library, and the open file of a picture.
fn kept(file: &Path) -> (Library, OpenFile, Item, RgbaImage) {
    let library = Library::new();
    let path = file.to_string_lossy().into_owned();
    let opened = OpenFile::new(&library, &path).expect("it opens");
    let picture = RgbaImage::from_pixel(SIDE, SIDE, Rgba([1, 2, 3, 255]));
    (library, opened, Item::file(&path), picture)
}

/// A folder with a demo file.
fn with_file(name: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    let file = folder.path().join(name);
    std::fs::copy(demo.join(name), &file).unwrap();
    (folder, file)
}

#[test]
fn finds_stored_pictures_by_file_content() {
    let (folder, file) = with_file("plaza_l.psx");
    let cache = folder.path().join("cache");
    let (library, opened, item, picture) = kept(&file);
    let mut first = Cache::new(Some(&cache));
    assert!(first.get(&library, &item).is_none());
    first.put(&library, &item, &opened, &picture);
    let found = Cache::new(Some(&cache)).get(&library, &item).expect("it is stored");
    assert_eq!((found.picture, found.format.as_str()), (picture, "neversoft.psx"));
    let copy = folder.path().join("copy.psx");
    std::fs::copy(&file, &copy).unwrap();
    let copy = Item::file(&copy.to_string_lossy());
    assert!(Cache::new(Some(&cache)).get(&library, &copy).is_some());
    std::fs::write(&file, b"something else").unwrap();
    assert!(Cache::new(Some(&cache)).get(&Library::new(), &item).is_none(), "it changed");
}

#[test]
fn redraws_pictures_when_a_companion_changes() {
    let (folder, file) = with_file("plaza.psx");
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    for name in ["plaza_l.psx", "plaza_o.psx", "plaza_t.trg"] {
        std::fs::copy(demo.join(name), folder.path().join(name)).unwrap();
    }
    let cache = folder.path().join("cache");
    let (library, opened, item, picture) = kept(&file);
    assert!(!opened.companions.is_empty() && opened.is_whole);
    Cache::new(Some(&cache)).put(&library, &item, &opened, &picture);
    assert!(Cache::new(Some(&cache)).get(&Library::new(), &item).is_some());
    let textures = folder.path().join("plaza_l.psx");
    let mut bytes = std::fs::read(&textures).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&textures, bytes).unwrap();
    assert!(Cache::new(Some(&cache)).get(&Library::new(), &item).is_none());
}

#[test]
fn does_not_store_pictures_without_textures() {
    let (folder, file) = with_file("plaza.psx");
    let cache = folder.path().join("cache");
    let (library, opened, item, picture) = kept(&file);
    assert!(!opened.is_whole, "its library is missing");
    Cache::new(Some(&cache)).put(&library, &item, &opened, &picture);
    assert!(Cache::new(Some(&cache)).get(&library, &item).is_none());
}

#[test]
fn redraws_damaged_pictures_and_tolerates_unwritable_folders() {
    let (folder, file) = with_file("plaza_l.psx");
    let cache = folder.path().join("cache");
    let (library, opened, item, picture) = kept(&file);
    Cache::new(Some(&cache)).put(&library, &item, &opened, &picture);
    let of_cache = std::fs::read_dir(cache.join("pictures")).unwrap();
    let place = of_cache.map(|entry| entry.unwrap().path()).next().unwrap();
    let whole = std::fs::read(&place).unwrap();
    for damaged in [&whole[..whole.len() / 2], b"", b"{}\n", b"\n\n\n"] {
        std::fs::write(&place, damaged).unwrap();
        assert!(Cache::new(Some(&cache)).get(&library, &item).is_none());
    }
    Cache::new(Some(&cache)).put(&library, &item, &opened, &picture);
    assert!(Cache::new(Some(&cache)).get(&library, &item).is_some());
    // A file already exists at the path of the folder.
    let mut none = Cache::new(Some(&file));
    none.put(&library, &item, &opened, &picture);
    assert!(none.get(&library, &item).is_none());
}

#[test]
fn removes_the_oldest_pictures_above_the_limit() {
    let (folder, file) = with_file("plaza_l.psx");
    let cache = folder.path().join("cache");
    let (library, opened, item, picture) = kept(&file);
    let mut one = Cache::with_budget(Some(&cache), u64::MAX);
    one.put(&library, &item, &opened, &picture);
    let sizes = || {
        let of_cache = std::fs::read_dir(cache.join("pictures")).unwrap();
        of_cache.map(|entry| entry.unwrap().metadata().unwrap().len()).collect::<Vec<_>>()
    };
    let len = sizes()[0];
    let mut small = Cache::with_budget(Some(&cache), len * 4);
    for number in 1..9 {
        let element = Some(Element::Texture(Id::new(number)));
        let part = gouraud::app::model::search::navigation_target::IndexedElement {
            kind: Kind::Texture,
            element,
            field: None,
        };
        small.put(&library, &Item { part: Some(part), ..item.clone() }, &opened, &picture);
        assert!(sizes().iter().sum::<u64>() <= len * 4 + 64, "{:?}", sizes());
    }
    assert!(small.get(&library, &item).is_none(), "the first one was removed");
}
