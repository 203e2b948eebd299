# Doom's archive of lumps, with the walls of its levels. Lumps have names of eight letters, which levels repeat: a lump
# belongs to the level whose name is before it.
meta:
  id: doom_wad
  title: Doom archive
  application: Doom, Doom II, Heretic, Strife
  file-extension: wad
  encoding: ISO-8859-1
  endian: le
doc: |
  A directory of lumps. Levels, palettes, flats, sounds and lists of textures are described here. Wall patches and sprites are
  stored in columns, which is not described. Levels of Hexen have longer records and are left out.
seq:
  - id: magic
    size: 4
    type: str
    valid: {any-of: ['"IWAD"', '"PWAD"']}
    doc: '`IWAD` for the files of a game, `PWAD` for additions.'
  - id: num_lumps
    type: u4
    doc: Number of lumps.
  - id: ofs_lumps
    type: u4
    doc: Offset of the directory in bytes.
instances:
  lumps:
    pos: ofs_lumps
    type: lump(_index)
    repeat: expr
    repeat-expr: num_lumps
    doc: The directory.
  first_things:
    value: lumps[1].things
    if: num_lumps > 1 and lumps[1].name == "THINGS"
    doc: Things of a level that is first in the file.
types:
  lump:
    doc: A named part of the file.
    to-string: path
    params:
      - {id: index, type: u4, doc: Number of the lump}
    seq:
      - id: ofs_body
        type: u4
        doc: Offset of the content in bytes. Empty lumps may have 0.
      - id: len_body
        type: u4
        doc: Size of the content in bytes.
      - id: name
        type: strz
        size: 8
        doc: Name in capitals. Markers without content begin a level or enclose a group.
    instances:
      body:
        pos: ofs_body
        size: len_body
        doc: Content.
      is_level_part:
        value: |
          name == "THINGS" or name == "LINEDEFS" or name == "SIDEDEFS" or name == "VERTEXES" or name == "SEGS"
          or name == "SSECTORS" or name == "NODES" or name == "SECTORS" or name == "REJECT" or name == "BLOCKMAP"
          or name == "BEHAVIOR"
        doc: The lump belongs to the level before it.
      level:
        value: '_root.lumps[index - 1].is_level_part ? _root.lumps[index - 1].level.as<str> : _root.lumps[index - 1].name'
        if: is_level_part and index > 0
        doc: Name of the level.
      path:
        value: 'is_level_part and index > 0 ? level + "/" + name : name'
        doc: Name with the level.
      is_linedefs:
        value: name == "LINEDEFS" and index + 6 < _root.num_lumps and _root.lumps[index + 6].name == "SECTORS" and not (index + 9 < _root.num_lumps and _root.lumps[index + 9].name == "BEHAVIOR")
        doc: Walls of a level in Doom's format.
      level_vertexes:
        value: _root.lumps[index + 2].vertexes
        if: is_linedefs
        doc: Points of the level.
      level_sidedefs:
        value: _root.lumps[index + 1].sidedefs
        if: is_linedefs
        doc: Sides of the level.
      level_sectors:
        value: _root.lumps[index + 6].sectors
        if: is_linedefs
        doc: Sectors of the level.
      levels_before:
        value: 'index == 0 ? 0 : _root.lumps[index - 1].levels_before.as<u4> + (_root.lumps[index - 1].is_linedefs ? 1 : 0)'
        doc: Number of levels whose walls are before this lump.
      things:
        pos: ofs_body
        type: thing
        repeat: expr
        repeat-expr: len_body / sizeof<thing>
        if: name == "THINGS" and not (index + 10 < _root.num_lumps and _root.lumps[index + 10].name == "BEHAVIOR")
        doc: Monsters, items and starts.
      linedefs:
        pos: ofs_body
        type: linedef
        repeat: expr
        repeat-expr: len_body / sizeof<linedef>
        if: is_linedefs
        doc: Walls and triggers.
      sidedefs:
        pos: ofs_body
        type: sidedef
        repeat: expr
        repeat-expr: len_body / sizeof<sidedef>
        if: name == "SIDEDEFS"
        doc: Sides of walls.
      vertexes:
        pos: ofs_body
        type: vertex
        repeat: expr
        repeat-expr: len_body / sizeof<vertex>
        if: name == "VERTEXES"
        doc: Points of the map.
      segs:
        pos: ofs_body
        type: seg
        repeat: expr
        repeat-expr: len_body / sizeof<seg>
        if: name == "SEGS"
        doc: Parts of walls, grouped by subsector.
      subsectors:
        pos: ofs_body
        type: subsector
        repeat: expr
        repeat-expr: len_body / sizeof<subsector>
        if: name == "SSECTORS"
        doc: Convex parts of sectors.
      nodes:
        pos: ofs_body
        type: node
        repeat: expr
        repeat-expr: len_body / sizeof<node>
        if: name == "NODES"
        doc: Tree that divides the level. The last node is the root.
      sectors:
        pos: ofs_body
        type: sector
        repeat: expr
        repeat-expr: len_body / sizeof<sector>
        if: name == "SECTORS"
        doc: Areas of one height.
      patches:
        pos: ofs_body
        size: len_body
        type: patch_names
        if: name == "PNAMES"
        doc: Names of wall patches.
      textures:
        pos: ofs_body
        size: len_body
        type: textures
        if: name == "TEXTURE1" or name == "TEXTURE2"
        doc: Wall textures.
      palette:
        pos: ofs_body
        size: 768
        if: name == "PLAYPAL"
        doc: The normal palette, 256 colours. The others are for damage, items and the suit.
      is_flat:
        value: len_body == 4096 and not is_level_part
        doc: A floor of 64 by 64 pixels. Flats have no header, so the size decides.
      first_word:
        pos: ofs_body
        type: u2
        if: len_body > 40
        doc: First number of the content, 3 for sampled sounds.
      is_sound:
        value: 'len_body > 40 and name.length > 2 and name.substring(0, 2) == "DS" and first_word == 3'
        doc: A sampled sound by its name and its first number. Newer programs also accept other files under these names.
      sound:
        pos: ofs_body
        size: len_body
        type: sound
        if: is_sound
        doc: A sampled sound.
  thing:
    doc: A monster, item or start.
    seq:
      - id: x
        type: s2
        doc: East, in units of the map.
      - id: y
        type: s2
        doc: North.
      - id: angle
        type: u2
        -gouraud: {unit: °}
        doc: Direction in degrees, counter-clockwise from east.
      - id: kind
        type: u2
        doc: Number of the kind. 1 is the start of the first player.
      - id: flags
        type: u2
        -gouraud: {flags: thing_flags}
        doc: When the thing is present.
    instances:
      east:
        value: '[1, 1, 0, -1, -1, -1, 0, 1][angle / 45 % 8]'
        doc: Direction to the east. Angles are multiples of 45 degrees.
      north:
        value: '[0, 1, 1, 1, 0, -1, -1, -1][angle / 45 % 8]'
        doc: Direction to the north.
  linedef:
    doc: A wall or an edge between two sectors.
    seq:
      - id: start
        type: u2
        -gouraud: {index: _parent.level_vertexes}
        doc: Vertex at which it starts.
      - id: end
        type: u2
        -gouraud: {index: _parent.level_vertexes}
        doc: Vertex at which it ends.
      - id: flags
        type: u2
        -gouraud: {flags: line_flags}
        doc: Appearance and collision.
      - id: special
        type: u2
        doc: Number of the action, or 0.
      - id: tag
        type: u2
        doc: Sectors with this number are moved by the action.
      - id: right_side
        type: u2
        doc: Side on the right as seen from start to end.
      - id: left_side
        type: u2
        doc: Side on the left, or 65535.
    instances:
      a:
        value: _parent.level_vertexes[start]
        doc: Point at which it starts.
      b:
        value: _parent.level_vertexes[end]
        doc: Point at which it ends.
      has_left:
        value: left_side != 0xffff
        doc: There is a sector on the left.
      right:
        value: _parent.level_sectors[_parent.level_sidedefs[right_side].sector]
        doc: Sector on the right.
      left:
        value: _parent.level_sectors[_parent.level_sidedefs[left_side].sector]
        if: has_left
        doc: Sector on the left.
  sidedef:
    doc: A side of a wall.
    seq:
      - id: x
        type: s2
        doc: Texels by which the texture is moved to the left.
      - id: y
        type: s2
        doc: Texels by which the texture is moved up.
      - id: upper
        type: strz
        size: 8
        doc: Texture above the opening, or `-`.
      - id: lower
        type: strz
        size: 8
        doc: Texture below the opening.
      - id: middle
        type: strz
        size: 8
        doc: Texture of a wall, or of a grating in an opening.
      - id: sector
        type: u2
        doc: Sector in front of the side.
  vertex:
    doc: A point of the map.
    seq:
      - id: x
        type: s2
        doc: East, in units of the map. A player is 56 units high.
      - id: y
        type: s2
        doc: North.
  seg:
    doc: A part of a wall.
    seq:
      - id: start
        type: u2
        doc: Vertex at which it starts.
      - id: end
        type: u2
        doc: Vertex at which it ends.
      - id: angle
        type: s2
        -gouraud: {show: angle, turn: 65536}
        doc: Direction, counter-clockwise from east.
      - id: linedef
        type: u2
        doc: Wall of which it is a part.
      - id: is_left
        type: u2
        doc: 1 on the left side of the wall.
      - id: offset
        type: u2
        doc: Distance from the start of the wall.
  subsector:
    doc: A convex part of a sector.
    seq:
      - id: num_segs
        type: u2
        doc: Number of its segs.
      - id: first_seg
        type: u2
        doc: Index of its first seg.
  node:
    doc: A line that divides a part of the level.
    seq:
      - id: x
        type: s2
        doc: Point on the line, east.
      - id: y
        type: s2
        doc: Point on the line, north.
      - id: dx
        type: s2
        doc: Direction of the line, east.
      - id: dy
        type: s2
        doc: Direction of the line, north.
      - id: right_box
        type: box
        doc: Box around the right part.
      - id: left_box
        type: box
        doc: Box around the left part.
      - id: right
        type: u2
        -gouraud: {show: hex}
        doc: Node of the right part, or with bit 15 a subsector.
      - id: left
        type: u2
        -gouraud: {show: hex}
        doc: Node of the left part, or with bit 15 a subsector.
  box:
    doc: A rectangle of the map.
    seq:
      - id: top
        type: s2
        doc: Northern edge.
      - id: bottom
        type: s2
        doc: Southern edge.
      - id: left
        type: s2
        doc: Western edge.
      - id: right
        type: s2
        doc: Eastern edge.
  sector:
    doc: An area of one height.
    seq:
      - id: floor
        type: s2
        doc: Height of the floor.
      - id: ceiling
        type: s2
        doc: Height of the ceiling.
      - id: floor_flat
        type: strz
        size: 8
        doc: Flat of the floor.
      - id: ceiling_flat
        type: strz
        size: 8
        doc: Flat of the ceiling. `F_SKY1` is the sky.
      - id: light
        type: u2
        doc: Brightness from 0 to 255.
      - id: special
        type: u2
        doc: Number of the effect, such as damage or a flickering light.
      - id: tag
        type: u2
        doc: Actions of walls with this number move the sector.
  patch_names:
    doc: Names of patches.
    seq:
      - id: num_names
        type: u4
        doc: Number of names.
      - id: names
        type: strz
        size: 8
        repeat: expr
        repeat-expr: num_names
        doc: Names of lumps.
  textures:
    doc: Wall textures.
    seq:
      - id: num_items
        type: u4
        doc: Number of textures.
      - id: offsets
        type: u4
        repeat: expr
        repeat-expr: num_items
        doc: Offsets of the textures in bytes from the start of the lump.
      - id: items
        type: texture
        repeat: expr
        repeat-expr: num_items
        doc: Textures.
  texture:
    doc: A wall texture that is composed of patches.
    to-string: name
    seq:
      - id: name
        type: strz
        size: 8
        doc: Name, to which walls refer.
      - id: masked
        type: u4
        doc: Not used.
      - id: width
        type: u2
        doc: Width in texels.
      - id: height
        type: u2
        doc: Height in texels.
      - id: columns
        type: u4
        doc: Not used.
      - id: num_patches
        type: u2
        doc: Number of patches.
      - id: patches
        type: texture_patch
        repeat: expr
        repeat-expr: num_patches
        doc: Patches from back to front.
  texture_patch:
    doc: A patch on a texture.
    seq:
      - id: x
        type: s2
        doc: Texels from the left.
      - id: y
        type: s2
        doc: Texels from the top.
      - id: patch
        type: u2
        doc: Index into the names of patches.
      - id: step
        type: u2
        doc: Not used.
      - id: colormap
        type: u2
        doc: Not used.
  sound:
    doc: A sampled sound of one channel. The first and the last 16 samples are not played.
    seq:
      - id: format
        type: u2
        valid: 3
        doc: Always 3.
      - id: rate
        type: u2
        -gouraud: {unit: Hz}
        doc: Samples per second, usually 11025.
      - id: num_samples
        type: u4
        doc: Number of samples with the 32 that are not played.
      - id: before
        size: 16
        doc: The first sample, repeated.
      - id: samples
        size: num_samples - 32
        doc: Samples from 0 to 255. 128 is silence.
      - id: after
        size: 16
        doc: The last sample, repeated.
      - id: rest
        size-eos: true
        doc: Fill bytes.
