//! Compares search results with a brute-force evaluation of every term on every entry, which uses no
//! index tables.

use gouraud::bytes::{Problem, Severity, Span};
use gouraud::index::{
    Asset, Content, Extent, FaceNumber, FaceWord, FileFacts, Hit, Index, Kind, Number, Predicate,
    Query, Root, Size, Term,
};
use gouraud::library::Library;
use gouraud::scene::{Element, Origin};
use proptest::prelude::*;

const NAMES: &[&str] = &[
    "wall",
    "Wall_01",
    "brick",
    "Brick wall",
    "crate",
    "ÄRGER",
    "Ärgernis",
    "\u{212a}iste",
    "x",
    "wa",
];
const TEXTS: &[&str] = &["", "Help me!", "the wall\nis down", "Straße", "help"];
const FOLDERS: &[&str] = &["/games/a", "/games/b/wall", "/other"];

/// Compact seed of a file and its assets: a few small numbers, so that many values coincide.
type Seed = (u8, u8, Vec<(u8, u8, u8, u8)>);

fn files(seeds: &[Seed]) -> Vec<FileFacts> {
    seeds.iter().zip(0..).map(|((a, b, assets), number)| file(number, *a, *b, assets)).collect()
}

fn pick<'a>(list: &[&'a str], at: u8) -> &'a str {
    list[usize::from(at) % list.len()]
}

fn file(number: usize, a: u8, b: u8, assets: &[(u8, u8, u8, u8)]) -> FileFacts {
    let severities = [None, Some(Severity::Note), Some(Severity::Warning), Some(Severity::Error)];
    let problem = severities[usize::from(b % 4)]
        .map(|severity| Problem::new(severity, Span::default(), "", "odd"));
    FileFacts {
        path: format!("{}/{}{number}.psx", pick(FOLDERS, a), pick(NAMES, b)),
        size: u64::from(a % 5) * 100,
        content: Content::of_bytes(&[a % 4]),
        format: [None, Some("neversoft.psx"), Some("ssx.mpf")][usize::from(a % 3)],
        version: None,
        status: "ok",
        game: b.is_multiple_of(3).then(|| "Wall Jumper\nPC\nWJ".to_owned()),
        coverage: [1, 0, 0],
        problems: problem.into_iter().collect(),
        assets: assets.iter().zip(0..).map(|(seed, number)| asset(number, *seed)).collect(),
    }
}

fn asset(number: usize, (kind, a, b, c): (u8, u8, u8, u8)) -> Asset {
    let kind = Kind::ALL[1 + usize::from(kind) % (Kind::ALL.len() - 1)];
    let has = |kinds: &[Kind]| kinds.contains(&kind);
    let content =
        has(&[Kind::Model, Kind::Texture, Kind::Sound]).then(|| Content::of_bytes(&[c % 6]));
    let numbers = [FaceWord::Flags, FaceWord::Surface].into_iter().flat_map(|field| {
        [a, b].map(|n| FaceNumber { field, number: u32::from(n % 8), faces: u64::from(c) + 1 })
    });
    let mut numbers: Vec<FaceNumber> =
        if kind == Kind::Model { numbers.collect() } else { Vec::new() };
    numbers.dedup_by_key(|n| (n.field, n.number));
    Asset {
        kind,
        element: Element::Sky,
        name: pick(NAMES, a).to_owned(),
        origin: Origin::new(Span::default(), format!("things[{number}]")),
        content,
        texels: None,
        size: (kind == Kind::Texture)
            .then(|| [16 << (a % 3), 16 << (b % 3), [4, 8, 15][usize::from(c % 3)]]),
        faces: (kind == Kind::Model).then(|| u64::from(c) * 10),
        seconds: (kind == Kind::Sound).then(|| f64::from(b) / 4.0),
        bounds: (kind == Kind::Model).then(|| {
            let corner = [a, b, c].map(|n| f32::from(n % 4) * 2.5);
            [corner.map(|n| -n), corner.map(|n| n * 2.0)]
        }),
        codec: (kind == Kind::Sound).then(|| ["PCM", "IMA ADPCM"][usize::from(c % 2)]),
        also: if a % 5 == 0 { "Gate Wall".to_owned() } else { String::new() },
        text: if has(&[Kind::Sound, Kind::Text]) {
            pick(TEXTS, b).to_owned()
        } else {
            String::new()
        },
        hashes: if c % 2 == 0 { vec![u32::from(c % 8)] } else { Vec::new() },
        numbers,
    }
}

/// A result row: a file, with its asset if it is not a file row.
#[derive(Clone, Copy)]
struct Row<'a>(&'a FileFacts, Option<&'a Asset>);

