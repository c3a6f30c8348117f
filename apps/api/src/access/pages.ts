import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Services } from "../core/services.ts";

const webFolder = join(import.meta.dirname, "../../../web/src");
const loading = new Map<string, Promise<(path: string) => boolean>>();

/**
 * Tells whether the web has a page at an address, so that no menu leads nowhere. The web states its routes in `<domain>.pages.ts`
 * files, whose pages are imported lazily: reading them costs nothing and needs no list of our own. Without the web's sources beside
 * the API every entry counts as existing; the web leaves out what it does not know.
 */
export function pageExists(folder = webFolder): Promise<(path: string) => boolean> {
  let known = loading.get(folder);
  if (!known) loading.set(folder, (known = readPages(folder)));
  return known;
}

/** As `pageExists`, without the pages of what the operator has switched off. */
export async function pageIsOpen({ settings }: Services): Promise<(path: string) => boolean> {
  const exists = await pageExists();
  return (path) => exists(path) && (path !== "/tool/code" || settings.codeGenerator);
}

async function readPages(folder: string): Promise<(path: string) => boolean> {
  if (!existsSync(folder)) return () => true;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".pages.ts"));
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(folder, file)).href) as Promise<{ pages: object }>),
  );
  const patterns = modules.flatMap(({ pages }) => Object.keys(pages)).map(patternOf);
  return (path) => /^https?:\/\//.test(path) || patterns.some((pattern) => pattern.test(path));
}

/** `/my/work/:kind` takes any one segment there. */
const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replace(/[.+*?^$()[\]{}|\\]/g, "\\$&").replace(/:\w+/g, "[^/]+")}$`);
