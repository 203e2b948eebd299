// Displays the lists of the catalogue. They are scripts that call `catalogue.take`, because browsers load no
// other files from disk.
"use strict";

const PAGE = 120;
const KINDS = [
  ["file", "Files"], ["model", "Models"], ["texture", "Textures"], ["palette", "Palettes"], ["sound", "Sounds"],
  ["animation", "Animations"], ["instance", "Instances"], ["text", "Texts"],
];
const WALLS = ["model", "texture", "palette"];

const catalogue = {
  about: null,
  rows: {},
  waiting: {},

  take(name, number, data) {
    if (name === "lists") {
      if (!data) return;
      this.about = data;
      addEventListener("hashchange", show);
      show();
      return;
    }
    const done = this.waiting[`${name}-${number}`] || this.waiting[name];
    if (done) done(data);
  },

  // Loads a script of data, once.
  load(file, key) {
    return new Promise((done, fail) => {
      this.waiting[key] = done;
      const script = document.createElement("script");
      script.src = `data/${file}.js`;
      script.onerror = () => fail(new Error(`data/${file}.js cannot be read`));
      script.onload = () => script.remove();
      document.head.append(script);
    });
  },

  // All rows of a list; `told` is called for each part.
  async list(name, told) {
    const known = (this.rows[name] ||= { all: [], parts: 0, coming: null });
    const { scripts } = this.about.lists[name];
    const come = async () => {
      for (; known.parts < scripts; known.parts += 1) {
        known.all.push(...await this.load(`${name}-${known.parts}`, `${name}-${known.parts}`));
        if (told) told();
      }
    };
    await (known.coming ||= come().finally(() => { known.coming = null; }));
    return known.all;
  },

  one(name) {
    return (this.rows[`${name} `] ||= this.load(name, name));
  },
};

const grouped = (number) => number.toLocaleString("en");
const hex = (number, digits) => `0x${number.toString(16).padStart(digits, "0")}`;
const fileOf = (row) => catalogue.rows.file.all[row.file];
const pathOf = (kind, row) => kind === "file" ? row.path : (fileOf(row) || { path: "" }).path;
const nameOf = (kind, row) => kind === "file" ? row.path.split(/[/\\]/).pop() : row.name;

// An element with attributes and children; texts are never parsed as markup.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "click") element.addEventListener("click", value);
    else if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function sized(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  const units = ["KB", "MB", "GB", "TB"];
  let at = -1;
  let size = bytes;
  while (size >= 1024 && at < units.length - 1) { size /= 1024; at += 1; }
  return `${size.toFixed(size < 10 ? 1 : 0)} ${units[at]}`;
}

function facts(kind, row) {
  switch (kind) {
    case "file": return `${row.format || "unknown"}, ${sized(row.size)}`;
    case "texture": return row.size ? `${row.size[0]}×${row.size[1]}, ${row.size[2]} bit` : "";
    case "model": return `${grouped(row.faces || 0)} face${row.faces === 1 ? "" : "s"}`;
    case "sound": return [`${(row.seconds || 0).toFixed(2)} s`, row.codec].filter(Boolean).join(", ");
    default: return (row.text || "").split("\n")[0];
  }
}

// Searchable text of a row, computed once.
function words(kind, row) {
  row.words ||= [nameOf(kind, row), pathOf(kind, row), row.text, row.also, row.format, row.game, row.crc, row.field, row.codec,
    (row.hashes || []).join(" "), (row.flags || []).map(([flags]) => hex(flags, 4)).join(" ")]
    .filter(Boolean).join("\n").toLowerCase();
  return row.words;
}

const SORTS = {
  order: ["as stored", null],
  name: ["by name", (kind) => (a, b) => nameOf(kind, a).localeCompare(nameOf(kind, b), "en", { numeric: true })],
  size: ["largest first", (kind) => (a, b) => measure(kind, b) - measure(kind, a)],
};

function measure(kind, row) {
  switch (kind) {
    case "file": return row.size;
    case "texture": return row.size ? row.size[0] * row.size[1] : 0;
    case "model": return row.faces || 0;
    case "sound": return row.seconds || 0;
    default: return (row.text || "").length;
  }
}

