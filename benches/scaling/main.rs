//! Every command on inputs of n and of 2n elements: processor time and peak memory of the whole
//! process, and by how much they grow. Nothing passes or fails; aim for at most 2.2 and 2.
//! `cargo bench --bench scaling`; `-- totem check` runs what has these words in its name,
//! `-- small` makes every input a tenth of its size.

mod inputs;
mod measure;

use std::path::Path;

use inputs::{INPUTS, Input, Made};
use measure::{Cost, run};

/// A command, and the words that it is called with.
struct Call {
    name: String,
    words: Vec<String>,
}

fn main() {
    let mut words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_small = words.iter().any(|word| word == "small");
    words.retain(|word| word != "small");
    println!("| input | command | time n | time 2n | ratio | memory n | memory 2n | ratio |");
    println!("|---|---|---|---|---|---|---|---|");
    for input in INPUTS {
        let count = if is_small { input.count / 10 } else { input.count };
        let folder = tempfile::tempdir().expect("there is room for the inputs");
        let made = [count, 2 * count].map(|count| {
            let folder = folder.path().join(count.to_string());
            std::fs::create_dir(&folder).expect("the folder is new");
            (input.make)(&folder, count)
        });
        for command in commands() {
            let name = format!("{} {}", input.name, command);
            if words.iter().all(|word| name.contains(word.as_str())) {
                row(input, count, &made, &command, folder.path());
            }
        }
    }
}

/// Measures a command on both sizes. Where it does not suit the input nothing is printed.
fn row(input: &Input, count: usize, made: &[Made; 2], command: &str, folder: &Path) {
    let cost = |made: &Made| {
        let call = call(command, made, folder)?;
        run(&call.name, &call.words)
    };
    let [Some(once), Some(twice)] = [0, 1].map(|at| cost(&made[at])) else { return };
    let seconds = |cost: &Cost| format!("{:.2} s", cost.time.as_secs_f64());
    let megabytes = |cost: &Cost| format!("{} MB", cost.memory >> 20);
    let ratio = |one: f64, two: f64, least: f64, aim: f64| match two / one {
        _ if two < least => "–".to_owned(),
        ratio if ratio > aim => format!("**{ratio:.1}**"),
        ratio => format!("{ratio:.1}"),
    };
    let [one, two] = [&once, &twice].map(|cost| cost.time.as_secs_f64());
    let time = ratio(one.max(0.01), two, 0.1, 2.2);
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

/// How a command is called; `None` where the input has nothing for it.
fn call(command: &str, made: &Made, folder: &Path) -> Option<Call> {
    let path = made.path.as_str();
    let out = folder.join("out");
    // Whatever the last command wrote.
    let _ = std::fs::remove_dir_all(&out);
    let _ = std::fs::remove_file(&out);
    let out = out.to_str()?;
    let cache = format!("{}/cache", made.folder);
    let words: Vec<&str> = match command {
        "list-r" => vec!["list", "-r", path],
        "tree" => vec!["tree", path, "--depth", "99"],
        "index" => {
            let _ = std::fs::remove_dir_all(&cache);
            vec!["index", path, "--cache", &cache]
        }
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
    Some(Call { name: command.to_owned(), words })
}
