//! Every command on inputs of n and of 2n elements: processor time and peak memory of the whole process,
//! and their growth. Nothing passes or fails; the targets are at most 2.2 and 2. Ratios of less than a
//! tenth of a second are left out: the kernel counts in hundredths. `cargo bench --bench scaling`; `--
//! totem check` runs the measurements with these words in their names, `-- small` divides the size of
//! every input by ten, `-- large` multiplies it by four. The environment variable `GOURAUD` is the path
//! of another build to measure.

mod inputs;
mod measure;

use std::path::{Path, PathBuf};

use inputs::{INPUTS, Input, Made};
use measure::{Cost, run};

/// Arguments of a command.
struct Call {
    words: Vec<String>,
    /// Files and folders that it writes.
    output: Vec<PathBuf>,
}

fn main() {
    let mut words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_given = |size: &str| words.iter().any(|word| word == size);
    let (is_small, is_large) = (is_given("small"), is_given("large"));
    words.retain(|word| word != "small" && word != "large");
    println!("| input | command | time n | time 2n | ratio | memory n | memory 2n | ratio |");
    println!("|---|---|---|---|---|---|---|---|");
    for input in INPUTS {
        let count = match (is_small, is_large) {
            (true, _) => input.count / 10,
            (_, true) => input.count * 4,
            _ => input.count,
        };
        if !commands().iter().any(|command| is_wanted(input, command, &words)) {
            continue;
        }
        let folder = tempfile::tempdir().expect("there is room for the inputs");
        let made = [count, 2 * count].map(|count| {
            let folder = folder.path().join(count.to_string());
            std::fs::create_dir(&folder).expect("the folder is new");
            (input.make)(&folder, count)
        });
        for command in commands() {
            if is_wanted(input, &command, &words) {
                row(input, count, &made, &command, folder.path());
            }
        }
    }
}

/// `true` if the name of a row contains all these words.
fn is_wanted(input: &Input, command: &str, words: &[String]) -> bool {
    let name = format!("{} {command}", input.name);
    words.iter().all(|word| name.contains(word.as_str()))
}

/// Measures a command with both sizes. Prints nothing if the command does not apply to the input.
fn row(input: &Input, count: usize, made: &[Made; 2], command: &str, folder: &Path) {
    let cost = |made: &Made| {
        let call = call(command, made, folder)?;
        run(&call.words, &call.output)
    };
    let [Some(once), Some(twice)] = [0, 1].map(|at| cost(&made[at])) else { return };
    let seconds = |cost: &Cost| format!("{:.2} s", cost.time.as_secs_f64());
    let megabytes = |cost: &Cost| format!("{} MB", cost.memory >> 20);
    let ratio = |one: f64, two: f64, least: f64, aim: f64| match two / one {
        _ if one < least => "–".to_owned(),
        ratio if ratio > aim => format!("**{ratio:.1}**"),
        ratio => format!("{ratio:.1}"),
    };
    let [one, two] = [&once, &twice].map(|cost| cost.time.as_secs_f64());
    let time = ratio(one, two, 0.1, 2.2);
    let [one, two] = [&once, &twice].map(|cost| cost.memory as f64);
    let memory = ratio(one.max(1.0), two, 1.0, 2.0);
    println!(
        "| {} {} | {command} | {} | {} | {time} | {} | {} | {memory} |",
        count,
        input.name,
        seconds(&once),
        seconds(&twice),
        megabytes(&once),
        megabytes(&twice)
    );
}

/// Every command that reads files.
fn commands() -> Vec<String> {
    let plain = "info check list list-r tree index find catalogue diff rewrite set recompute extract \
                 render";
    let kinds = "glb obj bvh png gif apng wav flac ogg srt vtt csv json gpl pal act";
    let plain = plain.split_whitespace().map(str::to_owned);
    plain.chain(kinds.split_whitespace().map(|kind| format!("export-{kind}"))).collect()
}

/// Arguments of a command; `None` if it does not apply to the input.
fn call(command: &str, made: &Made, folder: &Path) -> Option<Call> {
    let path = made.path.as_str();
    let out = folder.join("out");
    let mut output = vec![out.clone()];
    let out = out.to_str()?;
    let cache = format!("{}/cache", made.folder);
    if command == "index" {
        output.push(PathBuf::from(&cache));
    } else if command == "find" && !Path::new(&cache).exists() {
        let index = ["index", path, "--cache", &cache].map(str::to_owned);
        run(&index, &[])?;
    }
    let words: Vec<&str> = match command {
        "list-r" => vec!["list", "-r", path],
        "tree" => vec!["tree", path, "--depth", "99"],
        "index" => vec!["index", path, "--cache", &cache],
        "find" => vec!["find", "kind:file", "--root", path, "--cache", &cache, "--limit", "10"],
        "catalogue" => vec!["catalogue", path, "-o", out],
        "diff" => vec!["diff", path, made.other.as_deref()?],
        "set" => vec!["set", path, made.set?, "-o", out],
        "rewrite" | "recompute" | "extract" | "render" => vec![command, path, "-o", out],
        _ => match command.strip_prefix("export-") {
            Some(kind) => vec!["export", "-r", path, "--to", kind, "-o", out],
            None => vec![command, path],
        },
    };
    let words = words.into_iter().map(str::to_owned).collect();
    Some(Call { words, output })
}
