//! Paths into containers: `disc.bin//BATTLE/ENEMY1/X.LZS`, nested as deep as needed.

/// The ways to read `path` as an outer part and an inner part, longest outer part first: a file on
/// disk wins where a name could be read both ways.
pub fn splits(path: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let cuts: Vec<usize> = path.match_indices("//").map(|(at, _)| at).collect();
    let inner = cuts.into_iter().rev().filter_map(|at| {
        Some((path.get(..at)?, Some(path.get(at + 2..)?))).filter(|(outer, _)| !outer.is_empty())
    });
    std::iter::once((path, None)).chain(inner)
}

/// The member names of an inner path, outermost first.
pub fn inner_parts(inner: &str) -> impl Iterator<Item = &str> {
    inner.split("//").map(|part| part.trim_matches('/')).filter(|part| !part.is_empty())
}

/// The path of `member` inside `container`.
pub fn join(container: &str, member: &str) -> String {
    format!("{container}//{member}")
}
