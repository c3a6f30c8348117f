import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Serves the built web application beside the API, in the compressed form that the build wrote. A page of the application answers the start
 * page, because pages are routes in the browser; the build lists them in `pages.json`. What is neither file nor page is not found: a browser
 * that was led there shows the application's own page for that, a program gets the refusal. Does nothing where nothing was built.
 * @param folder apps/web/dist
 */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, "index.html"))) return;
  const files = filesBelow(folder);
  const isPage = pageFinder(JSON.parse(readFileSync(join(folder, "pages.json"), "utf8")) as string[]);
  const start = readFileSync(join(folder, "index.html"));
  const assets = join(folder, "assets");
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    // Files are small; a part of one is asked for by nobody of ours, and refused in more ways than one.
    acceptRanges: false,
    index: false,
    // Names of built files carry a hash of their content; the start page names the newest ones.
    setHeaders: (reply, path) =>
      void reply.header("cache-control", path.startsWith(assets) ? "public, max-age=31536000, immutable" : "no-cache"),
  });
  app.get("/*", (request, reply) => {
    const path = decoded(request.url.split("?")[0] ?? "/");
    if (path === null) return reply.callNotFound();
    if (files.has(path)) return reply.sendFile(path.slice(1));
    if (isPage(path)) return reply.sendFile("index.html");
    if (!isNavigation(request) || /^\/api(\/|$)|\.\w+$/.test(path)) return reply.callNotFound();
    return reply.code(404).header("cache-control", "no-cache").type("text/html; charset=utf-8").send(start);
  });
}

/** What may be sent at all, as addresses: no other path ever reaches the disk. */
function filesBelow(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && entry.name !== "pages.json")
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll(sep, "/")),
  );
}

/** @param routes addresses of pages; parts that differ are written `:name` */
function pageFinder(routes: readonly string[]): (path: string) => boolean {
  const plain = new Set(routes);
  const patterns = routes
    .filter((route) => route.includes(":"))
    .map((route) => new RegExp(`^${route.replace(/:\w+/g, "[^/]+")}$`));
  return (path) => {
    const page = path.replace(/(?<=.)\/+$/, "");
    return plain.has(page) || patterns.some((pattern) => pattern.test(page));
  };
}

/** A browser that opens an address asks for a page; pictures, scripts and programs do not. */
const isNavigation = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? "");

/** null: not UTF-8. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
