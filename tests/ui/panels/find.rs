//! Find: the panel, the index behind it, and the searches of context menus.

use std::path::Path;
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use gouraud::app::Window;
use gouraud::app::model::search::navigation_target::IndexedElement;
use gouraud::app::model::search::{Answer, GroupBy, Outcome, SearchResults, SearchState, same_as};
use gouraud::app::model::{Command, PanelId};
use gouraud::app::panels::find::complete::offer;
use gouraud::app::panels::find::lines::{Line, lines};
use gouraud::index::{Kind, Likeness, Query};
use gouraud::scene::{Element, Id};

use crate::driver::{Bench, Driver, Kept, again, indexing, open, window};

const LEVEL: &str = "demo//plaza.psx";
const BOX: &str = "Search the index";
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// A window with the demo open and indexed, and the search box focused.
pub fn ready() -> Bench {
    let mut window = indexing(vec![LEVEL.to_owned()], None);
    window.until("the demo is indexed", |w| {
        w.state.scene().is_some() && w.state.finding.indexed.contains("demo") && w.is_idle()
    });
    to_find(&mut window);
    window
}

#[track_caller]
fn to_find(window: &mut Bench) {
    window.chord(CTRL_SHIFT, Key::F);
    window.until("the index was looked at", |w| w.state.finding.entries.is_some() && w.is_idle());
}

/// Replaces the query and waits for its results.
#[track_caller]
pub fn find(window: &mut Bench, query: &str) {
    window.show(PanelId::FIND);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.step();
    window.get_by_label(BOX).type_text(query);
    answered(window, query);
}

#[track_caller]
pub fn answered(window: &mut Bench, query: &str) {
    window.until("it is answered", |w| {
        let finding = &w.state.finding;
        finding.asked.query == query && !finding.is_looking
    });
    window.run_steps(3);
}

pub fn found(window: &Bench) -> &SearchResults {
    window.model().finding.found.as_ref().expect("there are results")
}

pub fn selected(window: &Bench) -> Element {
    let selection = window.model().selection.as_ref();
    selection.and_then(|selection| selection.element).expect("something is selected")
}

fn path(window: &Bench) -> &str {
    window.model().doc.as_ref().map_or("", |doc| &doc.opened.path)
}

#[test]
fn indexes_open_files_and_opens_a_result_with_enter() {
    let mut window = ready();
    let entries = window.model().finding.entries.unwrap();
    assert!(entries > 1000, "{entries}");
    window.get_by_label_contains("entries indexed");
    find(&mut window, "kind:texture rider_board");
    let hits = &found(&window).hits;
    assert_eq!(hits.len(), 1);
    assert_eq!((hits[0].kind, hits[0].name.as_str()), (Kind::Texture, "rider_board"));
    window.get_by_label_contains("1 hit among ");
    window.press(Key::Enter);
    window.until("its file is open", |w| {
        w.is_idle() && w.state.doc.as_ref().is_some_and(|doc| doc.opened.path.ends_with(".ssh"))
    });
    window.run_steps(4);
    let Element::Texture(texture) = selected(&window) else { panic!("no texture is selected") };
    let scene = window.model().scene().unwrap();
    assert_eq!(scene.scene.textures.get(texture).unwrap().name, "rider_board");
    assert_eq!(window.model().focus, PanelId::FIND, "keys still apply to the list");
}

#[test]
fn arrows_step_through_results_and_a_pause_opens() {
    let mut window = ready();
    find(&mut window, "kind:sound");
    assert!(found(&window).hits.len() > 2);
    window.press(Key::ArrowDown);
    window.press(Key::ArrowDown);
    assert_eq!(path(&window), LEVEL, "not before the cursor rests");
    window.until("the cursor rests", |w| {
        let is_there = |doc: &Arc<gouraud::app::model::Doc>| doc.opened.path != LEVEL;
        w.is_idle() && w.state.doc.as_ref().is_some_and(is_there)
    });
    window.run_steps(4);
    let second = found(&window).hits[1].clone();
    assert_eq!(path(&window), second.path);
    let Element::Sound(sound) = selected(&window) else { panic!("no sound is selected") };
    let scene = &window.model().scene().unwrap().scene;
    assert_eq!(scene.sounds.get(sound).map(|sound| &sound.origin.path), second.field.as_ref());
}

