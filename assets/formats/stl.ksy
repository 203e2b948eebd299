# Binary STL: triangles without connectivity, as written by modelling and printing programs. The text form, which begins
# with `solid`, is another format.
meta:
  id: stl
  title: Binary STL
  file-extension: stl
  endian: le
doc: A list of triangles. Units are not stored; printing programs assume millimetres.
seq:
  - id: header
    size: 80
    doc: Free text of the program that wrote the file.
  - id: num_triangles
    type: u4
    doc: Number of triangles.
  - id: triangles
    type: triangle
    repeat: expr
    repeat-expr: num_triangles
    doc: The triangles, 50 bytes each.
types:
  triangle:
    doc: A triangle, counter-clockwise as seen from outside.
    seq:
      - id: normal
        type: vector
        doc: Normal of length 1. Many programs store zeros, since it follows from the corners.
      - id: vertices
        type: vector
        repeat: expr
        repeat-expr: 3
        doc: The corners.
      - id: attributes
        type: u2
        -gouraud: {show: hex}
        doc: Zero in most files. Some programs store a colour of 15 bits, others leave spaces here.
  vector:
    doc: A point or a direction.
    seq:
      - id: x
        type: f4
        doc: First coordinate, in units of the file.
      - id: y
        type: f4
        doc: Second coordinate.
      - id: z
        type: f4
        doc: Third coordinate, usually height.
-gouraud:
  claim: _io.size == 84 + 50 * num_triangles
  up: z
  meshes:
    faces:
      each: triangles
      corners: {each: vertices, xyz: '[x, y, z]'}
      fields: [attributes]
