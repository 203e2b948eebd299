//! Electronic Arts' containers and textures: RefPack, BIG, SSH.

#[path = "ea/big.rs"]
mod big;
#[path = "properties/mutation.rs"]
mod mutation;
#[path = "ea/nested.rs"]
mod nested;
#[path = "ea/refpack.rs"]
mod refpack;
#[path = "ea/ssh.rs"]
mod ssh;

use gouraud::formats::Document;

/// Problems as `severity offset field`.
fn problems(document: &Document) -> Vec<String> {
    let line = |p: &gouraud::bytes::Problem| {
        format!("{} {:#x} {}", p.severity.name(), p.span.start, p.field)
    };
    document.problems.iter().map(|problem| line(&problem)).collect()
}