function show() {
  const hash = location.hash.slice(1) || "overview";
  const [page] = hash.split("?", 1);
  let asked = hash.slice(page.length + 1);
  try { asked = decodeURIComponent(asked); } catch { /* Used as it is. */ }
  const { lists } = catalogue.about;
  const links = KINDS.filter(([kind]) => lists[kind] && lists[kind].rows > 0)
    .map(([kind, title]) => [kind, title, lists[kind].rows]);
  links.push(["alike", "Duplicates", null], ["census", "Census", null]);
  document.querySelector("nav").replaceChildren(...links.map(([name, title, count]) =>
    make("a", { href: `#${name}`, "aria-current": name === page ? "page" : null },
      title, count === null ? null : make("small", {}, ` ${grouped(count)}`))));
  const known = KINDS.find(([kind]) => kind === page);
  document.title = known ? `${known[1]} – Catalogue` : "Catalogue";
  const shown = page === "alike" ? alike() : page === "census" ? census() : known && lists[page] ? kindPage(page, known[1], asked) : overview();
  shown.catch((error) => main(make("p", { class: "error" }, error.message)));
}

function main(...children) {
  document.querySelector("main").replaceChildren(...children);
}

async function overview() {
  const { roots, made, version, lists } = catalogue.about;
  const cards = KINDS.filter(([kind]) => lists[kind] && lists[kind].rows > 0).map(([kind, title]) =>
    make("a", { href: `#${kind}` }, make("b", {}, grouped(lists[kind].rows)), title));
  main(
    make("h1", {}, roots.map((root) => root.split(/[/\\]/).pop() || root).join(", ")),
    make("p", { class: "quiet" }, `Created ${made.slice(0, 10)} by Gouraud ${version} from `, make("code", {}, roots.join(", "))),
    make("div", { class: "cards" }, cards),
  );
}

async function kindPage(kind, title, asked) {
  const box = make("input", { type: "search", placeholder: `Search ${title.toLowerCase()}: all words, in name, path, text, CRC, hash`, "aria-label": "Search", value: asked });
  const sort = make("select", { "aria-label": "Order" }, Object.entries(SORTS).map(([value, [text]]) => make("option", { value }, text)));
  const count = make("span", { class: "quiet" });
  const place = make("div");
  const more = make("button", { class: "more", hidden: "" }, "More");
  main(make("h1", {}, title), make("div", { class: "search" }, box, sort, count), place, more);
  let hits = [];
  let shown = 0;
  let rows = [];
  const fill = () => {
    const next = hits.slice(shown, shown + PAGE);
    shown += next.length;
    (WALLS.includes(kind) ? wall : table)(kind, place, next, shown === next.length);
    more.hidden = shown >= hits.length;
  };
  const update = () => {
    const wanted = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    hits = rows.filter((row) => wanted.every((word) => words(kind, row).includes(word)));
    const order = SORTS[sort.value][1];
    if (order) hits.sort(order(kind));
    const total = catalogue.about.lists[kind].rows;
    const read = rows.length < total ? `, ${grouped(total - rows.length)} not loaded yet` : "";
    count.textContent = `${grouped(hits.length)} of ${grouped(total)}${read}`;
    shown = 0;
    place.replaceChildren();
    fill();
    if (hits.length === 0) place.replaceChildren(make("p", { class: "quiet" }, rows.length ? "No matches." : "Reading …"));
  };
  let pending = 0;
  const soon = () => { clearTimeout(pending); pending = setTimeout(update, 80); };
  box.addEventListener("input", soon);
  sort.addEventListener("change", update);
  more.addEventListener("click", fill);
  new IntersectionObserver((seen) => { if (seen[0].isIntersecting && !more.hidden) fill(); }, { rootMargin: "600px" }).observe(more);
  // Files first: all other rows use their paths.
  await catalogue.list("file");
  rows = catalogue.rows[kind] ? catalogue.rows[kind].all : [];
  await catalogue.list(kind, () => { rows = catalogue.rows[kind].all; if (place.isConnected && shown <= PAGE) soon(); });
  rows = catalogue.rows[kind].all;
  if (place.isConnected) update();
}

function frame(row, alternative) {
  return row.picture
    ? make("span", { class: "frame" }, make("img", { src: row.picture, alt: "", loading: "lazy" }))
    : make("span", { class: "frame empty" }, alternative);
}