impl Row<'_> {
    fn name(&self) -> &str {
        self.1.map_or_else(|| self.0.path.rsplit('/').next().unwrap(), |asset| &asset.name)
    }

    fn kind(&self) -> Kind {
        self.1.map_or(Kind::File, |asset| asset.kind)
    }

    fn content(&self) -> Option<Content> {
        self.1.map_or(Some(self.0.content), |asset| asset.content)
    }

    fn holds(&self, term: &Term) -> bool {
        let Row(file, asset) = self;
        let size = asset.and_then(|asset| asset.size);
        let has = |text: &str, word: &str| text.to_lowercase().contains(word);
        let text = asset.map_or("", |asset| asset.text.as_str());
        let also = asset.map_or("", |asset| asset.also.as_str());
        let is = |number: Option<f64>, wanted: Number| match (number, wanted) {
            (None, _) => false,
            (Some(n), Number::Is(wanted)) => (n - wanted).abs() < 0.000_5,
            (Some(n), Number::Above(bound)) => n > bound,
            (Some(n), Number::Below(bound)) => n < bound,
        };
        let holds = match &term.what {
            Predicate::Word(word) => {
                [self.name(), also, text, &file.path].into_iter().any(|text| has(text, word))
            }
            Predicate::Kind(kind) => self.kind() == *kind,
            Predicate::Format(id) => file.format == Some(id.as_str()),
            Predicate::Game(word) => file.game.as_ref().is_some_and(|game| has(game, word)),
            Predicate::Path(word) => has(&file.path, word),
            Predicate::Name(word) => has(self.name(), word) || has(also, word),
            Predicate::Hash(hash) => asset.is_some_and(|asset| asset.hashes.contains(hash)),
            Predicate::Crc(crc) => self.content().is_some_and(|content| content.crc == *crc),
            Predicate::Size(Size::Both(w, h)) => size.is_some_and(|size| size[..2] == [*w, *h]),
            Predicate::Size(Size::Side(side)) => {
                size.is_some_and(|[w, h, _]| is(Some(w.into()), *side) || is(Some(h.into()), *side))
            }
            Predicate::Extent(extent) => {
                asset.and_then(|asset| asset.bounds).is_some_and(|bounds| {
                    let [least, greatest] = bounds.map(|corner| corner.map(f64::from));
                    let sides = [0, 1, 2].map(|at| greatest[at] - least[at]);
                    match extent {
                        Extent::Side(wanted) => sides.iter().any(|side| is(Some(*side), *wanted)),
                        Extent::All(wanted) => {
                            sides.iter().zip(wanted).all(|(a, b)| is(Some(*a), Number::Is(*b)))
                        }
                    }
                })
            }
            Predicate::Codec(word) => {
                asset.and_then(|asset| asset.codec).is_some_and(|codec| has(codec, word))
            }
            Predicate::Depth(number) => is(size.map(|size| size[2].into()), *number),
            Predicate::Faces(number) => {
                is(asset.and_then(|asset| asset.faces).map(|faces| faces as f64), *number)
            }
            Predicate::Seconds(number) => is(asset.and_then(|asset| asset.seconds), *number),
            Predicate::BytesLong(number) => is(Some(file.size as f64), *number),
            Predicate::Faced(field, mask) => self.faced(*field, *mask).is_some(),
            Predicate::Caption(word) => self.kind() == Kind::Sound && has(text, word),
            Predicate::Problem(severity) => file.problems.iter().any(|p| p.severity == *severity),
            Predicate::Bytes(_) | Predicate::Where(_) | Predicate::SameAs(_) => {
                unreachable!("needs real files")
            }
        };
        holds != term.negated
    }

    /// Number of faces that have all bits of a mask.
    fn faced(&self, field: FaceWord, mask: u32) -> Option<u64> {
        let numbers = &self.1?.numbers;
        let with = numbers.iter().filter(|n| n.field == field && n.number & mask == mask);
        with.map(|n| n.faces).reduce(|a, b| a + b)
    }

    fn rank(&self, words: &[&str]) -> u8 {
        let name = self.name().to_lowercase();
        match words {
            [] => 3,
            _ if name == words.join(" ") => 0,
            [first, ..] if name.starts_with(first) => 1,
            _ if words.iter().all(|word| name.contains(word)) => 2,
            _ => 3,
        }
    }
}