#[test]
fn the_menu_key_opens_the_menu_of_the_hit_at_the_cursor() {
    let mut window = ready();
    find(&mut window, "kind:sound");
    // From the query box into the list.
    window.press(Key::ArrowDown);
    window.get_by_role_and_label(Role::List, "Hits").focus();
    window.run_steps(2);
    window.chord(Modifiers::SHIFT, Key::F10);
    window.get_by_label_contains("Copy path");
    window.run_steps(60);
    assert_eq!(path(&window), LEVEL, "the hit does not open behind its menu");
}

#[test]
fn marks_the_invalid_word_and_keeps_previous_results() {
    let mut window = ready();
    find(&mut window, "rider");
    let before = found(&window).hits.len();
    find(&mut window, "rider size:large");
    let mistake = window.model().finding.mistake.clone().expect("the query is invalid");
    assert_eq!(mistake.at, 6..16);
    window.get_by_label_contains("size: takes 128x64");
    assert_eq!(found(&window).hits.len(), before);
    find(&mut window, "rider size:64");
    assert!(window.model().finding.mistake.is_none());
    find(&mut window, "same-as:nowhere");
    window.get_by_label_contains("nowhere is not in the index");
}

#[test]
fn reports_missing_results() {
    let mut window = ready();
    find(&mut window, "xyzzyplugh");
    window.get_by_label("No results");
    window.get_by_label_contains("Among ");
}

#[test]
fn selects_faces_with_a_flag_in_their_model() {
    let mut window = ready();
    find(&mut window, "flag:0x0001 path:plaza.psx");
    let hit = found(&window).hits[0].clone();
    let count = hit.count.expect("the number of faces is shown");
    window.press(Key::Enter);
    window.until("it is shown", |w| w.is_idle() && w.state.selection.is_some());
    assert_eq!(path(&window), LEVEL);
    let selection = window.model().selection.clone().unwrap();
    assert_eq!(selection.elements().count() as u64, count);
    assert!(selection.elements().all(|element| matches!(element, Element::Face(_))));
}

#[test]
fn finds_bytes_and_selects_them() {
    let mut window = ready();
    let library = gouraud::library::Library::new();
    let stored = library.open(LEVEL, None).unwrap().stored.clone();
    let part: String = stored.bytes()[40..52].iter().map(|byte| format!("{byte:02x}")).collect();
    find(&mut window, &format!("bytes:{part} path:plaza.psx"));
    let hit = found(&window).hits[0].clone();
    assert_eq!((hit.path.as_str(), hit.offset), (LEVEL, Some(40)));
    window.press(Key::Enter);
    let span = window.model().selection.as_ref().expect("they are selected").span;
    assert_eq!((span.start, span.len), (40, 12));
}

#[test]
fn groups_results_by_kind_or_file() {
    let mut window = ready();
    find(&mut window, "rider");
    window.get_all_by_label("texture").next().expect("a heading");
    window.set(|settings| settings.hits_by = GroupBy::File);
    let found = found(&window);
    let groups = found.groups(GroupBy::File);
    let all: usize = groups.iter().map(|group| group.hits.len()).sum();
    assert_eq!(all, found.hits.len());
    assert_eq!(lines(found, GroupBy::File, &Default::default()).len(), all + groups.len());
    let folded = [groups[0].name.clone()].into();
    let less = lines(found, GroupBy::File, &folded);
    assert_eq!(less.len(), all + groups.len() - groups[0].hits.len());
    assert_eq!(less[..2], [Line::Head(0), Line::Head(1)]);
    let first = groups[0].name.clone();
    window.click(&first);
    let shown = window.get_all_by_role(Role::ListItem).count();
    assert!(shown > 0, "the other files' hits");
}

