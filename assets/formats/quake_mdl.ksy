# Quake's model: skins, a mesh, and one list of vertices per frame. Half-Life and 3D GameStudio use the extension for
# other formats.
meta:
  id: quake_mdl
  title: Quake model
  application: Quake
  file-extension: mdl
  encoding: ISO-8859-1
  endian: le
doc: |
  A model that is animated by its vertices. All frames share triangles and texture coordinates. Skins are indices into
  the game's palette, which is not part of the file.
seq:
  - id: magic
    contents: IDPO
    doc: Marks a model of Quake.
  - id: version
    type: u4
    valid: 6
    doc: Always 6.
  - id: scale
    type: vector
    doc: Units per step of a packed coordinate.
  - id: origin
    type: vector
    doc: Position of the packed point 0, 0, 0.
  - id: radius
    type: f4
    doc: Radius of a sphere around the model, in units of the game.
  - id: eyes
    type: vector
    doc: Position of the eyes. The game does not use it.
  - id: num_skins
    type: u4
    doc: Number of skins.
  - id: skin_width
    type: u4
    valid: {min: 1, max: 16384}
    doc: Width of a skin in texels.
  - id: skin_height
    type: u4
    valid: {min: 1, max: 16384}
    doc: Height of a skin in texels.
  - id: num_vertices
    type: u4
    doc: Number of vertices of a frame.
  - id: num_triangles
    type: u4
    doc: Number of triangles.
  - id: num_frames
    type: u4
    doc: Number of frames. A group counts as one.
  - id: timing
    type: u4
    enum: timings
    doc: Start of the animation of skins and frames in groups.
  - id: flags
    type: u4
    -gouraud: {flags: effects}
    doc: Effects of the game.
  - id: size
    type: f4
    doc: Average area of the triangles, by which the game chooses details.
  - id: skins
    type: skin
    repeat: expr
    repeat-expr: num_skins
    doc: Skins.
  - id: points
    type: point
    repeat: expr
    repeat-expr: num_vertices
    doc: Texture coordinates, one for each vertex.
  - id: triangles
    type: triangle
    repeat: expr
    repeat-expr: num_triangles
    doc: Triangles, clockwise as seen from outside.
  - id: frames
    type: frame
    repeat: expr
    repeat-expr: num_frames
    doc: Frames and groups of frames, 10 a second in the game.
  - id: rest
    size-eos: true
    doc: Data of an editor. The program qME appends a block that begins with `QMEX`.