/// Brute-force result: path, field and count, in the documented order.
fn brute(files: &[FileFacts], query: &Query) -> Vec<(String, Option<String>, Option<u64>)> {
    let words: Vec<&str> = query
        .all
        .iter()
        .filter_map(|any| match any.as_slice() {
            [Term { negated: false, what: Predicate::Word(w) | Predicate::Name(w), .. }] => {
                Some(w.as_str())
            }
            _ => None,
        })
        .collect();
    let rows = files.iter().flat_map(|file| {
        std::iter::once(Row(file, None)).chain(file.assets.iter().map(move |a| Row(file, Some(a))))
    });
    let mut found: Vec<(u8, &str, usize, Row<'_>)> = rows
        .enumerate()
        .filter(|(_, row)| query.all.iter().all(|any| any.iter().any(|term| row.holds(term))))
        .map(|(at, row)| (row.rank(&words), row.0.path.as_str(), at, row))
        .collect();
    found.sort_by_key(|(rank, path, at, _)| (*rank, *path, *at));
    let count = |row: &Row<'_>| {
        query.all.iter().flatten().filter(|term| !term.negated).find_map(|term| match term.what {
            Predicate::Faced(field, mask) => row.faced(field, mask),
            _ => None,
        })
    };
    let rows_of = |(_, path, _, row): (u8, &str, usize, Row<'_>)| {
        (path.to_owned(), row.1.map(|asset| asset.origin.path.clone()), count(&row))
    };
    found.into_iter().map(rows_of).collect()
}

fn rows_of(hits: Vec<Hit>) -> Vec<(String, Option<String>, Option<u64>)> {
    hits.into_iter().map(|hit| (hit.path, hit.field, hit.count)).collect()
}

/// A term of a query.
fn term() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "wall", "a", "wa", "help", "straße", "ärger", "kiste", "01", "games",
    ]);
    let numbers = prop::sample::select(vec![
        "0", "7.5", "8", "15", "16", ">20", "<300", "100", "2.5", ">1000",
    ]);
    let number =
        prop::sample::select(vec!["depth", "faces", "seconds", "bytes-long", "size", "box"]);
    let text = prop::sample::select(vec!["path", "name", "game", "caption"]);
    let plain = prop_oneof![
        4 => words.clone().prop_map(str::to_owned),
        3 => (text, words).prop_map(|(key, word)| format!("{key}:{word}")),
        2 => (number, numbers).prop_map(|(key, number)| format!("{key}:{number}")),
        2 => prop::sample::select(Kind::ALL.to_vec()).prop_map(|k| format!("kind:{}", k.name())),
        1 => prop::sample::select(vec!["neversoft.psx", "ssx.mpf", "no.such"])
            .prop_map(|id| format!("format:{id}")),
        1 => prop::sample::select(vec!["error", "warning", "note"])
            .prop_map(|word| format!("problem:{word}")),
        2 => (any::<bool>(), 1u32..8)
            .prop_map(|(f, m)| format!("{}:{m}", if f { "flag" } else { "surface" })),
        1 => (0u32..8).prop_map(|hash| format!("hash:{hash:08x}")),
        1 => (0u8..6).prop_map(|c| format!("crc:{:08x}", Content::of_bytes(&[c]).crc)),
        1 => prop::sample::select(vec!["16x16", "32x64"]).prop_map(|size| format!("size:{size}")),
        1 => prop::sample::select(vec!["7.5x15x0", "0x0x0"]).prop_map(|size| format!("box:{size}")),
        1 => prop::sample::select(vec!["ima", "PCM", "c"]).prop_map(|name| format!("codec:{name}")),
    ];
    (prop::bool::weighted(0.2), plain)
        .prop_map(|(not, term)| format!("{}{term}", if not { "-" } else { "" }))
}

fn query() -> impl Strategy<Value = String> {
    let any = prop::collection::vec(term(), 1..3).prop_map(|terms| terms.join("|"));
    prop::collection::vec(any, 0..4).prop_map(|all| all.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn every_query_matches_the_brute_force_result(
        seeds in prop::collection::vec(
            (any::<u8>(), any::<u8>(), prop::collection::vec(any::<(u8, u8, u8, u8)>(), 0..12)), 0..14),
        queries in prop::collection::vec(query(), 1..12),
        few in 0usize..30,
        limit in 1usize..8,
    ) {
        let files = files(&seeds);
        let index = Index::in_memory().unwrap();
        index.put(files.iter().cloned()).unwrap();
        let library = Library::new();
        for text in queries {
            let query = Query::parse(&text).unwrap();
            for root in [None, Some("/games/b"), Some("/nowhere")] {
                let within = |file: &&FileFacts| {
                    root.is_none_or(|root| file.path.starts_with(&format!("{root}/")))
                };
                let here: Vec<FileFacts> = files.iter().filter(within).cloned().collect();
                let expected = brute(&here, &query);
                let roots = root.map(Root::new).into_iter().collect();
                // Few candidates are sorted, many are traversed; both must agree.
                let search = index.search(roots).unwrap().with_few(few);
                let prepared = search.prepare(&query, &library).unwrap();
                prop_assert_eq!(search.count(&prepared).unwrap(), expected.len() as u64, "{}", &text);
                let all = rows_of(search.page(&prepared, None).unwrap());
                prop_assert_eq!(&all, &expected, "{}", &text);
                let some = rows_of(search.page(&prepared, Some(limit)).unwrap());
                prop_assert_eq!(&some[..], &expected[..limit.min(expected.len())], "{}", &text);
            }
        }
    }
}