#[test]
fn completes_words_to_filters_and_values() {
    let names = |text: &str| {
        let offer = offer(text, text.len(), &[])?;
        Some(offer.entries.into_iter().map(|entry| entry.text).collect::<Vec<_>>())
    };
    assert_eq!(names("ki"), Some(vec!["kind:".to_owned()]));
    assert_eq!(names("rider -pr"), Some(vec!["problem:".to_owned()]));
    assert_eq!(names("k"), None, "any word begins so");
    assert_eq!(names("kind:te"), Some(vec!["texture".to_owned(), "text".to_owned()]));
    assert_eq!(names("kind:texture"), None, "it is whole");
    assert_eq!(names("problem:").unwrap().len(), 3);
    assert!(names("format:psx").unwrap().contains(&"neversoft.psx".to_owned()));
    assert_eq!(names("name:\"ki"), None, "in quotes everything is a word");
    assert_eq!(offer("kind", 2, &[]), None, "in the middle of a word");
    let kind = offer("ki rider", 2, &[]).unwrap();
    assert_eq!(kind.taken("ki rider", &kind.entries[0]), ("kind: rider".to_owned(), 5));
    let value = offer("kind:te rider", 7, &[]).unwrap();
    let (text, cursor) = value.taken("kind:te rider", &value.entries[0]);
    assert_eq!((text.as_str(), cursor), ("kind:texture rider", 13));
}

#[test]
fn tab_accepts_the_suggestion() {
    let mut window = ready();
    window.type_into(BOX, "ki");
    window.get_by_label("kind:");
    window.press(Key::Tab);
    window.get_by_label("texture");
    window.press(Key::ArrowDown);
    window.press(Key::ArrowDown);
    window.key_press(Key::Enter);
    answered(&mut window, "kind:model ");
    assert!(found(&window).hits.iter().all(|hit| hit.kind == Kind::Model));
    assert_eq!(path(&window), LEVEL, "Enter chose the value, and opened nothing");
}

#[test]
fn finds_other_copies_from_the_texture_menu() {
    let folder = tempfile::tempdir().unwrap();
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    for copy in ["one.psx", "two.psx"] {
        std::fs::copy(demo.join("plaza_l.psx"), folder.path().join(copy)).unwrap();
    }
    let one = folder.path().join("one.psx").to_string_lossy().into_owned();
    let bench = open(&one);
    let texture = Element::Texture(Id::new(0));
    let asked = bench.model().find_copies(texture);
    assert!(asked[0].query.is_err(), "nothing is indexed: {asked:?}");
    let mut window = indexing(vec![one.clone()], None);
    window.until("the folder is indexed", |w| {
        w.state.scene().is_some() && !w.state.finding.indexed.is_empty() && w.is_idle()
    });
    let asked = window.model().find_copies(texture).remove(0);
    let query = asked.query.expect("its folder is indexed");
    window.send(Command::FindInIndex(query.clone()));
    answered(&mut window, &query);
    let others: Vec<&str> = found(&window).hits.iter().map(|hit| hit.path.as_str()).collect();
    assert!(others.iter().any(|other| other.ends_with("two.psx")), "{others:?}");
    assert!(found(&window).hits.iter().all(|hit| hit.kind == Kind::Texture));
    // For the whole file, from the menu of Files.
    window.show(PanelId::FILES);
    window.get_by_role_and_label(Role::Button, "one.psx").click_secondary();
    window.run_steps(3);
    window.click_part("Find copies");
    answered(&mut window, &same_as(&one, None));
    let hits = &found(&window).hits;
    assert_eq!(hits.len(), 1);
    assert!(hits[0].path.ends_with("two.psx"));
}

#[test]
fn searches_flags_by_name() {
    let window = ready();
    let state = window.model();
    let fields = &state.scene().unwrap().scene.face_fields;
    let flags = fields.iter().position(|field| field.name == "flags").unwrap();
    let query = state.bit_query(flags, 0x40).unwrap();
    assert_eq!(query, format!("flag:0x{:01$x}", 0x40, usize::from(fields[flags].bits) / 4));
}