function tile(kind, row) {
  return make("button", { click: () => details(kind, row), title: [pathOf(kind, row), row.field].filter(Boolean).join("//") },
    WALLS.includes(kind) ? frame(row, "no picture") : null, make("span", { class: "name" }, nameOf(kind, row) || row.field), make("small", {}, facts(kind, row)));
}

function wall(kind, place, rows, isFirst) {
  if (isFirst) place.replaceChildren(make("div", { class: "wall" }));
  place.firstChild.append(...rows.map((row) => tile(kind, row)));
}

const COLUMNS = {
  file: [["Path", (r) => r.path], ["Format", (r) => r.format || "unknown"], ["Size", (r) => sized(r.size), true], ["CRC-32", (r) => r.crc], ["Status", (r) => r.status],
    ["Contents", (r) => r.counts.map(([kind, n]) => `${grouped(n)} ${kind}${n === 1 ? "" : "s"}`).join(", ")]],
  sound: [["Name", (r) => r.name], ["Length", (r) => `${(r.seconds || 0).toFixed(2)} s`, true], ["Coding", (r) => r.codec || ""], ["Caption", (r) => r.text || ""], ["File", (r) => pathOf("sound", r)]],
  text: [["Table", (r) => r.name], ["Text", (r) => (r.text || "").split("\n").join(" · ")], ["File", (r) => pathOf("text", r)]],
};

function table(kind, place, rows, isFirst) {
  const columns = COLUMNS[kind] || [["Name", (r) => r.name], ["Field", (r) => r.field], ["File", (r) => pathOf(kind, r)]];
  if (isFirst) {
    const heads = columns.map(([title, , isNumber]) => make("th", { class: isNumber ? "number" : null }, title));
    place.replaceChildren(make("div", { class: "table" }, make("table", {}, make("thead", {}, make("tr", {}, heads)), make("tbody"))));
  }
  place.querySelector("tbody").append(...rows.map((row) => make("tr", { class: "row", tabindex: 0, click: () => details(kind, row) },
    columns.map(([, cell, isNumber]) => make("td", { class: isNumber ? "number" : "cut" }, cell(row))))));
}

addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("tr.row")) event.target.click();
});

// Size along X, Y and Z, and the range.
function boxed([least, greatest]) {
  const plain = (number) => Number(number.toPrecision(6)).toString();
  const sides = least.map((from, at) => plain(greatest[at] - from)).join(" × ");
  return `${sides}\nfrom ${least.map(plain).join(", ")}\nto ${greatest.map(plain).join(", ")}`;
}

function details(kind, row) {
  const dialog = document.querySelector("dialog");
  const list = make("dl");
  const add = (title, ...value) => { if (value.some((part) => part !== "" && part !== null && part !== undefined)) list.append(make("dt", {}, title), make("dd", {}, ...value)); };
  const histogram = (pairs, digits) => (pairs || []).map(([number, faces]) => `${hex(number, digits)} on ${grouped(faces)} face${faces === 1 ? "" : "s"}`).join("\n");
  add("Path", make("code", {}, pathOf(kind, row)));
  add("Field", row.field ? make("code", {}, row.field) : "");
  add("Offset", row.offset === undefined ? "" : hex(row.offset, 0));
  add("CRC-32", row.crc ? make("code", {}, row.crc) : "");
  add("Hash", (row.hashes || []).length ? make("code", {}, row.hashes.join(" ")) : "");
  if (kind === "file") {
    add("Format", [row.format || "unknown", row.version].filter(Boolean).join(", version "));
    add("Game", row.game || "");
    add("Size", `${grouped(row.size)} bytes`);
    add("State", row.status);
    const [explained, padding, unread] = row.bytes;
    add("Bytes", `${grouped(explained)} in fields, ${grouped(padding)} padding, ${grouped(unread)} unread`);
    for (const [counted, count] of row.counts) add(`${counted}s`, make("a", { href: `#${counted}?${encodeURIComponent(row.path)}`, click: () => dialog.close() }, grouped(count)));
    for (const problem of row.problems) add(problem.severity, make("span", { class: problem.severity }, `${problem.message}\n`), make("code", {}, `${hex(problem.offset, 0)} ${problem.field}`));
  } else {
    add("What", facts(kind, row));
    add("Box", row.box ? boxed(row.box) : "");
    add(kind === "sound" ? "Caption" : "Text", row.text || "");
    add("Also called", row.also || "");
    add("Flags", histogram(row.flags, 4));
    add("Surfaces", histogram(row.surfaces, 4));
  }
  dialog.replaceChildren(
    make("button", { class: "close", click: () => dialog.close() }, "Close"),
    make("h1", {}, nameOf(kind, row) || row.field), row.picture ? frame(row) : null || "", list);
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  if (!dialog.open) dialog.showModal();
}

