# The header of most TotemTech resources, imported by their descriptions. It shows how a file decides its own byte order.
meta:
  id: totem_header
  title: TotemTech resource header
  endian:
    switch-on: order
    cases:
      '[0, 7]': be
      '[0, 12]': be
      '[0, 16]': be
      _: le
doc: Bounds and kind of a resource, 100 bytes. GameCube files are big-endian, those of PlayStation 2 little-endian.
seq:
  - id: sphere
    type: f4
    repeat: expr
    repeat-expr: 4
    doc: Centre and radius of a sphere around the resource.
  - id: box
    type: f4
    repeat: expr
    repeat-expr: 16
    doc: Matrix of a box around the resource, for row vectors. It does not move the resource.
  - id: unknown_50
    size: 16
    doc: Not known. Half the size of the box in later versions of the engine.
  - id: kind
    type: u2
    enum: kinds
    doc: Class of the resource.
  - id: flags
    type: u2
    -gouraud: {show: hex}
    doc: Bits that differ from class to class.
instances:
  order:
    pos: 0x60
    size: 2
    doc: The bytes of the kind. The first is 0 in big-endian files.
enums:
  kinds:
    1: surface
    2: spline
    3: skin
    4: billboard
    5: object
    6: mesh
    7: camera
    10: occluder
    11: camera_zone
    12: light
    13: fog
    14: volume
    16: lamp
    18: particles
