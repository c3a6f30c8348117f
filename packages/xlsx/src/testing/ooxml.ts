import { crc32, deflateRawSync } from "node:zlib";

/** Workbooks as other programs write them, part by part, for tests of the reader. */

/** An archive of parts, packed where that is wanted. */
export function buildZip(parts: Readonly<Record<string, string | Buffer>>, packed = false): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const plain = typeof text === "string" ? Buffer.from(text) : text;
    const data = packed ? deflateRawSync(plain) : plain;
    const path = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(packed ? 8 : 0, 8);
    local.writeUInt32LE(crc32(plain), 14);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(plain.length, 22);
    local.writeUInt16LE(path.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    local.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(at, 42);
    bodies.push(local, path, data);
    directory.push(entry, path);
    at += 30 + path.length + data.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, index, end]);
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';

interface Parts {
  /** Rows of `sheetData` for each sheet. */
  sheets: readonly string[];
  sharedStrings?: string;
  /** `cellXfs` of styles.xml. */
  formats?: string;
  /** Number formats beside the built-in ones. */
  numFmts?: string;
  date1904?: boolean;
  /** Attributes of the worksheet element and what stands before and behind the rows. */
  worksheet?: string;
  before?: string;
  after?: string;
  packed?: boolean;
  /** Sheets that are hidden, by index. */
  hidden?: readonly number[];
}

/** A workbook around rows of XML. */
export function buildWorkbook({
  sheets,
  sharedStrings,
  formats = "<xf/>",
  numFmts = "",
  date1904,
  worksheet = "",
  before = "",
  after = "",
  packed,
  hidden = [],
}: Parts): Buffer {
  const numbers = sheets.map((_, i) => i + 1);
  return buildZip(
    {
      "[Content_Types].xml": `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
      "_rels/.rels": `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      "xl/workbook.xml": `${xml}<workbook xmlns="${main}" xmlns:r="${office}">${date1904 ? '<workbookPr date1904="1"/>' : ""}<sheets>${numbers.map((n) => `<sheet name="Sheet${n}" sheetId="${n}"${hidden.includes(n - 1) ? ' state="hidden"' : ""} r:id="rId${n}"/>`).join("")}</sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join("")}<Relationship Id="rId90" Type="${office}/styles" Target="styles.xml"/>${sharedStrings ? `<Relationship Id="rId91" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>` : ""}</Relationships>`,
      "xl/styles.xml": `${xml}<styleSheet xmlns="${main}">${numFmts}<cellXfs>${formats}</cellXfs></styleSheet>`,
      ...(sharedStrings ? { "xl/sharedStrings.xml": `${xml}<sst xmlns="${main}">${sharedStrings}</sst>` } : {}),
      ...Object.fromEntries(
        sheets.map((rows, i) => [
          `xl/worksheets/sheet${i + 1}.xml`,
          `${xml}<worksheet xmlns="${main}" xmlns:r="${office}" ${worksheet}>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
        ]),
      ),
    },
    packed,
  );
}
