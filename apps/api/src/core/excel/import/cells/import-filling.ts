import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Services } from "../../../foundation/services.ts";
import { type OpenLines, type ImportEncrypter, encryptHere, startEncryptThread } from "../encrypt/import-encrypt.ts";
import { type Copy, type Stage, type Staging, createStage, getStage } from "../import-stage.ts";
import type { ImportRow } from "../import-definition.ts";

/** Bytes of a file (some 4,000 rows) from which on its secrets are encrypted in a thread. Fewer are encrypted sooner than a thread starts. */
const threadFrom = 256 * 1024;
/** Batches in progress: enough that reading, encrypting and copying seldom wait for each other. */
const ahead = 8;

/** Writes rows into the stage while the next ones are read. */
export interface Filling extends AsyncDisposable {
  /** Takes rows; waits while too many are on their way. */
  add(rows: readonly ImportRow[]): Promise<void>;
  /** Waits until nothing is on its way, so that the transaction can be asked. */
  settled(): Promise<void>;
  /** All rows are in. */
  done(): Promise<Stage>;
}

/** @param fields those the stage has columns for @param fileSize bytes of the whole file */
export async function fillStage(
  app: Services,
  { tx, copy }: Staging,
  entity: Entity,
  fields: readonly string[],
  fileSize: number,
): Promise<Filling> {
  const secret = fields.filter((name) => (entity.fields[name] as Field).encrypted);
  const plain = fields.filter((name) => !secret.includes(name));
  const columns = [...plain, ...secret.flatMap((name) => [name, `${name}Hash`])];
  await createStage(tx, entity, columns);
  const encrypter: ImportEncrypter =
    secret.length > 0 && fileSize > threadFrom ? startEncryptThread(app.keys) : encryptHere(app.cipher);
  const underway: Promise<void>[] = [];
  let sent = Promise.resolve();
  let open: Copy | null = null;
  let count = 0;

  async function send(before: Promise<void>, bytes: Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
    await before;
    const text = await bytes;
    open ??= copy(["line", ...columns]);
    await open.write(text);
  }

  async function settled(): Promise<void> {
    try {
      await sent;
    } finally {
      await open?.end();
      open = null;
    }
  }

  return {
    settled,
    async add(rows) {
      if (rows.length === 0) return;
      count += rows.length;
      const bytes = encrypter.encrypt(getLines(rows, plain, secret));
      sent = send(sent, bytes);
      // Both promises are awaited later; until then their rejection must not end the process.
      bytes.catch(() => {});
      sent.catch(() => {});
      underway.push(sent);
      if (underway.length > ahead) await underway.shift();
    },
    async done() {
      await settled();
      return getStage(tx, columns, count);
    },
    async [Symbol.asyncDispose]() {
      // Batches in progress must end before the transaction does. Their errors have been reported already.
      await settled().catch(() => {});
      await encrypter.close();
    },
  };
}

function getLines(rows: readonly ImportRow[], plain: readonly string[], secret: readonly string[]): OpenLines {
  const secrets: (string | null)[] = [];
  const lines = rows.map(({ row, values }) => {
    for (const name of secret) secrets.push((values[name] as string | null | undefined) ?? null);
    let line = String(row);
    for (const name of plain) line += `\t${copyText(values[name])}`;
    return line;
  });
  return { lines, secrets };
}

function copyText(value: unknown): string {
  if (value === null || value === undefined) return "\\N";
  if (Array.isArray(value))
    return escaped(`{${value.map((item) => `"${String(item).replace(/["\\]/g, "\\$&")}"`).join(",")}}`);
  return escaped(typeof value === "object" ? JSON.stringify(value) : String(value));
}

const special = /[\\\t\n\r]/;
const specials = new RegExp(special, "g");
const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escaped = (text: string) =>
  special.test(text) ? text.replace(specials, (mark) => escapes[mark] as string) : text;