enums:
  thing_flags:
    0x01: {id: easy, doc: On the two easiest levels of skill}
    0x02: {id: medium, doc: On the middle level of skill}
    0x04: {id: hard, doc: On the two hardest levels of skill}
    0x08: {id: deaf, doc: Waits until it sees the player}
    0x10: {id: multiplayer, doc: Only with several players}
  line_flags:
    0x001: {id: solid, doc: Stops players and monsters}
    0x002: {id: monsters_stop, doc: Stops monsters}
    0x004: {id: two_sided, doc: Can be looked through}
    0x008: {id: upper_pegged, doc: The upper texture starts at the top}
    0x010: {id: lower_pegged, doc: The lower texture starts at the ceiling}
    0x020: {id: secret, doc: Drawn as a wall on the map}
    0x040: {id: silent, doc: Stops sound}
    0x080: {id: hidden, doc: Not drawn on the map}
    0x100: {id: mapped, doc: Drawn on the map from the start}
-gouraud:
  claim: (magic == "IWAD" or magic == "PWAD") and ofs_lumps >= 12 and ofs_lumps + num_lumps * 16 <= _io.size
  up: z
  members: {each: lumps, name: path, data: body}
  palettes: {each: lumps, if: name == "PLAYPAL", name: name, data: palette, coding: rgb8}
  pictures: {each: lumps, if: is_flat, name: name, width: 64, height: 64, coding: indexed8, data: body}
  sounds: {each: lumps, if: is_sound, name: name, coding: pcm-u8, rate: sound.rate, data: sound.samples}
  meshes:
    each: lumps
    if: is_linedefs
    name: level
    faces:
      # Walls face the right side.
      - each: linedefs
        if: not has_left
        corners: {xyz: '[a.x, a.y, right.floor, b.x, b.y, right.floor, b.x, b.y, right.ceiling, a.x, a.y, right.ceiling]'}
        colour: '[right.light, right.light, right.light]'
        fields: [flags, special, tag]
      # Steps between two floors, and beams between two ceilings.
      - each: linedefs
        if: has_left and left.floor != right.floor
        corners: {xyz: '[a.x, a.y, right.floor, b.x, b.y, right.floor, b.x, b.y, left.floor, a.x, a.y, left.floor]'}
        colour: '[right.light, right.light, right.light]'
        double-sided: true
        fields: [flags, special, tag]
      - each: linedefs
        if: has_left and left.ceiling != right.ceiling
        corners: {xyz: '[a.x, a.y, left.ceiling, b.x, b.y, left.ceiling, b.x, b.y, right.ceiling, a.x, a.y, right.ceiling]'}
        colour: '[right.light, right.light, right.light]'
        double-sided: true
        fields: [flags, special, tag]
  # The first level is displayed; the others are models of their own.
  nodes: {each: lumps, if: is_linedefs and levels_before == 0, mesh: level}
  points: {each: first_things, name: '"thing " + kind.to_s', at: '[x, y, 0]', heading: '[east, north, 0]'}