async function alike() {
  main(make("h1", {}, "Duplicates"), make("p", { class: "quiet" }, "Reading …"));
  const groups = await catalogue.one("alike");
  await catalogue.list("file");
  for (const kind of new Set(groups.map((group) => group.kind))) await catalogue.list(kind);
  const sort = make("select", { "aria-label": "Kind" }, make("option", { value: "" }, "everything"),
    make("option", { value: "variants" }, "recoloured textures"), [...new Set(groups.map((g) => g.kind))].map((kind) => make("option", { value: kind }, `equal ${kind}s`)));
  const place = make("div");
  const update = () => {
    const wanted = groups.filter((g) => !sort.value || (sort.value === "variants" ? g.recoloured : !g.recoloured && g.kind === sort.value)).slice(0, 300);
    place.replaceChildren(...wanted.map((group) => {
      const rows = group.members.slice(0, 24).map((at) => catalogue.rows[group.kind].all[at]).filter(Boolean);
      return make("div", { class: "group" },
        make("div", {}, make("b", {}, `${grouped(group.count)} ${group.kind}s`), make("p", { class: "quiet" }, group.recoloured ? "same texels, different colours" : "same content")),
        make("div", { class: "wall" }, rows.map((row) => tile(group.kind, row)),
          group.count > rows.length ? make("p", { class: "quiet" }, `and ${grouped(group.count - rows.length)} more`) : null));
    }));
    if (wanted.length === 0) place.replaceChildren(make("p", { class: "quiet" }, "No duplicates."));
  };
  sort.addEventListener("change", update);
  main(make("h1", {}, "Duplicates"), make("p", { class: "quiet" }, "Assets with the same content, and textures that differ only in their colours; largest groups first."),
    make("div", { class: "search" }, sort), place);
  update();
}

async function census() {
  const rows = await catalogue.one("census");
  const heads = ["Format", "Files", "Bytes", "In fields", "", "Status", "Problems by kind"];
  const cells = (row) => {
    const [explained, padding, unread] = row.coverage;
    const all = Math.max(explained + padding + unread, 1);
    const share = (part) => `${part === all ? "100" : Math.min(100 * part / all, 99.9).toFixed(1)} %`;
    const bar = make("span", { class: "bar", title: `${share(explained)} in fields, ${share(padding)} padding, ${share(unread)} unread` }, make("i"), make("i"));
    bar.children[0].style.width = share(explained).replace(" ", "");
    bar.children[1].style.width = share(padding).replace(" ", "");
    return make("tr", {},
      make("td", {}, row.format || "unknown"), make("td", { class: "number" }, grouped(row.files)), make("td", { class: "number" }, sized(row.bytes)),
      make("td", { class: "number" }, share(explained)), make("td", {}, bar),
      make("td", {}, Object.entries(row.status).map(([status, count]) => `${grouped(count)} ${status}`).join(", ")),
      make("td", {}, row.problems.map(([severity, message, count]) => make("div", { class: severity }, count > 1 ? `${message} (and ${grouped(count - 1)} more like this)` : message))));
  };
  main(make("h1", {}, "Census"), make("p", { class: "quiet" }, "Totals of each format: the share of bytes in fields, and one problem of each kind."),
    make("div", { class: "table" }, make("table", {},
      make("thead", {}, make("tr", {}, heads.map((head, at) => make("th", { class: at > 0 && at < 4 ? "number" : null }, head)))),
      make("tbody", {}, rows.sort((a, b) => b.files - a.files).map(cells)))));
}
