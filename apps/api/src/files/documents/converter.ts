import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Converter } from "../../core/foundation/settings.ts";
import { guarded } from "../../core/foundation/streams.ts";
import { confine } from "./sandbox.ts";

/** The document cannot be laid out, whoever tries: it is damaged, locked, or too much. */
export class ConversionFailed extends Error {}

export interface ConversionLimits {
  /** Milliseconds until the converter is killed with all that it started. */
  timeout: number;
  /** Greatest PDF. */
  pdfBytes: number;
}
const megabyte = 1024 * 1024;
export const conversionLimits: ConversionLimits = { timeout: 60_000, pdfBytes: 50 * megabyte };
/** A conversion takes some 220 MB; a document that wants many times as much is an attack. */
const memoryBytes = 3 * 1024 * megabyte;

/** Milliseconds after which the folder of a conversion belongs to a process that has died. */
const forgotten = 3_600_000;

/**
 * Makes a PDF of a document.
 * @param home where each conversion has a folder of its own, with a profile of its own: two that share one stop each other
 * @param take reads the PDF; its folder is removed afterwards
 * @throws ConversionFailed; what `take` throws
 */
export async function convertDocument<T>(
  converter: Converter,
  document: { body: Readable; type: string },
  home: string,
  take: (pdf: Readable, size: number) => Promise<T>,
  limits = conversionLimits,
): Promise<T> {
  const folder = await makeFolder(home);
  try {
    await pipeline(document.body, createWriteStream(join(folder, `document.${document.type}`), { mode: 0o600 }));
    await writeFile(join(folder, "profile/user/registrymodifications.xcu"), profile);
    await runConverter(converter, folder, document.type, limits);
    const pdf = join(folder, "out/document.pdf");
    const size = await measure(pdf);
    if (size > limits.pdfBytes) throw new ConversionFailed("the PDF is too large");
    return await take(guarded(createReadStream(pdf)), size);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder for one conversion; those that killed processes left behind are removed meanwhile. */
async function makeFolder(home: string): Promise<string> {
  const folder = join(home, randomUUID());
  for (const part of ["out", "profile/user"]) await mkdir(join(folder, part), { recursive: true, mode: 0o700 });
  for (const name of await readdir(home)) {
    const { mtimeMs } = await stat(join(home, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > forgotten) await rm(join(home, name), { recursive: true, force: true });
  }
  return folder;
}

async function runConverter(
  converter: Converter,
  folder: string,
  type: string,
  { timeout, pdfBytes }: ConversionLimits,
): Promise<void> {
  const args = (inside: string) => [
    `-env:UserInstallation=file://${inside}/profile`,
    "--headless",
    "--norestore",
    "--nologo",
    "--convert-to",
    "pdf",
    "--outdir",
    `${inside}/out`,
    `${inside}/document.${type}`,
  ];
  const cpuSeconds = Math.ceil((2 * timeout) / 1000);
  const [program, ...rest] = confine(converter, folder, args, { cpuSeconds, fileBytes: 2 * pdfBytes, memoryBytes });
  // A group of its own, so that all of it can be killed; and none of our variables, some of which are secrets.
  const child = spawn(program, rest, {
    cwd: folder,
    detached: true,
    env: { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said: Buffer[] = [];
  child.stderr.on("data", (piece: Buffer) => said.length < 20 && said.push(piece.subarray(0, 500)));
  const kill = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  let late = false;
  const alarm = setTimeout(() => {
    late = true;
    kill();
  }, timeout);
  try {
    const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
    if (late) throw new ConversionFailed(`not ready after ${timeout} ms`);
    if (code !== 0) throw new ConversionFailed(`ended with ${code ?? signal}: ${Buffer.concat(said).toString()}`);
  } finally {
    clearTimeout(alarm);
    // Also what it left behind in its group.
    kill();
  }
}

/** The size of the PDF. The converter ends with success even where it could not read the document. */
async function measure(pdf: string): Promise<number> {
  const handle = await open(pdf).catch(() => null);
  if (!handle) throw new ConversionFailed("there is no PDF");
  try {
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    if (buffer.toString("latin1") !== "%PDF-") throw new ConversionFailed("what it made is no PDF");
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** Settings of the converter: no macros, and nothing fetched that the document names but does not hold. */
const security = "/org.openoffice.Office.Common/Security/Scripting";
const settings: readonly [path: string, name: string, value: string][] = [
  [security, "DisableMacrosExecution", "true"],
  [security, "MacroSecurityLevel", "3"],
  [security, "BlockUntrustedRefererLinks", "true"],
  [security, "DisableActiveContent", "true"],
];
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${settings.map(([path, name, value]) => `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`).join("\n")}
</oor:items>
`;
