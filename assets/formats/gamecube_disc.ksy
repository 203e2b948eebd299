# The start of a GameCube disc, with its table of files. Gouraud's own reader (`disc.gamecube`) is preferred and knows
# folders; this is an example of a header with pointers.
meta:
  id: gamecube_disc
  title: GameCube disc header (description)
  file-extension: gcm
  encoding: ASCII
  endian: be
doc: The first 1088 bytes of a disc, and the table of files to which they point. Offsets count from the start of the disc.
seq:
  - id: game
    type: str
    size: 6
    doc: Four letters of the game and two of the maker.
  - id: disc
    type: u1
    doc: Number of the disc, from 0.
  - id: version
    type: u1
    doc: Version of the disc, from 0.
  - id: streaming
    type: u1
    doc: 1 if music is read from the disc while the game runs.
  - id: len_stream_buffer
    type: u1
    doc: Size of the buffer for music. 0 is the usual one.
  - id: reserved
    size: 18
    doc: Zeros.
  - id: magic
    contents: [0xc2, 0x33, 0x9f, 0x3d]
    doc: Marks a GameCube disc.
  - id: title
    type: strz
    encoding: Shift_JIS
    size: 0x3e0
    doc: Name of the game.
  - id: ofs_debugger
    type: u4
    doc: Offset of a debugger in bytes, or 0.
  - id: debugger_address
    type: u4
    -gouraud: {show: hex}
    doc: Address of the debugger in memory.
  - id: unknown_408
    size: 0x18
    doc: Not known, usually zeros.
  - id: ofs_program
    type: u4
    doc: Offset of the main program in bytes.
  - id: ofs_files
    type: u4
    doc: Offset of the table of files in bytes.
  - id: len_files
    type: u4
    doc: Size of the table of files in bytes.
  - id: max_len_files
    type: u4
    doc: Size of the largest table of files of a game with several discs.
instances:
  files:
    pos: ofs_files
    size: len_files
    type: file_table
    doc: Table of files.
types:
  file_table:
    doc: Files and folders, each folder before its content.
    seq:
      - id: root
        type: entry(0)
        doc: The root folder. Its size is the number of entries.
      - id: entries
        type: entry(_index + 1)
        repeat: expr
        repeat-expr: root.len_body - 1
        doc: Files and folders.
    instances:
      ofs_names:
        value: root.len_body * 12
        doc: Offset of the names in the table.
  entry:
    doc: A file or folder.
    params:
      - {id: index, type: u4, doc: Number of the entry}
    seq:
      - id: kind
        type: u1
        enum: kinds
        doc: File or folder.
      - id: ofs_name
        type: b24
        doc: Offset of the name in bytes from the first name.
      - id: ofs_body
        type: u4
        doc: Offset of a file in bytes, or the number of the parent folder.
      - id: len_body
        type: u4
        doc: Size of a file in bytes, or the number of the first entry behind a folder.
    instances:
      name:
        pos: _parent.ofs_names + ofs_name
        type: strz
        encoding: Shift_JIS
        if: index != 0
        doc: Name without the folder.
      body:
        io: _root._io
        pos: ofs_body
        size: len_body
        if: kind == kinds::file
        doc: Content of a file.
enums:
  kinds:
    0: file
    1: folder
-gouraud:
  version: version
  tables:
    name: '"Files"'
    each: files.entries
    columns:
      name: name
      kind: kind
      offset: ofs_body
      size: len_body
