//! Files that are looked at together: a body, its head, a board.

use std::sync::Arc;

use super::paths;
use crate::library::Library;
use crate::scene::Scene;

/// More files than this are no thing in parts.
const MOST: usize = 8;

/// Of several files that were asked for at once: the one that shows the most of the others, and
/// those that belong around it. What a file shows of itself together with its companions is not
/// shown again.
pub fn sort_out(library: &Library, all: &[String]) -> (String, Vec<String>) {
    let first = all.first().cloned().unwrap_or_default();
    // Parts are files of one kind; nothing else is read to find out.
    let kind = |path: &String| library.sniff(path).map(|found| found.format.id);
    let is_like_first = |path| kind(path).is_some_and(|id| kind(&first) == Some(id));
    if !(2..=MOST).contains(&all.len()) || !all.iter().all(is_like_first) {
        return (first, Vec::new());
    }
    let made: Vec<(&String, Option<Arc<Scene>>)> =
        all.iter().map(|path| (path, scene(library, path).ok())).collect();
    let shows = |whole: usize, part: usize| {
        let scene = |at: usize| made.get(at).and_then(|(_, scene)| scene.as_deref());
        let both = scene(whole).zip(scene(part)).filter(|_| whole != part);
        // Of two that show each other the first is the whole.
        both.is_some_and(|(a, b)| a.shows_all_of(b) && (whole < part || !b.shows_all_of(a)))
    };
    let all = 0..made.len();
    let is_part = |at: &usize| all.clone().any(|whole| shows(whole, *at));
    let mut wholes = all.clone().filter(|at| !is_part(at));
    let main = if is_part(&0) { wholes.find(|whole| shows(*whole, 0)).unwrap_or(0) } else { 0 };
    let Some((path, Some(own))) = made.get(main) else { return (first, Vec::new()) };
    let around = made.iter().enumerate().filter(|(at, (_, scene))| {
        let belongs = scene.as_ref().is_some_and(|scene| own.belongs_with(scene));
        *at != main && belongs && !is_part(at)
    });
    ((*path).clone(), around.map(|(_, (path, _))| (*path).clone()).collect())
}

/// The scene of the file at `path`.
fn scene(library: &Library, path: &str) -> Result<Arc<Scene>, String> {
    let opened = library.open(path, None).map_err(|error| error.to_string())?;
    let nothing = || format!("{path}: there is nothing to look at in this file");
    opened.scene(library).ok_or_else(nothing)
}

/// A scene with those of other files around it, the paths of these, and why others are not there.
pub fn put_together(
    library: &Library,
    own: &Scene,
    around: Vec<String>,
) -> (Scene, Vec<String>, Vec<String>) {
    let (mut both, mut shown, mut failed) = (own.clone(), Vec::new(), Vec::new());
    for path in around {
        match scene(library, &path) {
            Ok(other) => {
                both = both.beside(&other, paths::name(&path));
                shown.push(path);
            }
            Err(why) => failed.push(why),
        }
    }
    (both, shown, failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rider(names: &[&str]) -> (String, Vec<String>) {
        let path = |name: &&str| format!("demo//rider.big//models/{name}.mpf");
        sort_out(&Library::new(), &names.iter().map(path).collect::<Vec<_>>())
    }

    fn stem(path: &str) -> &str {
        paths::name(path).trim_end_matches(".mpf")
    }

    #[test]
    fn body_head_and_board_are_one_scene_whatever_comes_first() {
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

    #[test]
    fn files_that_have_nothing_to_do_with_each_other_stay_alone() {
        let paths = ["demo//plaza.psx", "demo//skater.psx", "demo//nothing"].map(str::to_owned);
        let library = Library::new();
        assert_eq!(sort_out(&library, &paths), (paths[0].clone(), Vec::new()));
        assert_eq!(sort_out(&library, &paths[..2]), (paths[0].clone(), Vec::new()));
        let [level, skater, nothing] = paths;
        let swapped = [nothing.clone(), level, skater];
        assert_eq!(sort_out(&library, &swapped), (nothing, Vec::new()), "and says why it fails");
    }

    #[test]
    fn the_board_is_under_the_feet() {
        let library = Library::new();
        let path = |name: &str| format!("demo//rider.big//models/{name}.mpf");
        let body = scene(&library, &path("rider_body")).unwrap();
        let (both, shown, failed) = put_together(&library, &body, vec![path("board"), path("hat")]);
        assert_eq!((shown.len(), failed.len()), (1, 1));
        let world = both.world_transforms();
        let lowest = |from: usize| {
            let nodes = both.nodes.iter().zip(&world).skip(from);
            let points = nodes.filter_map(|(node, at)| Some((both.mesh_of(node)?, at)));
            let heights = points
                .flat_map(|(mesh, at)| mesh.positions.iter().map(|p| at.transform_point3(*p).y));
            heights.fold(f32::INFINITY, f32::min)
        };
        let (body, board) = (lowest(0), lowest(body.nodes.len()));
        assert!((board - body).abs() < 12.0, "the board at {board}, the rider down to {body}");
    }
}
