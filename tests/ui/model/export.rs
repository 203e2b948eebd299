//! Choices of the export dialog.

use std::collections::BTreeSet;

use gouraud::app::model::State;
use gouraud::app::model::export::bulk::{Bulk, Existing, Work};
use gouraud::app::model::export::choices::{Choices, Dependency, Stage};
use gouraud::app::model::export::flight::FlightChoices;
use gouraud::app::model::export::preset::Recorded;
use gouraud::bytes::SourceId;
use gouraud::export::{GlbAnimations, Kind, Options, Report, TakenNames};
use gouraud::scene::{PictureSettings, Scene};

fn kind(name: &str) -> Kind {
    name.parse().unwrap()
}

#[test]
fn command_line_matches_the_dialog() {
    let choices = Choices {
        folder: "/tmp/a b".to_owned(),
        kinds: vec![kind("glb"), kind("png"), kind("wav")],
        only: "wall*".to_owned(),
        every_palette: true,
        fate: Existing::Replace,
        // The file has no sounds.
        offered: BTreeSet::from([kind("glb"), kind("png")]),
        ..Choices::default()
    };
    assert_eq!(
        choices.command_line("/x/sk'town.psx", None),
        r"gouraud export '/x/sk'\''town.psx' -o '/tmp/a b' --to glb,png --only 'wall*' --palettes all --force"
    );
    assert_eq!(choices.options().kinds, [kind("glb"), kind("png")]);
}

#[test]
fn turntable_command_includes_its_settings() {
    let pictures =
        PictureSettings { side: 256, background: [0, 16, 255], pictures: 24, milliseconds: 2_500 };
    let mut choices = Choices {
        folder: "/out".to_owned(),
        kinds: vec![kind("gif")],
        offered: BTreeSet::from([kind("gif")]),
        pictures,
        recorded: Some(Recorded::Turntable),
        ..Choices::default()
    };
    assert_eq!(
        choices.command_line("/x/town.psx", None),
        "gouraud export /x/town.psx -o /out --to gif --size 256 --frames 24 --seconds 2.5 --background 0010ff"
    );
    choices.pictures = PictureSettings::default();
    let line = choices.command_line("/x/town.psx", None);
    assert_eq!(line, "gouraud export /x/town.psx -o /out --to gif", "the defaults need no option");
}

#[test]
fn command_line_for_many_files_includes_every_choice() {
    let paths = vec!["/x/game.cue".to_owned(), "/x/a b.zip".to_owned()];
    let mut bulk = Bulk::new(Work::Extract, paths.clone(), "/out");
    bulk.wanted.as_stored = true;
    bulk.existing = Existing::Rename;
    let line =
        "gouraud extract /x/game.cue '/x/a b.zip' -o /out --plain --folders --stored --rename";
    assert_eq!(bulk.command_line(), line);
    let mut bulk = Bulk::new(Work::Export, paths, "/out");
    bulk.wanted.folders = false;
    bulk.wanted.kinds = vec![kind("glb"), kind("png")];
    bulk.existing = Existing::Replace;
    let line = "gouraud export /x/game.cue '/x/a b.zip' -o /out --to glb,png --recursive --force";
    assert_eq!(bulk.command_line(), line);
}

#[test]
fn reports_failed_plans_and_replans_other_choices() {
    let mut bulk = Bulk::new(Work::Export, vec!["/x".to_owned()], "/out");
    bulk.planning = Some((7, bulk.wanted.clone()));
    bulk.ended(8);
    assert!(bulk.ready().is_none(), "it is still being made");
    bulk.ended(7);
    let plan = bulk.ready().unwrap();
    assert!(plan.files.is_empty());
    assert_eq!(plan.left_out, ["Could not list the files"]);
    bulk.wanted.folders = true;
    assert!(bulk.ready().is_none());
}

#[test]
fn keeps_replaces_or_renames_existing_files() {
    let folder = std::path::PathBuf::from("/out");
    let there = std::collections::HashSet::from(["wall.png".to_owned()]);
    let options = |fate: Existing| {
        let existing = (folder.clone(), there.clone());
        let choices = Choices { fate, existing, ..Choices::default() };
        let again = Choices::of(choices.remembered());
        assert_eq!(again.fate, fate, "it is remembered");
        (choices.options().force, choices.options().taken)
    };
    assert_eq!(options(Existing::Keep), (false, Default::default()));
    assert_eq!(options(Existing::Replace), (true, Default::default()));
    assert_eq!(options(Existing::Rename), (false, there.clone().into()));
}

#[test]
fn shows_only_the_report_of_the_current_job() {
    let mut choices = Choices::default();
    let report = |file: &str| Report { written: vec![file.into()], ..Report::default() };
    choices.started(3);
    choices.prepare(&State::new(Default::default(), Default::default()), None);
    assert!(choices.done(3, report("a"), "/a".into()).is_some(), "the job is no longer pending");
    choices.started(4);
    assert!(choices.done(3, report("a"), "/a".into()).is_some(), "the report of another");
    choices.ended(3);
    assert!(choices.waits_for(4));
    assert!(choices.done(4, report("b"), "/b".into()).is_none());
    choices.ended(4);
    assert!(matches!(&choices.stage, Stage::Done(shown, _) if *shown == report("b")));
}

#[test]
fn job_without_a_report_is_not_pending() {
    let mut choices = Choices::default();
    choices.started(3);
    choices.ended(3);
    assert!(matches!(choices.stage, Stage::Choosing));
}

#[test]
fn animations_are_chosen_by_name() {
    let names = ["walk", "Walk", "r*n"];
    let some = GlbAnimations::All.with("walk", false, &names);
    assert_eq!(names.map(|name| some.contains(name)), [false, true, true]);
    let one = some.with("Walk", false, &names);
    assert_eq!(names.map(|name| one.contains(name)), [false, false, true]);
    assert!(!one.contains("run"));
    assert_eq!(one.with("r*n", false, &names), GlbAnimations::None);
    assert_eq!(some.with("walk", true, &names), GlbAnimations::All);
}

#[test]
fn remembers_choices() {
    let choices = Choices {
        folder: "/there".to_owned(),
        kinds: vec![kind("obj")],
        every_palette: true,
        animations: GlbAnimations::None,
        ..Choices::default()
    };
    let again = Choices::of(choices.remembered());
    assert_eq!(
        (again.folder, again.kinds, again.every_palette, again.animations),
        ("/there".to_owned(), vec![kind("obj")], true, GlbAnimations::None)
    );
}

#[test]
fn files_that_the_export_depends_on_keep_all_animations() {
    let dependency = Dependency {
        path: "clips.psx".to_owned(),
        name: "clips.psx".to_owned(),
        source: SourceId::default(),
        crc32: 0,
        scene: Scene::default().into(),
        subjects: Vec::new(),
    };
    let animations = GlbAnimations::Named(BTreeSet::from(["walk".to_owned()]));
    let job_with = |animations| {
        let options = Options { animations, ..Options::default() };
        dependency.job(&options, TakenNames::default()).options.animations
    };
    assert_eq!(job_with(animations), GlbAnimations::All);
    assert_eq!(job_with(GlbAnimations::None), GlbAnimations::None);
}

#[test]
fn settings_of_flights_are_clamped_and_do_not_overflow() {
    let choices = FlightChoices { rate: u32::MAX, samples: 0, ..FlightChoices::default() };
    assert_eq!(choices.frames(600.0), u32::MAX);
    assert!(choices.refusal(600.0, 4096).is_some());
    assert_eq!((choices.clamped().rate, choices.clamped().samples), (120, 1));
}
