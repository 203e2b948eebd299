//! Tracks the visible rows of a tree. Only expanded nodes are stored, so that 120 000 unexpanded children
//! cost one number. Row → node and node → row are binary searches down the expanded nodes.

/// Child index at each level below the root.
pub type Path = Vec<u32>;

/// The expanded nodes of a tree. The root is always expanded and has no row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    root: Open,
}

/// An expanded node.
#[derive(Clone, Debug, Default, PartialEq)]
struct Open {
    shown: Children,
    /// Expanded children, by position among the visible ones.
    open: Vec<ExpandedChild>,
    /// Rows below this node.
    rows: u64,
}

#[derive(Clone, Debug, PartialEq)]
struct ExpandedChild {
    position: u32,
    /// Rows inside the expanded siblings before this one.
    before: u64,
    node: Open,
}

/// Visible children of an expanded node.
#[derive(Clone, Debug, PartialEq)]
enum Children {
    All(u32),
    /// Sorted indices of the children that pass a filter.
    Picked(Vec<u32>),
}

impl Default for Children {
    fn default() -> Self {
        Self::All(0)
    }
}

impl Children {
    fn len(&self) -> u32 {
        match self {
            Children::All(count) => *count,
            Children::Picked(list) => list.len() as u32,
        }
    }

    fn child(&self, position: u32) -> Option<u32> {
        match self {
            Children::All(count) => (position < *count).then_some(position),
            Children::Picked(list) => list.get(position as usize).copied(),
        }
    }

    fn position(&self, child: u32) -> Option<u32> {
        match self {
            Children::All(count) => (child < *count).then_some(child),
            Children::Picked(list) => list.binary_search(&child).ok().map(|at| at as u32),
        }
    }
}

impl Open {
    fn all(count: u32) -> Self {
        Self { shown: Children::All(count), open: Vec::new(), rows: count.into() }
    }

    fn below(&self, position: u32) -> Result<usize, usize> {
        self.open.binary_search_by_key(&position, |below| below.position)
    }

    /// Recomputes the sums after a change below this node.
    fn recount(&mut self) {
        let mut inside = 0;
        for below in &mut self.open {
            below.before = inside;
            inside += below.node.rows;
        }
        self.rows = u64::from(self.shown.len()) + inside;
    }

    fn find(&self, path: &[u32]) -> Option<&Open> {
        let Some((child, rest)) = path.split_first() else { return Some(self) };
        let at = self.below(self.shown.position(*child)?).ok()?;
        self.open.get(at)?.node.find(rest)
    }

    fn expand(&mut self, path: &[u32], count: u32) -> bool {
        let Some((child, rest)) = path.split_first() else { return false };
        let Some(position) = self.shown.position(*child) else { return false };
        let done = match (self.below(position), rest.is_empty()) {
            (Ok(_), true) => return false,
            (Ok(at), false) => self.open[at].node.expand(rest, count),
            (Err(at), true) => {
                self.open.insert(at, ExpandedChild { position, before: 0, node: Open::all(count) });
                true
            }
            (Err(_), false) => return false,
        };
        self.recount();
        done
    }

    fn collapse(&mut self, path: &[u32]) -> bool {
        let Some((child, rest)) = path.split_first() else { return false };
        let Some(position) = self.shown.position(*child) else { return false };
        let Ok(at) = self.below(position) else { return false };
        if rest.is_empty() {
            self.open.remove(at);
        } else if !self.open[at].node.collapse(rest) {
            return false;
        }
        self.recount();
        true
    }