#[test]
fn reindexes_changed_folders() {
    let folder = tempfile::tempdir().unwrap();
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    std::fs::copy(demo.join("skater.psx"), folder.path().join("one.psx")).unwrap();
    let mut window = indexing(vec![folder.path().to_string_lossy().into_owned()], None);
    window.until("it is indexed", |w| !w.state.finding.indexed.is_empty() && w.is_idle());
    to_find(&mut window);
    find(&mut window, "kind:file psx");
    assert_eq!(found(&window).hits.len(), 1);
    std::fs::copy(demo.join("plaza.psx"), folder.path().join("two.psx")).unwrap();
    window.until("the new file is found", |w| {
        w.state.finding.found.as_ref().is_some_and(|found| found.hits.len() == 2)
    });
}

#[test]
fn stores_the_index_in_the_cache_and_reports_one_in_memory() {
    let cache = tempfile::tempdir().unwrap();
    let mut first = indexing(vec![LEVEL.to_owned()], Some(cache.path()));
    first.until("the demo is indexed", |w| w.state.finding.indexed.contains("demo") && w.is_idle());
    drop(first);
    let mut second = indexing(Vec::new(), Some(cache.path()));
    second.run_steps(4);
    to_find(&mut second);
    assert!(second.model().finding.entries.unwrap() > 1000);
    assert!(second.query_by_label("The index is in memory only").is_none());
    second.state_mut().push(Command::ClearIndex);
    second.until("it is empty", |w| w.state.finding.entries == Some(0) && w.is_idle());
    let mut none = window(Vec::new());
    none.run_steps(4);
    to_find(&mut none);
    none.get_by_label("The index is in memory only");
}

#[test]
fn restores_starred_queries_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = again(folder.path(), Box::new(Kept::default()));
    first.until("the demo is open", |w| w.state.doc.is_some() && w.is_idle());
    to_find(&mut first);
    find(&mut first, "kind:sound help");
    first.click("Save query");
    assert_eq!(first.model().settings.queries, ["kind:sound help"]);
    let mut kept = Kept::default();
    eframe::App::save(first.state_mut(), &mut kept);
    let mut second = again(folder.path(), Box::new(kept));
    second.run_steps(4);
    to_find(&mut second);
    second.click("Saved queries, order, index");
    second.click("kind:sound help");
    answered(&mut second, "kind:sound help");
    second.click("Remove saved query");
    assert!(second.model().settings.queries.is_empty());
}

#[test]
fn drops_late_results_and_keeps_longer_lists() {
    let query = Query::parse("rider").unwrap();
    let found = |total, ms| Arc::new(SearchResults::new(&query, "rider", Vec::new(), total, ms));
    let answer = |number, outcome| Answer { number, entries: Some(7), in_memory: None, outcome };
    let mut finding = SearchState { number: 2, ..SearchState::default() };
    finding.take(answer(1, Outcome::Found(found(Some(0), 1.0))));
    assert!(finding.found.is_none() && finding.entries.is_none());
    finding.take(answer(2, Outcome::Found(found(None, 2.0))));
    assert_eq!(finding.found.as_ref().map(|found| found.ms), Some(2.0), "the first page is shown");
    finding.take(answer(2, Outcome::Found(found(Some(900), 3.0))));
    finding.take(answer(2, Outcome::Found(found(None, 4.0))));
    assert_eq!(finding.found.as_ref().map(|found| found.ms), Some(3.0), "all of before stay");
    finding.take(answer(2, Outcome::Failed("the disk is full".to_owned())));
    assert_eq!(finding.failure.as_deref(), Some("the disk is full"));
    assert!(finding.found.is_some(), "the last hits stay");
    finding.take(answer(2, Outcome::Nothing));
    assert!(finding.found.is_none() && finding.failure.is_none());
}

#[test]
fn disables_searches_for_unindexed_files_with_a_reason() {
    let mut finding = SearchState::default();
    let why = |finding: &SearchState| finding.not_indexed("/games/one/a.psx").unwrap_or("it can");
    assert!(why(&finding).contains("Index now"));
    finding.reading = Some(("/games/one".to_owned(), 1));
    assert!(why(&finding).contains("still being indexed"));
    finding.indexed.insert("/games/on".to_owned());
    assert!(why(&finding).contains("still being indexed"), "another folder with this prefix");
    finding.indexed.insert("/games".to_owned());
    assert_eq!(why(&finding), "it can");
    assert!(finding.not_indexed("/games/a \"b\".psx").is_some());
}

