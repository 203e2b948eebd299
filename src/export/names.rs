//! Names given once, and patterns for them.

use std::collections::HashSet;

/// Gives out names once, whatever the case: the second `wall` becomes `wall~2`.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// Names that avoid these file names.
    pub(super) fn without(taken: &HashSet<String>) -> Self {
        Self { taken: taken.iter().map(|name| name.to_lowercase()).collect() }
    }

    /// `stem` (already safe) followed by `end`, or by `~2`, `~3` … and `end`.
    pub(super) fn unique(&mut self, stem: &str, end: &str) -> String {
        self.unique_stem(stem, &[end]) + end
    }

    /// `stem`, or with `~2`, `~3` …, so that all names with one of `ends` are new.
    pub(super) fn unique_stem(&mut self, stem: &str, ends: &[&str]) -> String {
        let mut name = stem.to_owned();
        let mut number = 1u64;
        let full = |name: &str, end: &&str| format!("{name}{end}").to_lowercase();
        while ends.iter().any(|end| self.taken.contains(&full(&name, end))) {
            number += 1;
            name = format!("{stem}~{number}");
        }
        self.taken.extend(ends.iter().map(|end| full(&name, end)));
        name
    }
}

/// True when all of `name` fits `pattern`, in which `*` is any run of characters and `?` any one.
/// Case does not matter.
pub fn matches_glob(pattern: &str, name: &str) -> bool {
    let fold = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<_>>();
    let (pattern, name) = (fold(pattern), fold(name));
    let (mut p, mut n) = (0, 0);
    // Where to go on when a match fails: behind the last star, one character further.
    let mut retry = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                p += 1;
                retry = Some((p, n));
            }
            Some(c) if *c == '?' || *c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((after_star, from)) = retry else { return false };
                p = after_star;
                n = from + 1;
                retry = Some((after_star, n));
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_given_once_whatever_their_case() {
        let mut names = Names::default();
        assert_eq!(names.unique("Wall", ".png"), "Wall.png");
        assert_eq!(names.unique("wall", ".png"), "wall~2.png");
        assert_eq!(names.unique("wall~2", ".png"), "wall~2~2.png");
        assert_eq!(names.unique("WALL", ".png"), "WALL~3.png");
        assert_eq!(names.unique("wall", ".glb"), "wall.glb");
    }
}