    /// Makes `path` and its ancestors visible.
    fn pick(&mut self, path: &[u32]) {
        let Some((child, rest)) = path.split_first() else { return };
        let position = match &mut self.shown {
            Children::All(_) => *child,
            Children::Picked(list) => match list.binary_search(child) {
                Ok(at) => at as u32,
                Err(at) => {
                    list.insert(at, *child);
                    for below in &mut self.open {
                        below.position += u32::from(below.position >= at as u32);
                    }
                    at as u32
                }
            },
        };
        if !rest.is_empty() {
            let at = self.below(position).unwrap_or_else(|at| {
                let shown = Children::Picked(Vec::new());
                let node = Open { shown, open: Vec::new(), rows: 0 };
                self.open.insert(at, ExpandedChild { position, before: 0, node });
                at
            });
            self.open[at].node.pick(rest);
        }
        self.recount();
    }

    fn locate(&self, mut row: u64, path: &mut Path) -> Option<()> {
        // The last expanded child whose own row is at or before `row`.
        let after = self.open.partition_point(|b| u64::from(b.position) + b.before <= row);
        if let Some(below) = after.checked_sub(1).and_then(|at| self.open.get(at)) {
            let own = u64::from(below.position) + below.before;
            if row > own && row <= own + below.node.rows {
                path.push(self.shown.child(below.position)?);
                return below.node.locate(row - own - 1, path);
            }
            row -= below.before + if row > own { below.node.rows } else { 0 };
        }
        path.push(self.shown.child(u32::try_from(row).ok()?)?);
        Some(())
    }

    fn row_of(&self, path: &[u32]) -> Option<u64> {
        let (child, rest) = path.split_first()?;
        let position = self.shown.position(*child)?;
        let (at, open) = match self.below(position) {
            Ok(at) => (at, true),
            Err(at) => (at, false),
        };
        let before = match at.checked_sub(1).and_then(|at| self.open.get(at)) {
            Some(below) => below.before + below.node.rows,
            None => 0,
        };
        let own = u64::from(position) + before;
        if rest.is_empty() {
            return Some(own);
        }
        let below = self.open.get(at).filter(|_| open)?;
        Some(own + 1 + below.node.row_of(rest)?)
    }

    fn paths(&self, path: &mut Path, out: &mut Vec<Path>) {
        for below in &self.open {
            let Some(child) = self.shown.child(below.position) else { continue };
            path.push(child);
            out.push(path.clone());
            below.node.paths(path, out);
            path.pop();
        }
    }
}

impl Outline {
    /// A root with `count` children, none of them expanded.
    pub fn new(count: u32) -> Self {
        Self { root: Open::all(count) }
    }

    /// An empty outline, to be filled with [`Outline::pick`].
    pub fn empty() -> Self {
        let shown = Children::Picked(Vec::new());
        Self { root: Open { shown, open: Vec::new(), rows: 0 } }
    }

    /// Number of rows.
    pub fn len(&self) -> u64 {
        self.root.rows
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node in `row`.
    pub fn at(&self, row: u64) -> Option<Path> {
        let mut path = Path::new();
        (row < self.len()).then(|| self.root.locate(row, &mut path))??;
        Some(path)
    }

    /// The row of a node; `None` if an ancestor is collapsed or the node is filtered out.
    pub fn row_of(&self, path: &[u32]) -> Option<u64> {
        self.root.row_of(path)
    }

    pub fn is_open(&self, path: &[u32]) -> bool {
        self.root.find(path).is_some()
    }

    /// Expands a node of `count` children, whose ancestors are expanded. Returns `false` if nothing
    /// changed.
    pub fn expand(&mut self, path: &[u32], count: u32) -> bool {
        count > 0 && self.root.expand(path, count)
    }

    pub fn collapse(&mut self, path: &[u32]) -> bool {
        self.root.collapse(path)
    }

    /// Makes a node and its ancestors visible, in an outline that began [empty](Outline::empty).
    pub fn pick(&mut self, path: &[u32]) {
        self.root.pick(path);
    }

    /// All expanded nodes, parents first.
    pub fn open_paths(&self) -> Vec<Path> {
        let mut out = Vec::new();
        self.root.paths(&mut Path::new(), &mut out);
        out
    }
}
