//! The memory that reading a file may take.

/// Maximum memory for a small file: of an empty one, in bytes, and in addition per byte of the file and of its
/// unpacked parts.
const SMALL: usize = 8 << 20;
const PER_BYTE_OF_SMALL: usize = 64;
/// Maximum memory for other files: in addition to these bytes, per byte of the file. Unpacked parts allow one byte
/// per byte.
const LARGE: usize = 36 << 20;
const PER_BYTE_OF_LARGE: usize = 4;
/// Memory for views of a file in addition to that of its objects: of a small file, in times of the memory for
/// objects; of others, per two bytes of the file.
const VIEWS_OF_SMALL: usize = 2;
const VIEWS_PER_TWO_BYTES: usize = 1;

/// A view that is made of a file by its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    Scene,
    Members,
    Names,
    Counts,
}

impl View {
    /// The word in messages.
    pub fn name(self) -> &'static str {
        match self {
            View::Scene => "the scene takes",
            View::Members => "the members take",
            View::Names => "the names take",
            View::Counts => "counting takes",
        }
    }
}

/// Maximum memory of a file, and the memory of its views, by their sizes, in bytes.
#[derive(Default)]
pub(super) struct MemoryLimit {
    objects: usize,
    /// The limit of objects and views together.
    all: usize,
    views: [usize; 3],
}

impl MemoryLimit {
    /// The limit for a file with unpacked parts.
    pub fn of(file: usize, unpacked: usize) -> Self {
        let mut limit = Self::default();
        limit.allow(file, unpacked);
        limit
    }

    /// Sets the limit for a file with unpacked parts.
    pub fn allow(&mut self, file: usize, unpacked: usize) {
        let both = file.saturating_add(unpacked);
        let small = SMALL.saturating_add(both.saturating_mul(PER_BYTE_OF_SMALL));
        let large = file.saturating_mul(PER_BYTE_OF_LARGE).saturating_add(unpacked);
        let large = LARGE.saturating_add(large);
        let more = (file / 2).saturating_mul(VIEWS_PER_TWO_BYTES);
        self.objects = small.min(large);
        self.all = small.saturating_mul(VIEWS_OF_SMALL).min(large.saturating_add(more));
    }

    /// The limit that objects and values of this size exceed.
    pub fn exceeded(&self, objects: usize) -> Option<usize> {
        // Fields can be read even if the views take all of their memory.
        let views = self.views.iter().sum::<usize>().min(self.all / 2);
        let most = self.objects.min(self.all - views);
        (objects > most).then_some(most)
    }

    /// Starts a view, which replaces the previous one of its kind.
    pub fn begin(&mut self, view: View) {
        self.release(view, usize::MAX);
    }

    /// `true` if views may take this much more memory in addition to the objects.
    pub fn has_room(&self, objects: usize, size: usize) -> bool {
        let views: usize = self.views.iter().sum();
        objects.saturating_add(views).saturating_add(size) <= self.all
    }

    /// Adds memory of a view.
    pub fn take(&mut self, view: View, size: usize) {
        if let Some(taken) = self.of_view(view) {
            *taken = taken.saturating_add(size);
        }
    }

    /// Releases memory of a view.
    pub fn release(&mut self, view: View, size: usize) {
        if let Some(taken) = self.of_view(view) {
            *taken = taken.saturating_sub(size);
        }
    }

    /// Memory of a view; `None` for counts, which are not stored.
    fn of_view(&mut self, view: View) -> Option<&mut usize> {
        let [scene, members, names] = &mut self.views;
        match view {
            View::Scene => Some(scene),
            View::Members => Some(members),
            View::Names => Some(names),
            View::Counts => None,
        }
    }
}
