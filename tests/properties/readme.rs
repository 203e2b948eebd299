//! The README promises what exists.

use clap::CommandFactory;
use gouraud::formats::{self, Ability};

fn readme() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn the_table_of_formats_is_the_registry() {
    let readme = readme();
    // Seven columns; the table of rooms has two.
    let is_row = |line: &&str| line.starts_with("| `") && line.matches('|').count() == 8;
    let rows: Vec<&str> = readme.lines().filter(is_row).collect();
    let expected: Vec<String> = formats::all()
        .iter()
        .map(|format| {
            let info = format.info();
            let can = |ability| if info.can.contains(&ability) { "yes" } else { "–" };
            let extensions: Vec<String> =
                info.extensions.iter().map(|extension| format!("`.{extension}`")).collect();
            format!(
                "| `{}` | {} | {} | {} | {} | {} | {} |",
                info.id,
                info.name,
                extensions.join(" "),
                can(Ability::View),
                can(Ability::Sound),
                can(Ability::Export),
                can(Ability::Write)
            )
        })
        .collect();
    assert_eq!(rows, expected);
}

#[test]
fn the_commands_shown_are_all_there_are() {
    let readme = readme();
    let words: Vec<&str> = readme.split_whitespace().collect();
    let mut shown: Vec<&str> =
        words.windows(2).filter(|pair| pair[0] == "gouraud").map(|pair| pair[1]).collect();
    shown.retain(|word| *word != "help");
    shown.sort_unstable();
    shown.dedup();
    let cli = gouraud::cli::Cli::command();
    let mut there: Vec<&str> = cli.get_subcommands().map(|command| command.get_name()).collect();
    there.sort_unstable();
    assert_eq!(shown, there);
}

#[test]
fn every_room_is_explained() {
    let readme = readme();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap() {
        let entry = entry.unwrap();
        if entry.path().is_dir() {
            let room = entry.file_name().into_string().unwrap();
            assert!(readme.contains(&format!("\n| `{room}` | ")), "README.md: what is in {room}?");
        }
    }
}
