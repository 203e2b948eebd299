use gouraud::export::gif::indexed;
use gouraud::scene::RenderedFrame;

fn drawn(pixels: Vec<[u8; 3]>) -> RenderedFrame {
    RenderedFrame { width: pixels.len() as u32, height: 1, pixels }
}

#[test]
fn keeps_few_colours_exact() {
    let (colours, pixels) = indexed(&drawn(vec![[1, 2, 3], [9, 9, 9], [1, 2, 3]]));
    assert_eq!((colours, pixels), (vec![1, 2, 3, 9, 9, 9], vec![0, 1, 0]));
    let all: Vec<[u8; 3]> = (0..=255).map(|v| [v, 0, 0]).collect();
    assert_eq!(indexed(&drawn(all)).1, (0..=255).collect::<Vec<u8>>());
}

#[test]
fn reduces_many_colours_to_the_nearest_of_256() {
    let all: Vec<[u8; 3]> = (0..1000u32).map(|v| [(v / 4) as u8, 0, (v % 4) as u8]).collect();
    let (colours, pixels) = indexed(&drawn(all.clone()));
    assert!(colours.len() <= 768 && pixels.len() == 1000);
    for ([r, ..], index) in all.iter().zip(pixels) {
        assert!(r.abs_diff(colours[3 * usize::from(index)]) <= 8, "{r}");
    }
}
