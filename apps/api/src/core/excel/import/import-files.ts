import { issue } from "@jipei/contract/core/issue.ts";
import type { Tx } from "../../database/db.ts";
import type { Actor } from "../../foundation/actor.ts";
import { Refusal } from "../../foundation/refusal.ts";
import type { Services } from "../../foundation/services.ts";
import { checkFile, discardFiles, storeFile } from "../../storage/files.ts";
import type { RowFile, RowIssue } from "./import-definition.ts";
import type { StoredFiles } from "./import-writer.ts";

/** What an upload of the same files would be refused for. */
export async function findFileIssues(app: Services, actor: Actor, files: readonly RowFile[]): Promise<RowIssue[]> {
  const found: RowIssue[] = [];
  for (const file of files) {
    try {
      await checkFile(app, actor, file);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      const { row, field, name } = file;
      found.push({ row, field, text: name, issue: issue(error.code, error.zh, error.en) });
    }
  }
  return found;
}

/** Stores files for the rows of an import. @param keys is told of each, for `discardFiles` */
export async function storeFiles(
  tx: Tx,
  actor: Actor,
  files: readonly RowFile[],
  app: Services,
  keys: string[],
): Promise<StoredFiles> {
  const stored = new Map<number, Record<string, string>>();
  for (const file of files) {
    const { id, key } = await storeFile(tx, actor, file, app);
    keys.push(key);
    stored.set(file.row, { ...stored.get(file.row), [file.field]: id });
  }
  return stored;
}

/** Runs what stores files. Where it fails, nothing of them is left. */
export async function storingFiles<T>(app: Services, work: (keys: string[]) => Promise<T>): Promise<T> {
  const keys: string[] = [];
  try {
    return await work(keys);
  } catch (error) {
    // What cannot be removed now goes with the nightly sweep.
    if (keys.length > 0)
      await discardFiles(app, keys).catch((err: unknown) =>
        app.log.warn({ err }, "files of an import are left behind"),
      );
    throw error;
  }
}