#[test]
fn lists_duplicates_and_recolourings_in_groups() {
    let folder = tempfile::tempdir().unwrap();
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    let mut bytes = std::fs::read(demo.join("plaza_l.psx")).unwrap();
    std::fs::write(folder.path().join("one.psx"), &bytes).unwrap();
    std::fs::write(folder.path().join("two.psx"), &bytes).unwrap();
    // The same texels, in other colours.
    let library = gouraud::library::Library::new();
    let opened = library.open("demo//plaza_l.psx", None).unwrap();
    let scene = opened.scene(&library).unwrap();
    let texture = scene.textures.iter().find(|texture| texture.palette.is_some()).unwrap();
    let palette = scene.palettes.get(texture.palette.unwrap()).unwrap().origin.span;
    bytes[palette.start as usize + 10] ^= 0x11;
    std::fs::write(folder.path().join("three.psx"), &bytes).unwrap();
    let mut window = indexing(vec![folder.path().to_string_lossy().into_owned()], None);
    window.until("it is indexed", |w| !w.state.finding.indexed.is_empty() && w.is_idle());
    to_find(&mut window);
    window.click("Duplicates");
    let lists = |w: &Window, likeness| {
        let found = w.state.finding.found.as_ref();
        found.is_some_and(|found| found.similar == Some(likeness)) && !w.state.finding.is_looking
    };
    window.until("duplicates are listed", |w| lists(w, Likeness::Equal));
    let list = found(&window);
    let groups = list.groups(GroupBy::File);
    let files = groups.iter().find(|group| list.hits[group.hits[0] as usize].kind == Kind::File);
    assert_eq!(files.unwrap().hits.len(), 2, "one and two");
    for group in groups {
        let of = |at: &u32| (list.hits[*at as usize].kind, list.hits[*at as usize].crc);
        assert!(group.hits.len() > 1 && group.hits.iter().all(|at| of(at) == of(&group.hits[0])));
    }
    window.get_by_label_contains("Duplicates: ");
    window.click("Close this list");
    window.until("it is left", |w| w.state.finding.found.is_none());
    window.run_steps(3);
    window.click("Textures in several colours");
    window.until("they are listed", |w| lists(w, Likeness::Recoloured));
    let list = found(&window);
    let in_three = |at: &u32| list.hits[*at as usize].path.ends_with("three.psx");
    let colourings =
        list.groups(GroupBy::Kind).iter().find(|group| group.hits.iter().any(in_three));
    assert_eq!(colourings.unwrap().hits.len(), 2, "each colouring once");
    // A query replaces the list.
    find(&mut window, "kind:file three");
    assert_eq!(found(&window).hits.len(), 1);
    assert!(found(&window).similar.is_none());
}

#[test]
fn every_result_selects_its_element() {
    let mut window = ready();
    find(&mut window, "-kind:file");
    window.until("all are listed", |w| {
        w.state.finding.found.as_ref().is_some_and(|found| found.total.is_some())
    });
    let library = gouraud::library::Library::new();
    let mut met = std::collections::HashSet::new();
    let mut shared = std::collections::HashSet::new();
    let hits = found(&window).hits.clone();
    let mut open = std::collections::HashMap::new();
    for hit in &hits {
        let (opened, scene) = open.entry(&hit.path).or_insert_with(|| {
            let opened = library.open(&hit.path, None).unwrap();
            let scene = opened.scene(&library).unwrap();
            (opened, scene)
        });
        let own: Vec<_> = opened.layers().map(gouraud::bytes::Source::id).collect();
        let part = IndexedElement::of(hit).expect("the hit is in a file");
        let element = part.element(scene, &own).unwrap_or_else(|| panic!("{hit:?} is missing"));
        let name = scene.info(element).unwrap().name(scene, element);
        assert_eq!(name, hit.name, "{hit:?}");
        assert!(met.insert((hit.path.clone(), format!("{element:?}"))), "{hit:?} is another one");
        shared.insert((&hit.path, hit.kind, &hit.field));
    }
    assert!(shared.len() < hits.len(), "some share a field");
}
