# The volume descriptor of a CD or DVD with sectors of 2048 bytes. Gouraud's own reader (`disc.iso9660`) is preferred and
# opens all folders and raw images; this is an example of a header.
meta:
  id: iso9660
  title: ISO 9660 volume (description)
  file-extension: iso
  encoding: ASCII
  endian: le
doc: The primary volume descriptor in sector 16, and the files of the root folder. Numbers are stored in both byte orders.
seq:
  - id: system_area
    size: 0x8000
    doc: Sixteen sectors for the system, such as the boot logo of a console.
  - id: kind
    type: u1
    valid: 1
    doc: 1 is the primary descriptor.
  - id: magic
    contents: CD001
    doc: Marks a volume descriptor.
  - id: version
    type: u1
    doc: Always 1.
  - id: unused_7
    size: 1
    doc: Zero.
  - id: system
    type: str
    size: 32
    pad-right: 0x20
    doc: System that uses the system area, such as `PLAYSTATION`.
  - id: name
    type: str
    size: 32
    pad-right: 0x20
    doc: Name of the volume.
  - id: unused_48
    size: 8
    doc: Zeros.
  - id: num_blocks
    type: both_4
    doc: Size of the volume in blocks.
  - id: unused_58
    size: 32
    doc: Zeros.
  - id: num_discs
    type: both_2
    doc: Discs of the set.
  - id: disc
    type: both_2
    doc: Number of this disc, from 1.
  - id: len_block
    type: both_2
    doc: Size of a block in bytes, 2048.
  - id: len_path_table
    type: both_4
    doc: Size of the table of folders in bytes.
  - id: path_table
    type: u4
    doc: Block of the table of folders in little-endian order.
  - id: second_path_table
    type: u4
    doc: Block of its copy, or 0.
  - id: big_path_table
    type: u4be
    doc: Block of the table of folders in big-endian order.
  - id: second_big_path_table
    type: u4be
    doc: Block of its copy, or 0.
  - id: root
    type: record
    size: 34
    doc: The root folder.
  - id: set_name
    type: str
    size: 128
    pad-right: 0x20
    doc: Name of the set of discs.
  - id: publisher
    type: str
    size: 128
    pad-right: 0x20
    doc: Publisher.
  - id: preparer
    type: str
    size: 128
    pad-right: 0x20
    doc: Maker of the disc, or its program.
  - id: application
    type: str
    size: 128
    pad-right: 0x20
    doc: Application, such as `PLAYSTATION`.
  - id: copyright_file
    type: str
    size: 37
    pad-right: 0x20
    doc: File with the copyright notice.
  - id: abstract_file
    type: str
    size: 37
    pad-right: 0x20
    doc: File with a summary.
  - id: bibliography_file
    type: str
    size: 37
    pad-right: 0x20
    doc: File with bibliographic data.
  - id: created
    type: str
    size: 16
    doc: Creation as digits of year, month, day, hour, minute, second and hundredths.
  - id: created_zone
    type: s1
    doc: Time zone in quarter hours from Greenwich.
instances:
  files:
    pos: root.block.le * len_block.le
    size: root.len_body.le
    type: folder
    doc: Content of the root folder.
types:
  both_2:
    doc: A number in both byte orders.
    to-string: le.to_s
    seq:
      - id: le
        type: u2
        doc: Little-endian.
      - id: be
        type: u2be
        doc: The same, big-endian.
  both_4:
    doc: A number in both byte orders.
    to-string: le.to_s
    seq:
      - id: le
        type: u4
        doc: Little-endian.
      - id: be
        type: u4be
        doc: The same, big-endian.
  folder:
    doc: Records of a folder. A record never crosses a sector.
    seq:
      - id: sectors
        type: folder_sector
        size: 2048
        repeat: eos
        doc: Sectors of the folder.
  folder_sector:
    doc: Records of a sector, ended by a record of length 0.
    seq:
      - id: entries
        type: entry
        repeat: until
        repeat-until: _.len_record == 0 or _io.eof
        doc: Records.
  entry:
    doc: A record with its length.
    seq:
      - id: len_record
        type: u1
        doc: Size of the record in bytes, or 0 at the end of the sector.
      - id: record
        type: record_body
        size: len_record - 1
        if: len_record != 0
        doc: The record.
  record:
    doc: The record of the root folder.
    seq:
      - id: len_record
        type: u1
        doc: Size of the record in bytes, 34.
      - id: len_attributes
        type: u1
        doc: Blocks of extended attributes before the content.
      - id: block
        type: both_4
        doc: First block of the content.
      - id: len_body
        type: both_4
        doc: Size of the content in bytes.
      - id: rest
        size-eos: true
        doc: Time, flags and name.
  record_body:
    doc: A file or folder.
    to-string: name
    seq:
      - id: len_attributes
        type: u1
        doc: Blocks of extended attributes before the content.
      - id: block
        type: both_4
        doc: First block of the content.
      - id: len_body
        type: both_4
        doc: Size of the content in bytes.
      - id: year
        type: u1
        doc: Years since 1900.
      - id: month
        type: u1
        doc: Month from 1.
      - id: day
        type: u1
        doc: Day from 1.
      - id: hour
        type: u1
        doc: Hour.
      - id: minute
        type: u1
        doc: Minute.
      - id: second
        type: u1
        doc: Second.
      - id: zone
        type: s1
        doc: Time zone in quarter hours from Greenwich.
      - id: flags
        type: u1
        -gouraud: {flags: record_flags}
        doc: Kind of the record.
      - id: len_unit
        type: u1
        doc: Blocks of a unit of interleaved recording, or 0.
      - id: len_gap
        type: u1
        doc: Blocks between units, or 0.
      - id: disc
        type: both_2
        doc: Number of the disc.
      - id: len_name
        type: u1
        doc: Letters of the name.
      - id: name
        type: str
        size: len_name
        doc: Name with a version. The bytes 0 and 1 are the folder itself and its parent.
      - id: system_use
        size-eos: true
        doc: Fill byte and data of extensions.
    instances:
      body:
        io: _root._io
        pos: (block.le + len_attributes) * _root.len_block.le
        size: len_body.le
        doc: Content.
enums:
  record_flags:
    0x01: {id: hidden, doc: Not listed}
    0x02: {id: folder, doc: A folder}
    0x04: {id: associated, doc: Belongs to the file before it}
    0x08: {id: structured, doc: Has a record format}
    0x10: {id: protected, doc: Has an owner}
    0x80: {id: continued, doc: The next record continues the file}
-gouraud:
  tables:
    name: '"Root folder"'
    each: files.sectors[0].entries
    if: len_record > 34
    columns:
      name: record.name
      block: record.block.le
      size: record.len_body.le
