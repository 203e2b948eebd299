# Quake II's model: a mesh with one list of vertices per frame. Skins are files of their own (PCX).
meta:
  id: quake_md2
  title: Quake II model
  application: Quake II
  file-extension: md2
  encoding: ISO-8859-1
  endian: le
doc: A model that is animated by its vertices. All frames share triangles and texture coordinates.
seq:
  - id: magic
    contents: IDP2
    doc: Marks a model of Quake II.
  - id: version
    type: u4
    valid: 8
    doc: Always 8.
  - id: skin_width
    type: u4
    doc: Width of a skin in texels.
  - id: skin_height
    type: u4
    doc: Height of a skin in texels.
  - id: len_frame
    type: u4
    doc: Size of a frame in bytes, 40 + 4 for each vertex.
  - id: num_skins
    type: u4
    doc: Number of skins.
  - id: num_vertices
    type: u4
    doc: Number of vertices of a frame.
  - id: num_points
    type: u4
    doc: Number of texture coordinates.
  - id: num_triangles
    type: u4
    doc: Number of triangles.
  - id: num_command_words
    type: u4
    doc: Size of the drawing commands in words of 4 bytes.
  - id: num_frames
    type: u4
    doc: Number of frames.
  - id: ofs_skins
    type: u4
    doc: Offset of the skins in bytes.
  - id: ofs_points
    type: u4
    doc: Offset of the texture coordinates in bytes.
  - id: ofs_triangles
    type: u4
    doc: Offset of the triangles in bytes.
  - id: ofs_frames
    type: u4
    doc: Offset of the frames in bytes.
  - id: ofs_commands
    type: u4
    doc: Offset of the drawing commands in bytes.
  - id: len_file
    type: u4
    doc: Size of the file in bytes.
instances:
  skins:
    pos: ofs_skins
    type: strz
    size: 64
    repeat: expr
    repeat-expr: num_skins
    doc: Paths of the skins in the game's folder.
  points:
    pos: ofs_points
    type: point
    repeat: expr
    repeat-expr: num_points
    doc: Texture coordinates.
  triangles:
    pos: ofs_triangles
    type: triangle
    repeat: expr
    repeat-expr: num_triangles
    doc: Triangles, clockwise as seen from outside.
  frames:
    pos: ofs_frames
    type: frame
    size: len_frame
    repeat: expr
    repeat-expr: num_frames
    doc: Frames, 10 a second in the game.
  commands:
    pos: ofs_commands
    type: commands
    size: num_command_words * 4
    if: num_command_words != 0
    doc: The triangles again, as strips and fans for drawing.
types:
  point:
    doc: A texture coordinate.
    seq:
      - id: s
        type: s2
        doc: Texels from the left.
      - id: t
        type: s2
        doc: Texels from the top.
  triangle:
    doc: A triangle of vertices and texture coordinates.
    seq:
      - id: vertices
        type: u2
        repeat: expr
        repeat-expr: 3
        -gouraud: {index: _root.frames.first.vertices}
        doc: Vertices of the corners.
      - id: points
        type: u2
        repeat: expr
        repeat-expr: 3
        -gouraud: {index: _root.points}
        doc: Texture coordinates of the corners.
  frame:
    doc: Positions of all vertices at one moment.
    to-string: name
    seq:
      - id: scale
        type: vector
        doc: Units per step of a packed coordinate.
      - id: origin
        type: vector
        doc: Position of the packed point 0, 0, 0.
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
  commands:
    doc: Drawing commands up to an empty one.
    seq:
      - id: items
        type: command
        repeat: until
        repeat-until: _.count == 0
        doc: Strips and fans.
  command:
    doc: A strip or a fan.
    seq:
      - id: count
        type: s4
        doc: Number of corners. Positive for a strip, negative for a fan, 0 at the end.
      - id: corners
        type: command_corner
        repeat: expr
        repeat-expr: 'count < 0 ? -count : count'
        doc: Corners in the order in which they are drawn.
  command_corner:
    doc: A corner of a strip or fan.
    seq:
      - id: s
        type: f4
        doc: Fraction of the skin's width from the left.
      - id: t
        type: f4
        doc: Fraction of the skin's height from the top.
      - id: vertex
        type: u4
        -gouraud: {index: _root.frames.first.vertices}
        doc: Vertex of the frame.
-gouraud:
  version: version
  up: z
  meshes:
    each: frames
    name: name
    front: clockwise
    positions: {each: vertices, xyz: '[x * _parent.scale.x + _parent.origin.x, y * _parent.scale.y + _parent.origin.y, z * _parent.scale.z + _parent.origin.z]'}
    uvs: {each: _root.points, uv: '[(s + 0.5) / _root.skin_width, (t + 0.5) / _root.skin_height]'}
    faces:
      each: _root.triangles
      corners: {position: vertices, uv-index: points}
  # The first frame is displayed; the others are models of their own.
  nodes: {mesh: 0, if: num_frames != 0}
  texts: {each: skins, name: '"skin " + _index.to_s', text: _}
