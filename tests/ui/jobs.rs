//! Background work: combined scenes, thumbnails.

use std::sync::Arc;

use egui::Context;
use gouraud::app::jobs::combined_scene::sort_out;
use gouraud::app::jobs::thumbnails::{cover, loaded};
use gouraud::app::jobs::watch::real_path;
use gouraud::app::model::background;
use gouraud::app::model::document::paths;
use gouraud::app::model::document::thumbnails::{Item, Thumbnail};
use gouraud::library::{Library, ResolvedPath};
use gouraud::scene::{Id, Origin, Scene, TexelFormat, Texels, Texture, TextureData};
use image::RgbaImage;

fn rider(names: &[&str]) -> (String, Vec<String>) {
    let path = |name: &&str| format!("demo//rider.big//models/{name}.mpf");
    sort_out(&Library::new(), &names.iter().map(path).collect::<Vec<_>>(), &|| false)
}

fn stem(path: &str) -> &str {
    paths::name(path).trim_end_matches(".mpf")
}

#[test]
fn combines_body_head_and_board_in_any_order() {
    for names in [
        ["rider_body", "rider_head", "board"],
        ["rider_head", "board", "rider_body"],
        ["board", "rider_head", "rider_body"],
    ] {
        let (main, around) = rider(&names);
        let around: Vec<&str> = around.iter().map(|path| stem(path)).collect();
        let expected = if names[0] == "board" {
            ("board", vec!["rider_body"])
        } else {
            ("rider_body", vec!["board"])
        };
        assert_eq!((stem(&main), around), expected, "{names:?}");
    }
}

fn is_open(library: &Library, path: &str) -> bool {
    matches!(library.place(path), Ok(ResolvedPath::File(source)) if library.is_open(&source))
}

#[test]
fn cancelling_opens_no_further_files() {
    let paths = ["plaza", "skater"].map(|name| format!("demo//{name}.psx"));
    let library = Library::new();
    assert_eq!(sort_out(&library, &paths, &|| true), (paths[0].clone(), Vec::new()));
    assert!(paths.iter().all(|path| !is_open(&library, path)));
    // Half-way, the opened files are closed, except those in use elsewhere.
    library.open(&paths[0], None).unwrap();
    let asked = std::cell::Cell::new(0);
    sort_out(&library, &paths, &|| asked.replace(asked.get() + 1) > 1);
    assert!(is_open(&library, &paths[0]) && !is_open(&library, &paths[1]));
}

#[test]
fn does_not_combine_unrelated_files() {
    let paths = ["demo//plaza.psx", "demo//skater.psx", "demo//nothing"].map(str::to_owned);
    let library = Library::new();
    let sort_out = |paths: &[String]| sort_out(&library, paths, &|| false);
    assert_eq!(sort_out(&paths), (paths[0].clone(), Vec::new()));
    assert_eq!(sort_out(&paths[..2]), (paths[0].clone(), Vec::new()));
    assert!(
        is_open(&library, &paths[0]) && !is_open(&library, &paths[1]),
        "only the displayed file is opened"
    );
    let [level, skater, nothing] = paths;
    let swapped = [nothing.clone(), level, skater];
    assert_eq!(
        sort_out(&swapped),
        (nothing, Vec::new()),
        "a missing file is opened, so that the error is shown"
    );
}

#[test]
fn places_the_board_under_the_feet() {
    let library = Library::new();
    let path = |name: &str| format!("demo//rider.big//models/{name}.mpf");
    let body = library.open(&path("rider_body"), None).unwrap().scene(&library).unwrap();
    let together = library.put_together(&body, &[path("board"), path("hat")]);
    let (both, shown, failed) = (together.scene, together.around, together.failed);
    assert_eq!((shown.len(), failed.len()), (1, 1));
    let world = both.world_transforms();
    let lowest = |from: usize| {
        let nodes = both.nodes.iter().zip(&world).skip(from);
        let points = nodes.filter_map(|(node, at)| Some((both.mesh_of(node)?, at)));
        let heights =
            points.flat_map(|(mesh, at)| mesh.positions.iter().map(|p| at.transform_point3(*p).y));
        heights.fold(f32::INFINITY, f32::min)
    };
    let (body, board) = (lowest(0), lowest(body.nodes.len()));
    assert!((board - body).abs() < 12.0, "the board at {board}, the rider down to {body}");
}

#[test]
fn centres_textures_in_their_thumbnail() {
    struct Red;
    impl TextureData for Red {
        fn decode(&self) -> Texels {
            Texels::Rgba(vec![[255, 0, 0, 255]; 64 * 32])
        }
        fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
            None
        }
    }
    let texture = Texture {
        name: "red".to_owned(),
        id: 0,
        width: 64,
        height: 32,
        format: TexelFormat::Rgba8,
        palette: None,
        pixels: Arc::new(Red),
        origin: Origin::default(),
    };
    let scene = Scene { textures: vec![texture].into(), ..Scene::default() };
    let square = cover::texture(&scene, Id::new(0)).expect("it has texels");
    assert_eq!(square.dimensions(), (128, 128));
    let red = square.enumerate_pixels().filter(|(_, _, pixel)| pixel.0 == [255, 0, 0, 255]);
    // Scaled by two, and centred.
    assert_eq!(red.count(), 128 * 64);
    assert_eq!(square.get_pixel(0, 32).0, [255, 0, 0, 255]);
    assert_eq!(square.get_pixel(0, 31).0[3], 0);
    assert!(cover::texture(&scene, Id::new(1)).is_none());
}

#[test]
fn draws_thumbnails_in_two_sizes() {
    let picture = RgbaImage::new(128, 128);
    let thumbnail = loaded(&Context::default(), &Item::file("a"), Some(picture));
    let Thumbnail::Ready { small, large } = thumbnail else { panic!() };
    assert_eq!((small.size(), large.size()), ([40; 2], [128; 2]));
    assert!(matches!(loaded(&Context::default(), &Item::file("a"), None), Thumbnail::Nothing));
}

#[test]
fn background_panics_end_only_their_job() {
    let (send, heard) = std::sync::mpsc::channel();
    let sender = send.clone();
    background::spawn(
        "This",
        || panic!("on purpose"),
        move |made: Option<u8>| {
            sender.send(made).unwrap();
        },
    );
    background::spawn("That", || 7, move |made| send.send(made).unwrap());
    let mut answers: Vec<Option<u8>> = heard.iter().collect();
    answers.sort_unstable();
    assert_eq!(answers, [None, Some(7)]);
    let said: Result<(), String> = background::caught("The export", || panic!("on purpose"));
    assert_eq!(said, Err("The export crashed; please report this".to_owned()));
}

#[cfg(unix)]
#[test]
fn the_path_of_a_missing_file_is_absolute_and_has_no_links() {
    let here = std::env::current_dir().unwrap().canonicalize().unwrap();
    assert_eq!(real_path("no such file".as_ref()), here.join("no such file"));
    let folder = tempfile::tempdir().unwrap();
    let real = folder.path().canonicalize().unwrap();
    std::fs::create_dir(real.join("folder")).unwrap();
    std::os::unix::fs::symlink("folder", real.join("link")).unwrap();
    assert_eq!(real_path(&real.join("link/missing")), real.join("folder/missing"));
}
