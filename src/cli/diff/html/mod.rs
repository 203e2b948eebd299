//! Writes the differences of files as a web page with pictures.

mod pictures;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::RgbaImage;

use self::pictures::{Pictures, Views};
use super::Args;
use super::row::PairNames;
use super::summary::Summary;
use crate::bytes::Colour15;
use crate::cli::out::grouped;
use crate::cli::output::write_file;
use crate::edit::{Difference, FaceChange, SceneDifference, TexturePictures, is_changed_entry};
use crate::library::{Library, Opened};
use crate::scene::{Palette, Scene};

/// Start of the page, with its style.
const HEAD: &str = include_str!("../../../../assets/difference.html");

/// Maximum number of textures and of palettes of a file on the page.
const MAX_SHOWN: usize = 64;
/// Maximum number of elements of a list that are named.
const MAX_NAMED: usize = 200;

/// The page, if it was requested.
pub struct Report(Option<Page>);

impl Report {
    /// A page in the folder that `args` name, which is created.
    pub fn new(args: &Args) -> io::Result<Self> {
        let page = args.html.as_ref().map(|folder| {
            let shown = folder.display().to_string();
            Page::new(folder, &args.a, &args.b)
                .map_err(|error| io::Error::other(format!("{shown}: {error}")))
        });
        page.transpose().map(Self)
    }

    /// Adds a line about a whole file.
    pub fn whole(&mut self, names: &PairNames, change: &Difference) {
        if let Some(page) = &mut self.0 {
            page.whole(names, change.kind.word(), &change.note);
        }
    }

    /// Adds a line about a file with another name and the same content.
    pub fn renamed(&mut self, names: &PairNames) {
        if let Some(page) = &mut self.0 {
            page.whole(names, "renamed", "");
        }
    }

    /// Adds the differences of two files with their scenes, if they have any.
    pub fn pair(
        &mut self,
        library: &Library,
        names: &PairNames,
        summary: &Summary,
        [a, b]: [&Opened; 2],
    ) -> io::Result<()> {
        let Some(page) = &mut self.0 else { return Ok(()) };
        match (a.scene(library), b.scene(library)) {
            (Some(a), Some(b)) => page.pair(names, summary, Some([&a, &b])),
            _ => page.pair(names, summary, None),
        }
    }

    /// Writes the page.
    pub fn finish(self) -> io::Result<()> {
        self.0.map_or(Ok(()), Page::finish)
    }
}

/// A page that is being written.
struct Page {
    folder: PathBuf,
    body: String,
    pictures: Pictures,
    /// Number of pictures so far.
    saved: usize,
    /// Hashes of the textures and palettes on the page. Several files may use those of a library.
    known: HashSet<u64>,
}