types:
  vector:
    doc: Three numbers.
    seq:
      - id: x
        type: f4
        doc: Forwards, in units of the game.
      - id: y
        type: f4
        doc: To the left.
      - id: z
        type: f4
        doc: Upwards.
  skin:
    doc: A skin, or several that alternate.
    seq:
      - id: kind
        type: u4
        enum: kinds
        doc: One skin or a group.
      - id: num_pictures
        type: u4
        if: kind == kinds::group
        doc: Number of pictures in the group.
      - id: times
        type: f4
        repeat: expr
        repeat-expr: num_pictures
        if: kind == kinds::group
        doc: End of each picture in seconds from the start of the group.
      - id: pictures
        size: _root.skin_width * _root.skin_height
        repeat: expr
        repeat-expr: 'kind == kinds::group ? num_pictures : 1'
        doc: Indices into the game's palette, rows from the top.
  point:
    doc: The texture coordinate of a vertex.
    seq:
      - id: on_seam
        type: u4
        doc: Not 0 if the vertex is on the seam between the front and the back half of the skin.
      - id: s
        type: s4
        doc: Texels from the left.
      - id: t
        type: s4
        doc: Texels from the top.
  triangle:
    doc: A triangle.
    seq:
      - id: is_front
        type: u4
        doc: Not 0 if the triangle is on the front half of the skin.
      - id: corners
        type: corner
        repeat: expr
        repeat-expr: 3
        doc: The corners.
  corner:
    doc: A corner of a triangle.
    seq:
      - id: vertex
        type: u4
        -gouraud: {index: _root.points}
        doc: Vertex of the frame and texture coordinate.
    instances:
      point:
        value: _root.points[vertex]
        doc: Texture coordinate as stored.
      s:
        value: 'point.on_seam != 0 and _parent.is_front == 0 ? point.s + _root.skin_width / 2 : point.s'
        doc: Texels from the left. Vertices on the seam move to the back half for triangles of the back.
  frame:
    doc: A pose, or several that are repeated.
    to-string: pose.name
    seq:
      - id: kind
        type: u4
        enum: kinds
        doc: One pose or a group.
      - id: num_poses
        type: u4
        if: kind == kinds::group
        doc: Number of poses in the group.
      - id: lowest
        type: vertex
        if: kind == kinds::group
        doc: Lowest corner of the box around all poses.
      - id: highest
        type: vertex
        if: kind == kinds::group
        doc: Highest corner of the box around all poses.
      - id: times
        type: f4
        repeat: expr
        repeat-expr: num_poses
        if: kind == kinds::group
        doc: End of each pose in seconds from the start of the group.
      - id: poses
        type: pose
        repeat: expr
        repeat-expr: 'kind == kinds::group ? num_poses : 1'
        doc: Poses.
    instances:
      pose:
        value: poses[0]
        doc: First pose.
  pose:
    doc: Positions of all vertices at one moment.
    to-string: name
    seq:
      - id: lowest
        type: vertex
        doc: Lowest corner of the box around the pose.
      - id: highest
        type: vertex
        doc: Highest corner of the box around the pose.
      - id: name
        type: strz
        size: 16
        doc: Name of the animation and number in it, such as `run3`.
      - id: vertices
        type: vertex
        repeat: expr
        repeat-expr: _root.num_vertices
        doc: Packed positions.
  vertex:
    doc: A packed position with a packed normal.
    seq:
      - id: x
        type: u1
        doc: Steps of `scale.x` from `origin.x`, forwards.
      - id: y
        type: u1
        doc: Steps of `scale.y` from `origin.y`, to the left.
      - id: z
        type: u1
        doc: Steps of `scale.z` from `origin.z`, upwards.
      - id: normal
        type: u1
        doc: Index into the game's table of 162 directions.
enums:
  kinds:
    0: single
    1: group
  timings:
    0: {id: together, doc: All copies of the model change at the same time}
    1: {id: random, doc: Every copy starts at a random time}
  effects:
    0x01: {id: rocket, doc: Smoke and light of a rocket}
    0x02: {id: grenade, doc: Smoke of a grenade}
    0x04: {id: gib, doc: Trail of blood}
    0x08: {id: rotate, doc: The model turns about its vertical axis}
    0x10: {id: tracer, doc: Green trail}
    0x20: {id: zombie_gib, doc: Short trail of blood}
    0x40: {id: tracer_2, doc: Orange trail}
    0x80: {id: tracer_3, doc: Purple trail}
-gouraud:
  version: version
  up: z
  pictures:
    each: skins
    name: '"skin " + _index.to_s'
    width: _root.skin_width
    height: _root.skin_height
    coding: l8
    data: pictures[0]
  meshes:
    each: frames
    name: pose.name
    front: clockwise
    positions: {each: pose.vertices, xyz: '[x * _root.scale.x + _root.origin.x, y * _root.scale.y + _root.origin.y, z * _root.scale.z + _root.origin.z]'}
    faces:
      each: _root.triangles
      corners: {each: corners, position: vertex, uv: '[s + 0.5, point.t + 0.5]'}
      uv-unit: texels
      texture: '_root.num_skins == 0 ? -1 : 0'
      fields: [is_front]
  # The first frame is displayed; the others are models of their own.
  nodes: {mesh: 0, if: num_frames != 0}
