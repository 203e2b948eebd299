use gouraud::scene::{Element, ElementGroup, Id, Node, Scene};

#[test]
fn children_follow_their_parents() {
    // 0 is the parent of 1 and 3, 1 of 4; 2 is another root; 5 is its own parent, and the
    // parent of 6 does not precede it.
    let parents = [None, Some(0), None, Some(0), Some(1), Some(5), Some(9)];
    let node = |parent: Option<usize>| Node { parent: parent.map(Id::at), ..Node::default() };
    let scene = Scene { nodes: parents.map(node).to_vec().into(), ..Scene::default() };
    let expected = [(0, 1), (1, 2), (4, 3), (3, 2), (2, 1), (5, 1), (6, 1)];
    let expected = expected.map(|(node, depth)| (Element::Node(Id::new(node)), depth));
    assert_eq!(ElementGroup::Nodes.elements(&scene).collect::<Vec<_>>(), expected);
}
