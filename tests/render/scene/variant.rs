use gouraud::scene::*;

use gouraud::scene::Node;

#[test]
fn options_that_are_not_chosen_hide_what_only_they_hold() {
    let option = |nodes: &[u32]| VariantOption { nodes: nodes.to_vec(), ..Default::default() };
    let variant = Variant {
        options: vec![option(&[1, 2]), option(&[2, 4])],
        chosen: Some(0),
        ..Variant::default()
    };
    assert_eq!(variant.unchosen(variant.chosen), [4]);
    assert_eq!(variant.unchosen(None), [1, 2, 2, 4]);
    let node = |parent| Node { parent, ..Node::default() };
    let nodes = vec![node(None), node(Some(0)), node(Some(1)), node(Some(0)), node(Some(3))];
    let scene = Scene { nodes, variants: vec![variant], ..Scene::default() };
    assert_eq!(scene.with_all_below(&[1]), [false, true, true, false, false]);
    assert_eq!(scene.unchosen_nodes(), [4]);
}
