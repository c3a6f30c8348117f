import { buildZip } from "@jipei/xlsx/testing/ooxml.ts";

/** Documents for the converter: harmless ones, and ones that reach for what is not in them. */

const names =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"';
const kinds: Readonly<Record<string, readonly [type: string, body: (words: string) => string]>> = {
  fodt: ["text", (words) => `<office:text><text:p>${words}</text:p></office:text>`],
  fods: [
    "spreadsheet",
    (words) =>
      `<office:spreadsheet><table:table table:name="一"><table:table-row><table:table-cell office:value-type="string"><text:p>${words}</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`,
  ],
  fodp: [
    "presentation",
    (words) =>
      `<office:presentation><draw:page draw:name="一"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="3cm"><draw:text-box><text:p>${words}</text:p></draw:text-box></draw:frame></draw:page></office:presentation>`,
  ],
};

/** A flat document of OpenDocument with a text in it. @param type fodt, fods or fodp */
export function openDocument(type: string, words: string): string {
  const [kind, body] = kinds[type] ?? ["", () => ""];
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${names} office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body>${body(words)}</office:body></office:document>`;
}

/** A Word document that names a picture and a template at an address, and a text of this machine. */
export function reachingDocx(words: string, address: string): Buffer {
  const w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const r = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const link = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${r}/${kind}" Target="${target}" TargetMode="External"/>`;
  const picture = `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="990000" cy="990000"/><wp:docPr id="1" name="p"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="0" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="990000" cy="990000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const field = `<w:fldSimple w:instr=" INCLUDETEXT &quot;file:///etc/passwd&quot; "><w:r><w:t>-</w:t></w:r></w:fldSimple>`;
  return buildZip({
    "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/settings.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/></Types>`,
    "_rels/.rels": `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${r}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<?xml version="1.0"?><w:document xmlns:w="${w}" xmlns:r="${r}"><w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p><w:p><w:r>${picture}</w:r></w:p><w:p>${field}</w:p><w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1800" w:bottom="1440" w:left="1800" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    "word/settings.xml": `<?xml version="1.0"?><w:settings xmlns:w="${w}" xmlns:r="${r}"><w:attachedTemplate r:id="rId1"/></w:settings>`,
    "word/_rels/document.xml.rels": `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${link("rId1", "image", `${address}/picture.png`)}<Relationship Id="rId2" Type="${r}/settings" Target="settings.xml"/></Relationships>`,
    "word/_rels/settings.xml.rels": `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${link("rId1", "attachedTemplate", `${address}/template.dotx`)}</Relationships>`,
  });
}

/** An OpenDocument text that names a picture at an address, and sections of an address and of this machine. */
export function reachingOdt(words: string, address: string): Buffer {
  const section = (name: string, source: string) =>
    `<text:section text:name="${name}"><text:section-source xlink:type="simple" xlink:href="${source}" text:filter-name="Text"/><text:p>-</text:p></text:section>`;
  const body = `<text:p>${words}</text:p><text:p><draw:frame svg:width="3cm" svg:height="3cm"><draw:image xlink:type="simple" xlink:href="${address}/picture.png"/></draw:frame></text:p>${section("a", "file:///etc/passwd")}${section("b", `${address}/section.txt`)}`;
  return buildZip({
    mimetype: "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml": `<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    "content.xml": `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${names}><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });
}
