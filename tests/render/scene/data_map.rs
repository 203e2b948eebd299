use gouraud::scene::{ByteRows, DataMap, Origin};

fn piece(start: u64, bytes: u64, stride: u64, rows: u64) -> ByteRows {
    ByteRows {
        name: String::new(),
        element: None,
        start,
        bytes,
        stride,
        rows,
        colour: [0; 3],
        origin: Origin::default(),
    }
}

/// Pages of 512 × 256 bytes: a cell is 8 bytes wide and 8 rows high.
fn storage(len: u64, pieces: Vec<ByteRows>) -> DataMap {
    DataMap { len, row: 512, rows: 256, pieces, ..DataMap::default() }
}

#[test]
fn maps_a_rectangle_to_its_page() {
    // 16 bytes wide, 8 rows high, 24 bytes and 8 rows into the second page.
    let second = 512 * 256;
    let pages =
        storage(2 * second, vec![piece(second + 8 * 512 + 24, 16, 512, 8)]).looked_through().pages;
    assert_eq!(pages.used, [0, 128]);
    let there: Vec<usize> =
        (0..pages.cells.len()).filter(|at| pages.cells[*at].piece == 1).collect();
    let first = (32 + 1) * 64 + 3;
    assert_eq!(there, [first, first + 1]);
}

#[test]
fn reports_bytes_in_use_by_two_blocks() {
    let both = vec![piece(0, 64, 64, 4), piece(128, 64, 64, 4)];
    let pages = storage(1024, both).looked_through().pages;
    assert_eq!(pages.used, [384], "128 of 512 bytes are shared");
    assert_eq!(pages.all_shared().into_iter().collect::<Vec<_>>(), [(1, 128)]);
    assert!(pages.cells[16].shared && !pages.cells[8].shared);
}

#[test]
fn a_block_without_a_stride_is_one_row() {
    let pages = storage(1024, vec![piece(0, 64, 0, u64::MAX)]).looked_through().pages;
    assert_eq!((pages.used, pages.is_cut), (vec![64], false));
}

#[test]
fn bounds_blocks_beyond_the_file() {
    let odd = vec![piece(u64::MAX - 4, 9, u64::MAX, u64::MAX), piece(0, u64::MAX, 0, u64::MAX)];
    let pages = storage(u64::MAX, odd).looked_through().pages;
    assert!(pages.is_cut && pages.used.len() == 2048);
    assert!(storage(0, Vec::new()).looked_through().pages.cells.is_empty());
    assert!(DataMap::default().looked_through().pages.used.is_empty());
}