impl Page {
    /// An empty page about `a` and `b` in a folder, which is created.
    fn new(folder: &Path, a: &str, b: &str) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let mut body = String::new();
        let _ = writeln!(
            body,
            "<h1>Differences</h1>\n<p class=files><b>A</b> {}<br><b>B</b> {}</p>",
            Text(a),
            Text(b)
        );
        let (folder, pictures) = (folder.to_owned(), Pictures::default());
        Ok(Self { folder, body, pictures, saved: 0, known: HashSet::new() })
    }

    /// Adds a line about a whole file.
    fn whole(&mut self, names: &PairNames, change: &str, note: &str) {
        let file = names.file.as_deref().unwrap_or("The file");
        let _ = write!(self.body, "<p><b>{}</b>", Text(file));
        if let Some(b_file) = &names.b_file {
            let _ = write!(self.body, " → {}", Text(b_file));
        }
        let _ = write!(self.body, " <span class={change}>{change}</span>");
        if !note.is_empty() {
            let _ = write!(self.body, ": {}", Text(note));
        }
        self.body.push_str("</p>\n");
    }

    fn pair(
        &mut self,
        names: &PairNames,
        summary: &Summary,
        scenes: Option<[&Arc<Scene>; 2]>,
    ) -> io::Result<()> {
        if let Some(file) = &names.file {
            let _ = write!(self.body, "<h2>{}", Text(file));
            if let Some(b_file) = &names.b_file {
                let _ = write!(self.body, " → {}", Text(b_file));
            }
            self.body.push_str("</h2>\n");
        }
        self.fields(summary);
        let Some([a, b]) = scenes else { return Ok(()) };
        let difference = SceneDifference::of(a, b);
        if difference.is_empty() {
            return Ok(());
        }
        self.faces(&difference);
        match self.pictures.of_scenes([a, b], &difference) {
            Ok(Some(views)) => self.views(views)?,
            Ok(None) => {}
            Err(error) => {
                let _ = writeln!(
                    self.body,
                    "<p class=note>No pictures of the scenes: {}</p>",
                    Text(&error)
                );
            }
        }
        self.textures([a, b], &difference)?;
        self.palettes([a, b], &difference);
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        let page = format!("{HEAD}{}</main>\n", self.body);
        write_file(&self.folder.join("index.html"), page.as_bytes(), true).map(drop)
    }

    fn fields(&mut self, summary: &Summary) {
        let groups = summary.groups();
        if groups.is_empty() {
            return;
        }
        self.body.push_str("<table><tr><th>Element<th>Change<th>Fields\n");
        for (_, kind, elements) in &groups {
            for element in elements.iter().take(MAX_NAMED) {
                let _ = write!(self.body, "<tr><td>{}", Text(&element.path));
                if let Some(b_path) = &element.b_path {
                    let _ = write!(self.body, " → {}", Text(b_path));
                }
                let _ = writeln!(
                    self.body,
                    "<td class={0}>{0}<td>{1}",
                    kind.word(),
                    Text(&element.summary())
                );
            }
            if let Some(more) = elements.len().checked_sub(MAX_NAMED).filter(|more| *more > 0) {
                let _ = writeln!(self.body, "<tr><td colspan=3>{} more", grouped(more as u64));
            }
        }
        self.body.push_str("</table>\n");
    }

    /// Adds the legend: the number of faces with each difference.
    fn faces(&mut self, difference: &SceneDifference) {
        let (a, b) = (FaceChange::counts(&difference.a), FaceChange::counts(&difference.b));
        if a.iter().chain(&b).all(|count| *count == 0) {
            return;
        }
        self.body.push_str("<table class=legend><tr><th>Faces<th>in A<th>in B\n");
        let mut row = |[r, g, b]: [u8; 3], name: &str, counts: [Option<usize>; 2]| {
            let [one, two] =
                counts.map(|count| count.map_or(String::new(), |count| grouped(count as u64)));
            let _ = writeln!(
                self.body,
                "<tr><td><i style=\"background:rgb({r},{g},{b})\"></i>{name}<td>{one}<td>{two}"
            );
        };
        for ((change, in_a), in_b) in FaceChange::ALL.into_iter().zip(a).zip(b) {
            match change == FaceChange::ALONE {
                true => {
                    row(FaceChange::REMOVED_COLOUR, "removed", [Some(in_a), None]);
                    row(change.colour(), "added", [None, Some(in_b)]);
                }
                false => row(change.colour(), change.name(), [Some(in_a), Some(in_b)]),
            }
        }
        self.body.push_str("</table>\n");
    }

    fn views(&mut self, views: Views) -> io::Result<()> {
        for (title, pair) in views {
            self.figures(&title, [("A", &pair[0]), ("B", &pair[1])])?;
        }
        Ok(())
    }

    fn textures(&mut self, [a, b]: [&Scene; 2], difference: &SceneDifference) -> io::Result<()> {
        let name = |scene: &Scene, id: Option<_>| scene.textures.get(id?).map(|t| t.name.clone());
        let mut heading = "<h3>Textures</h3>\n";
        let (mut shown, mut known) = (0, 0);
        let mut all = difference.textures.iter();
        while shown < MAX_SHOWN
            && let Some((one, two)) = all.next()
        {
            let title = name(a, *one).or(name(b, *two)).unwrap_or_default();
            let TexturePictures { sides, difference } = TexturePictures::of([a, b], (*one, *two));
            if !self.is_new(&(&title, &sides)) {
                known += 1;
                continue;
            }
            shown += 1;
            self.body.push_str(std::mem::take(&mut heading));
            let sides = ["A", "B"].into_iter().zip(&sides);
            let sides =
                sides.filter_map(|(name, side)| Some((name, side.as_ref()?.as_ref().ok()?)));
            self.figures(&title, sides.chain(difference.as_ref().map(|red| ("Difference", red))))?;
        }
        self.not_shown([(all.len(), "Further textures"), (known, "Textures shown above")]);
        Ok(())
    }

    fn palettes(&mut self, [a, b]: [&Scene; 2], difference: &SceneDifference) {
        let mut rows = String::new();
        let (mut shown, mut known) = (0, 0);
        let mut all = difference.palettes.iter();
        while shown < MAX_SHOWN
            && let Some((one, two)) = all.next()
        {
            let (one, two) =
                (one.and_then(|id| a.palettes.get(id)), two.and_then(|id| b.palettes.get(id)));
            let content = |palette: Option<&Palette>| {
                palette.map(|palette| (palette.name.clone(), palette.stored.clone()))
            };
            if !self.is_new(&[one, two].map(content)) {
                known += 1;
                continue;
            }
            shown += 1;
            for (side, palette) in [("A", one), ("B", two)] {
                if let Some(palette) = palette {
                    let _ =
                        write!(rows, "<tr><td>{side} {}<td class=palette>", Text(&palette.name));
                    swatches(&mut rows, palette, |at| is_changed_entry(one, two, at));
                }
            }
        }
        if !rows.is_empty() {
            let _ = writeln!(self.body, "<h3>Palettes</h3>\n<table>\n{rows}</table>");
        }
        self.not_shown([(all.len(), "Further palettes"), (known, "Palettes shown above")]);
    }

    /// `true` if the page has no texture or palette with this content yet.
    fn is_new(&mut self, content: &impl Hash) -> bool {
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        self.known.insert(hasher.finish())
    }

    /// Adds the numbers of elements without pictures.
    fn not_shown(&mut self, counts: [(usize, &str); 2]) {
        for (count, name) in counts.into_iter().filter(|(count, _)| *count > 0) {
            let _ = writeln!(self.body, "<p class=note>{name}: {}</p>", grouped(count as u64));
        }
    }

    /// Saves pictures and adds them side by side.
    fn figures<'p>(
        &mut self,
        title: &str,
        pictures: impl IntoIterator<Item = (&'p str, &'p RgbaImage)>,
    ) -> io::Result<()> {
        let _ = writeln!(self.body, "<section><h4>{}</h4>", Text(title));
        for (caption, picture) in pictures {
            self.saved += 1;
            let name = format!("{:04}.png", self.saved);
            let mut png = io::Cursor::new(Vec::new());
            picture.write_to(&mut png, image::ImageFormat::Png).map_err(io::Error::other)?;
            write_file(&self.folder.join(&name), &png.into_inner(), true)?;
            let (width, height) = picture.dimensions();
            let _ = writeln!(
                self.body,
                "<figure><img src={name} width={width} height={height} alt=\"\"><figcaption>{}</figcaption></figure>",
                Text(caption)
            );
        }
        self.body.push_str("</section>\n");
        Ok(())
    }
}

/// The colours of a palette, with marks on those that are `marked`.
fn swatches(body: &mut String, palette: &Palette, marked: impl Fn(usize) -> bool) {
    for (at, word) in palette.stored.iter().enumerate() {
        let [r, g, b] = Colour15(*word).rgb8();
        let class = if marked(at) { " class=differs" } else { "" };
        let style = format_args!("style=\"background:rgb({r},{g},{b})\"");
        let _ = write!(body, "<i{class} {style} title=\"{at}: {word:#06x}\"></i>");
    }
    body.push('\n');
}

/// Text with the characters that have a meaning in HTML replaced.
struct Text<'t>(&'t str);

impl std::fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            c if c.is_control() => f.write_char('\u{fffd}'),
            c => f.write_char(c),
        })
    }
}
