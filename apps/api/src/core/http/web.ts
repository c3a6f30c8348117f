import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Serves the built web application beside the API, in the compressed form that the build wrote. Every page address returns the start page,
 * because pages are routes in the browser; the build lists them in `pages.json`. Other addresses are answered with 404: browsers get the start
 * page, which shows the application's own error page, and programs get the refusal. Does nothing where nothing was built.
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
    // The files are small, and our pages never ask for a part of one.
    acceptRanges: false,
    index: false,
    // The names of built files contain a hash of their content; the start page refers to the newest ones.
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

/** The addresses of all files below a folder. No other path ever reaches the disk. */
function filesBelow(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && entry.name !== "pages.json")
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll(sep, "/")),
  );
}

/** @param routes addresses of pages; variable parts are written `:name` */
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

/** Whether a browser opens the address as a page. Images, scripts and programs do not ask for HTML. */
const isNavigation = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? "");

/** Decodes a path; null when it is not UTF-8. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
