# The model of PlayStation's libraries: objects with vertices, normals and primitives. A primitive is stored as the
# packet of the graphics chip that is made of it, without positions.
meta:
  id: psx_tmd
  title: PlayStation model (TMD)
  file-extension: tmd
  endian: le
doc: |
  Textures are not part of the file: a textured primitive names a page and a palette of video memory. The axes are those
  of the screen: x to the right, y down, z away from the viewer.
seq:
  - id: magic
    contents: [0x41, 0, 0, 0]
    doc: Marks a model.
  - id: flags
    type: u4
    valid: {any-of: [0, 1]}
    -gouraud: {flags: file_flags}
    doc: Meaning of the addresses.
  - id: num_objects
    type: u4
    doc: Number of objects.
  - id: objects
    type: object
    repeat: expr
    repeat-expr: num_objects
    doc: Table of objects.
instances:
  start:
    value: 'flags & 1 == 0 ? 12 : 12 + num_objects * sizeof<object> - objects[0].lowest'
    doc: |
      Offset in the file of the address 0. In a file that was saved from memory it is found from the first object, whose
      data follow the table.
types:
  object:
    doc: A model of its own.
    seq:
      - id: ofs_vertices
        type: u4
        doc: Offset of the vertices in bytes from the table of objects, or an address in memory.
      - id: num_vertices
        type: u4
        doc: Number of vertices.
      - id: ofs_normals
        type: u4
        doc: Offset of the normals in bytes.
      - id: num_normals
        type: u4
        doc: Number of normals.
      - id: ofs_primitives
        type: u4
        doc: Offset of the primitives in bytes.
      - id: num_primitives
        type: u4
        doc: Number of primitives.
      - id: scale
        type: s4
        doc: Exponent of 2 by which a position is multiplied. Sony's libraries ignore it, and so does this description.
    instances:
      lowest:
        value: 'num_normals == 0 ? [ofs_vertices, ofs_primitives].min : [ofs_vertices, ofs_normals, ofs_primitives].min'
        doc: The lowest of the three addresses.
      vertices:
        pos: ofs_vertices + _root.start
        type: vertex
        repeat: expr
        repeat-expr: num_vertices
        doc: Positions, which primitives refer to by index.
      normals:
        pos: ofs_normals + _root.start
        type: normal
        repeat: expr
        repeat-expr: num_normals
        doc: Directions, which primitives refer to by index.
      primitives:
        pos: ofs_primitives + _root.start
        type: primitive
        repeat: expr
        repeat-expr: num_primitives
        doc: Polygons, lines and sprites in the order in which they are drawn.
  vertex:
    doc: A position.
    seq:
      - id: x
        type: s2
        doc: To the right, in units of the model.
      - id: y
        type: s2
        doc: Downwards.
      - id: z
        type: s2
        doc: Away from the viewer.
      - id: reserved
        type: u2
        doc: Not used.
  normal:
    doc: A direction of length 1.
    seq:
      - id: x
        type: s2
        -gouraud: {fixed: 12}
        doc: To the right, in 4096ths.
      - id: y
        type: s2
        -gouraud: {fixed: 12}
        doc: Downwards.
      - id: z
        type: s2
        -gouraud: {fixed: 12}
        doc: Away from the viewer.
      - id: reserved
        type: u2
        doc: Not used.
  primitive:
    doc: A polygon, line or sprite.
    to-string: '(is_polygon ? (is_quad ? "quad" : "triangle") : kind == kinds::line ? "line" : "sprite") + (is_textured ? ", textured" : "")'
    seq:
      - id: len_packet
        type: u1
        doc: Size of the packet for the graphics chip, in words of 4 bytes.
      - id: len_body
        type: u1
        doc: Size of the data that follow, in words of 4 bytes.
      - id: flags
        type: u1
        -gouraud: {flags: primitive_flags}
        doc: How the primitive is lit and culled.
      - id: mode
        type: u1
        -gouraud: {show: hex}
        doc: |
          Command of the graphics chip. The upper three bits are the kind. In a polygon, bit 4 is smooth shading, bit 3 a
          quad, bit 2 a texture, bit 1 blending, and bit 0 a texture without modulation by brightness. In a sprite,
          bits 3 and 4 are the size.
      - id: body
        size: len_body * 4
        type:
          switch-on: kind
          cases:
            kinds::polygon: polygon
            kinds::line: line
            kinds::sprite: sprite
        doc: Texture coordinates, colours and indices.
    instances:
      kind:
        value: mode >> 5
        enum: kinds
        doc: Polygon, line or sprite.
      is_polygon:
        value: kind == kinds::polygon
        doc: A triangle or a quad.
      is_smooth:
        value: mode & 0x10 != 0
        doc: Every corner has its own normal or colour.
      is_quad:
        value: is_polygon and mode & 8 != 0
        doc: Four corners instead of three.
      is_textured:
        value: mode & 4 != 0 and kind != kinds::line
        doc: A polygon or sprite with a texture.
      is_translucent:
        value: mode & 2 != 0
        doc: Blended with the picture behind it.
      is_lit:
        value: flags & 1 == 0
        doc: Colours are computed from lights and normals.
      num_corners:
        value: 'is_quad ? 4 : 3'
        doc: Corners of a polygon.
      num_colours:
        value: 'is_textured and is_lit ? 0 : (is_lit ? flags & 4 != 0 : is_smooth) ? num_corners : 1'
        doc: Stored colours. Lit textures have none. Lit colours form a gradient only if the flag says so.
      blend:
        value: '["average", "add", "subtract", "add-quarter"][is_textured ? body.as<polygon>.texture[1].word >> 5 & 3 : 0]'
        if: is_polygon
        doc: Blending mode of the texture page. Without a texture the program chooses it; average is the usual one.
  polygon:
    doc: A triangle, or a quad whose diagonal joins the corners 1 and 2.
    seq:
      - id: texture
        type: texture_corner
        repeat: expr
        repeat-expr: _parent.num_corners
        if: _parent.is_textured
        doc: Texture coordinates. The first also has the palette and the second the page.
      - id: colours
        type: colour
        repeat: expr
        repeat-expr: _parent.num_colours
        doc: One colour, or one for each corner.
      - id: corners
        type: corner(_index, _parent.is_lit and (_parent.is_smooth or _index == 0))
        repeat: expr
        repeat-expr: _parent.num_corners
        doc: Vertices and normals. Flat lit polygons have one normal before their first vertex.
  texture_corner:
    doc: A texture coordinate and a word.
    seq:
      - id: u
        type: u1
        doc: Texels from the left of the page.
      - id: v
        type: u1
        doc: Texels from the top of the page.
      - id: word
        type: u2
        -gouraud: {show: hex}
        doc: |
          Palette in the first corner: bits 0 to 5 are x in steps of 16 pixels of video memory, bits 6 to 14 are y. Page
          in the second: bits 0 to 3 are x in steps of 64 pixels, bit 4 is y in steps of 256, bits 5 and 6 are the blending
          mode, bits 7 and 8 the depth (4, 8, 15 bits). Not used in the others.
  colour:
    doc: A colour.
    seq:
      - id: r
        type: u1
        doc: Red from 0 to 255. 128 leaves a texture as it is.
      - id: g
        type: u1
        doc: Green.
      - id: b
        type: u1
        doc: Blue.
      - id: command
        type: u1
        -gouraud: {show: hex}
        doc: The mode again in the first colour.
  corner:
    doc: A corner of a polygon.
    params:
      - {id: index, type: u1, doc: Number of the corner}
      - {id: has_normal, type: bool, doc: A normal is stored before the vertex}
    seq:
      - id: normal
        type: u2
        if: has_normal
        doc: Index of the normal.
      - id: vertex
        type: u2
        doc: Index of the vertex.
    instances:
      shading_normal:
        value: 'has_normal ? normal : _parent.corners[0].normal'
        if: _parent._parent.is_lit
        doc: Normal of the corner, or of the polygon.
      colour:
        value: '_parent.colours[_parent.colours.size == 1 ? 0 : index]'
        if: _parent.colours.size != 0
        doc: Colour of the corner, or of the polygon.
      uv:
        value: _parent.texture[index]
        if: _parent._parent.is_textured
        doc: Texture coordinate of the corner.
  line:
    doc: A line in one colour, or with a colour at each end.
    seq:
      - id: colours
        type: colour
        repeat: expr
        repeat-expr: '_parent.is_smooth ? 2 : 1'
        doc: Colours of the ends.
      - id: vertices
        type: u2
        repeat: expr
        repeat-expr: 2
        doc: Indices of the vertices.
  sprite:
    doc: An upright rectangle at a vertex.
    seq:
      - id: vertex
        type: u2
        doc: Index of the vertex.
      - id: page
        type: u2
        -gouraud: {show: hex}
        doc: Page of the texture and blending mode.
      - id: u
        type: u1
        doc: Texels from the left of the page.
      - id: v
        type: u1
        doc: Texels from the top of the page.
      - id: palette
        type: u2
        -gouraud: {show: hex}
        doc: Position of the palette in video memory.
      - id: width
        type: u2
        if: _parent.mode & 0x18 == 0
        doc: Width in pixels. Other modes have 1, 8 or 16 by 1, 8 or 16 pixels.
      - id: height
        type: u2
        if: _parent.mode & 0x18 == 0
        doc: Height in pixels.
