use gouraud::formats::Records;
use gouraud::formats::ssx::mpf::chunk::chunks;
use gouraud::formats::ssx::mpf::records::Vector;

use super::fixture::{board_file, body_file, damaged, head_file, open, problems, quad, read};

#[test]
fn writes_unchanged_files_byte_for_byte() {
    for file in [body_file(), head_file(), board_file()] {
        let bytes = file.write().unwrap();
        assert_eq!(read(&bytes).write().unwrap(), bytes);
        assert_eq!(open(&bytes).content.write().unwrap(), bytes);
        let (read, built) = (read(&bytes), file);
        for (read, built) in read.models.iter().zip(&built.models) {
            assert_eq!(read.groups.len(), built.groups.len());
            assert_eq!((&read.weights, &read.references), (&built.weights, &built.references));
            assert_eq!((&read.bones, &read.materials), (&built.bones, &built.materials));
        }
    }
}

#[test]
fn keeps_uncleared_memory() {
    // Alignment before the mesh data, and the unused numbers of a chunk that is not rigid.
    let bytes = body_file().write().unwrap();
    let data_start = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    let mesh_data = u32::from_le_bytes(bytes[12 + 0x24..12 + 0x28].try_into().unwrap()) as usize;
    let mesh = data_start + mesh_data;
    let odd = damaged(&bytes, mesh - 4, &[0xCD; 4]);
    // After the tag: four codes, the GIF tag, the strip count.
    let odd = damaged(&odd, mesh + 16 + 16 + 16 + 4, &[0xCD; 8]);
    let document = open(&odd);
    assert_eq!(problems(&document), [""; 0]);
    assert_eq!(document.content.write().unwrap(), odd);
}

#[test]
fn keeps_model_order_and_bytes_between_models() {
    let plain = body_file().write().unwrap();
    let number = |at: usize| u32::from_le_bytes(plain[at..at + 4].try_into().unwrap()) as usize;
    let data = number(8);
    let (offset, size) = (number(12 + 80 + 0x10), number(12 + 80 + 0x14));
    // Moves the second model to the end, after twenty other bytes.
    let mut odd = plain.clone();
    odd.extend([0xEE; 20]);
    let moved = (odd.len() - data) as u32;
    odd.extend_from_slice(&plain[data + offset..data + offset + size]);
    odd[12 + 80 + 0x10..12 + 80 + 0x14].copy_from_slice(&moved.to_le_bytes());
    let document = open(&odd);
    assert_eq!(document.content.write().unwrap(), odd);
    // One note at its former position, and one before its new one.
    let expected = ["note 0x", "note 0x"];
    let problems = problems(&document);
    assert_eq!(problems.len(), expected.len(), "{problems:?}");
    assert_eq!(document.tree.coverage().unread, 0);
}

#[test]
fn removes_a_model_and_keeps_the_others() {
    let mut file = read(&body_file().write().unwrap());
    file.models.remove(1);
    file.layout.models.order.clear();
    let document = open(&file.write().unwrap());
    assert_eq!(problems(&document), [""; 0]);
    assert_eq!(document.counts.get("models"), Some(2));
}

#[test]
fn added_model_reads_back() {
    let mut file = read(&head_file().write().unwrap());
    file.models.push(board_file().models[0].clone());
    let again = read(&file.write().unwrap());
    assert_eq!(again.models.len(), 3);
    assert_eq!(again.models[2].name(), "Alp3000");
    assert_eq!(again.models[2].bones, board_file().models[0].bones);
}

#[test]
fn removed_mesh_moves_the_following_data() {
    let mut file = read(&head_file().write().unwrap());
    let before: Vec<Vector> = positions(&file.models[0], 1);
    file.models[0].groups[0].weight_groups[0].meshes.remove(0);
    let again = read(&file.write().unwrap());
    assert_eq!(positions(&again.models[0], 0), before);
    assert_eq!(again.models[0].meshes().next().unwrap().2.keys.len(), 2);
}

fn positions(model: &gouraud::formats::ssx::mpf::records::Model, mesh: usize) -> Vec<Vector> {
    let (_, _, mesh) = model.meshes().nth(mesh).unwrap();
    chunks(mesh)[0].positions.to_vec()
}

#[test]
fn added_bone_moves_the_following_offsets() {
    let bytes = quad();
    let mut file = read(&bytes);
    let mut bone = file.models[0].bones[0];
    bone.parent_file = 0;
    bone.parent = 0;
    file.models[0].bones.push(bone);
    let document = open(&file.write().unwrap());
    assert_eq!(problems(&document), [""; 0]);
    assert_eq!(document.counts.get("bones"), Some(2));
    assert_eq!(document.counts.get("faces"), Some(2));
}
