# Quake's archive: a directory of named files, without compression. Quake II, Half-Life and Hexen II use it unchanged.
meta:
  id: quake_pak
  title: Quake archive
  application: Quake, Quake II, Hexen II, Half-Life
  file-extension: pak
  encoding: ISO-8859-1
  endian: le
doc: An archive of uncompressed files with a directory, which is usually at the end.
seq:
  - id: magic
    contents: PACK
    doc: Marks an archive.
  - id: ofs_entries
    type: u4
    doc: Offset of the directory in bytes.
  - id: len_entries
    type: u4
    doc: Size of the directory in bytes, 64 for each file.
instances:
  num_entries:
    value: len_entries / sizeof<entry>
    doc: Number of files.
  entries:
    pos: ofs_entries
    type: entry
    repeat: expr
    repeat-expr: num_entries
    doc: The directory.
types:
  entry:
    doc: A file in the archive.
    to-string: name
    seq:
      - id: name
        type: strz
        size: 56
        doc: Path with `/` as the separator, in lower case.
      - id: ofs_body
        type: u4
        doc: Offset of the file in bytes.
      - id: len_body
        type: u4
        doc: Size of the file in bytes.
    instances:
      body:
        pos: ofs_body
        size: len_body
        doc: Content of the file.
-gouraud:
  claim: len_entries % 64 == 0 and ofs_entries >= 12 and ofs_entries + len_entries <= _io.size
  members: {each: entries, name: name, data: body}
