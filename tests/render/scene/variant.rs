use gouraud::scene::*;

#[test]
fn unchosen_options_hide_only_their_exclusive_nodes() {
    let option = |nodes: &[u32]| VariantOption {
        nodes: nodes.iter().copied().map(Id::new).collect(),
        ..Default::default()
    };
    let variant = Variant {
        options: vec![option(&[1, 2]), option(&[2, 4])].into(),
        chosen: Some(Id::new(0)),
        ..Variant::default()
    };
    assert_eq!(variant.hidden_nodes(variant.chosen), [4].map(Id::new));
    assert_eq!(variant.hidden_nodes(None), [1, 2, 2, 4].map(Id::new));
    let node = |parent| Node { parent, ..Node::default() };
    let nodes = vec![
        node(None),
        node(Some(Id::new(0))),
        node(Some(Id::new(1))),
        node(Some(Id::new(0))),
        node(Some(Id::new(3))),
    ];
    let scene = Scene { nodes: nodes.into(), variants: vec![variant].into(), ..Scene::default() };
    assert_eq!(scene.with_all_below(&[Id::new(1)]), [false, true, true, false, false]);
    assert_eq!(scene.unchosen_nodes(&[]), [4].map(Id::new));
}