enums:
  kinds:
    1: polygon
    2: line
    3: sprite
  file_flags:
    1: {id: absolute, doc: Addresses are those of memory}
  primitive_flags:
    1: {id: unlit, doc: Stored colours are displayed without lights}
    2: {id: double_sided, doc: Both sides are visible}
    4: {id: gradient, doc: A lit polygon without texture has a colour for each corner}
-gouraud:
  claim: num_objects != 0 and 12 + num_objects * sizeof<object> <= _io.size and start + objects[0].ofs_vertices <= _io.size and start + objects[0].ofs_primitives <= _io.size
  up: -y
  meshes:
    each: objects
    name: '"object " + _index.to_s'
    front: clockwise
    positions: {each: vertices, xyz: '[x, y, z]'}
    normals: {each: normals, xyz: '[x / 4096.0, y / 4096.0, z / 4096.0]'}
    faces:
      - each: primitives
        if: is_polygon and is_lit and not is_textured
        shape: 'is_quad ? "quad-strip" : "polygon"'
        corners: {each: body.as<polygon>.corners, position: vertex, normal-index: shading_normal, colour: '[colour.r, colour.g, colour.b]'}
        double-sided: flags & 2 != 0
        blend: 'is_translucent ? blend : "none"'
        fields: [flags, mode]
      - each: primitives
        if: is_polygon and is_lit and is_textured
        shape: 'is_quad ? "quad-strip" : "polygon"'
        corners: {each: body.as<polygon>.corners, position: vertex, normal-index: shading_normal, uv: '[uv.u / 256.0, uv.v / 256.0]'}
        double-sided: flags & 2 != 0
        blend: 'is_translucent ? blend : "none"'
        fields: [flags, mode]
      - each: primitives
        if: is_polygon and not is_lit and not is_textured
        shape: 'is_quad ? "quad-strip" : "polygon"'
        corners: {each: body.as<polygon>.corners, position: vertex, colour: '[colour.r, colour.g, colour.b]'}
        double-sided: flags & 2 != 0
        blend: 'is_translucent ? blend : "none"'
        fields: [flags, mode]
      - each: primitives
        if: is_polygon and not is_lit and is_textured
        shape: 'is_quad ? "quad-strip" : "polygon"'
        corners: {each: body.as<polygon>.corners, position: vertex, uv: '[uv.u / 256.0, uv.v / 256.0]', colour: '[colour.r, colour.g, colour.b]'}
        scale-colour: 128
        double-sided: flags & 2 != 0
        blend: 'is_translucent ? blend : "none"'
        fields: [flags, mode]
