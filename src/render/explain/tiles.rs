//! Faces by the tiles of the target that they may cover, so that a pixel tests few of them.

/// Pixels of a tile along each side.
const SIDE: u32 = 32;

/// Maximum number of tiles that list a face; larger faces are tested for every pixel.
const MAX_TILES: u64 = 16;

/// Columns and rows of the target: the first and the last of each.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub columns: [u32; 2],
    pub rows: [u32; 2],
}

impl Area {
    /// `true` if a pixel is in the area.
    pub fn contains(&self, (x, y): (u32, u32)) -> bool {
        let within = |[first, last]: [u32; 2], at| first <= at && at <= last;
        within(self.columns, x) && within(self.rows, y)
    }
}

/// Numbers of areas by tile.
#[derive(Default)]
pub struct Tiles {
    across: u32,
    down: u32,
    /// Start of each tile's numbers in `listed`, and the end of the last tile.
    starts: Vec<u32>,
    listed: Vec<u32>,
    /// Areas of many tiles.
    large: Vec<u32>,
}

impl Tiles {
    /// Lists areas of a target.
    pub fn new(target: (u32, u32), areas: impl Iterator<Item = Area> + Clone) -> Self {
        let (across, down) = (target.0.div_ceil(SIDE), target.1.div_ceil(SIDE));
        let count = across as usize * down as usize;
        let mut tiles = Self {
            across,
            down,
            starts: vec![0; count + 1],
            listed: Vec::new(),
            large: Vec::new(),
        };
        for (number, area) in (0u32..).zip(areas.clone()) {
            match tiles.covered(area) {
                Some(covered) => covered.for_each(|tile| {
                    if let Some(next) = tiles.starts.get_mut(tile + 1) {
                        *next += 1;
                    }
                }),
                None => tiles.large.push(number),
            }
        }
        let mut sum = 0;
        for start in &mut tiles.starts {
            sum += *start;
            *start = sum;
        }
        tiles.listed = vec![0; sum as usize];
        let mut next = tiles.starts.clone();
        for (number, area) in (0u32..).zip(areas) {
            for tile in tiles.covered(area).into_iter().flatten() {
                let Some(at) = next.get_mut(tile) else { continue };
                if let Some(slot) = tiles.listed.get_mut(*at as usize) {
                    *slot = number;
                }
                *at += 1;
            }
        }
        tiles
    }

    /// Tiles of an area; `None` if there are too many.
    fn covered(&self, area: Area) -> Option<impl Iterator<Item = usize> + use<>> {
        let range = |[first, last]: [u32; 2], count: u32| {
            (first / SIDE).min(count)..(last / SIDE).saturating_add(1).min(count)
        };
        let (columns, rows) = (range(area.columns, self.across), range(area.rows, self.down));
        let number = columns.len() as u64 * rows.len() as u64;
        let across = self.across as usize;
        (number <= MAX_TILES).then(move || {
            rows.flat_map(move |row| {
                columns.clone().map(move |column| row as usize * across + column as usize)
            })
        })
    }

    /// Numbers of the areas that may contain a pixel, in order.
    pub fn at(&self, (x, y): (u32, u32)) -> Vec<u32> {
        let tile = (y / SIDE) as usize * self.across as usize + (x / SIDE) as usize;
        let ends = self.starts.get(tile).zip(self.starts.get(tile + 1));
        let range = ends.map_or(0..0, |(start, end)| *start as usize..*end as usize);
        let listed = self.listed.get(range).unwrap_or_default();
        let mut numbers = [listed, &self.large].concat();
        numbers.sort_unstable();
        numbers
    }
}
