import { posix } from "node:path";
import { attribute, readXml } from "@jipei/xlsx/xml.ts";
import { type Archive, getPart } from "@jipei/xlsx/zip.ts";

const relationsPart = "word/_rels/document.xml.rels";

/** What the document refers to, by id: a part of the archive, or null for what lies outside of it. */
export async function readRelations(bytes: Buffer, archive: Archive): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  if (!archive.has(relationsPart)) return found;
  await readXml(getPart(bytes, archive, relationsPart), {
    wantsText: false,
    open(name, at) {
      if (name !== "Relationship") return;
      const target = attribute(at, "Target") ?? "";
      const isOutside = attribute(at, "TargetMode") === "External";
      found.set(attribute(at, "Id") ?? "", isOutside ? null : posix.resolve("/word", target).slice(1));
    },
    close() {},
    text() {},
  });
  return found;
}
