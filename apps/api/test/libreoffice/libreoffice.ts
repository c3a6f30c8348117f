// Converts documents of every type with the LibreOffice of this machine, in its sandbox, and says what it saw: npm run libreoffice
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { type Converter, readSettings } from "../../src/core/foundation/settings.ts";
import { convertDocument } from "../../src/files/documents/converter.ts";
import { openDocument, reachingDocx, reachingOdt } from "./documents.ts";

const { converter } = readSettings({ PATH: process.env.PATH });
if (!converter) throw new Error("LibreOffice (soffice) and bubblewrap (bwrap) must be in the PATH");
const folder = mkdtempSync(join(tmpdir(), "jipei-libreoffice-"));
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.end("fetched");
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const words = "培训通知：张三，13900000001";
let failed = 0;

/** The text of a PDF, without blanks, which depend on the fonts. */
async function textOf(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from(
      { length: document.numPages },
      async (_, i) => (await (await document.getPage(i + 1)).getTextContent()).items,
    ),
  );
  return pages
    .flat()
    .map((item) => ("str" in item ? item.str : ""))
    .join("")
    .replace(/\s/g, "");
}

async function attempt(name: string, type: string, bytes: Buffer, by: Converter): Promise<string> {
  const start = performance.now();
  const before = asked.length;
  try {
    const pdf = await convertDocument(by, { body: Readable.from([bytes]), type }, join(folder, "home"), (body) =>
      buffer(body),
    );
    const text = await textOf(pdf);
    const found = [
      text.includes(words.replace(/\s/g, "")) ? "the Chinese text is there" : "THE TEXT IS MISSING",
      /root:x:0/.test(text) ? "/etc/passwd IS IN IT" : "nothing of /etc/passwd",
      asked.length > before ? `ASKED THE NETWORK ${asked.slice(before).join(" ")}` : "no request",
    ];
    const time = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${name}: ${time} s, ${Math.ceil(pdf.length / 1000)} kB; ${found.join(", ")}`);
    return found.join();
  } catch (error) {
    console.log(`${name}: ${(error as Error).message}`);
    return String(error).toUpperCase();
  }
}

/** The same text in the old and the open formats, as LibreOffice itself writes them. */
function written(type: string, as: string): Buffer {
  const source = join(folder, `in.${type}`);
  writeFileSync(source, openDocument(type, words));
  const arguments_ = [
    `-env:UserInstallation=file://${folder}/maker`,
    "--headless",
    "--convert-to",
    as,
    "--outdir",
    folder,
    source,
  ];
  execFileSync((converter as Converter).program, arguments_, { stdio: "ignore" });
  return readFileSync(join(folder, `in.${as}`));
}

for (const [type, formats] of [
  ["fodt", ["doc", "docx", "odt"]],
  ["fods", ["xls", "ods"]],
  ["fodp", ["ppt", "pptx", "odp"]],
] as const)
  for (const format of formats)
    if (/[A-Z]{3}/.test((await attempt(format, format, written(type, format), converter)).replace(/\/etc.*?,/, "")))
      failed++;

for (const [name, type, bytes] of [
  ["docx that names a picture, a template and a file elsewhere", "docx", reachingDocx(words, address)],
  ["odt that names a picture, a section and a file elsewhere", "odt", reachingOdt(words, address)],
] as const) {
  const said = await attempt(name, type, bytes, converter);
  if (/IS IN IT|ASKED/.test(said)) failed++;
  await attempt(`the same without the sandbox (${type})`, type, bytes, { ...converter, sandbox: null });
}
server.close();
rmSync(folder, { recursive: true, force: true });
process.exit(failed > 0 ? 1 : 0);
