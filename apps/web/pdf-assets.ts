import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const home = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
const base = `assets/pdf-${version}`;

/** Its worker, and characters, fonts and decoders that some PDFs need: fetched from this server, under an address that changes with them. */
const paths = [
  "build/pdf.worker.min.mjs",
  ...["cmaps", "standard_fonts", "wasm", "iccs"].flatMap((folder) =>
    readdirSync(join(home, folder))
      .filter((name) => !/^LICENSE|quickjs/.test(name))
      .map((name) => `${folder}/${name}`),
  ),
];
const files = new Map(paths.map((path) => [`${base}/${path}`, join(home, path)]));

/** Serves what the viewer of PDFs fetches beside its scripts. */
export const pdfAssets = (): Plugin => ({
  name: "pdf-assets",
  configureServer: ({ middlewares }) =>
    void middlewares.use((request, response, next) => {
      const file = files.get(request.url?.slice(1) ?? "");
      if (!file) return next();
      if (/\.m?js$/.test(file)) response.setHeader("content-type", "text/javascript");
      response.end(readFileSync(file));
    }),
  generateBundle() {
    for (const [fileName, file] of files) this.emitFile({ type: "asset", fileName, source: readFileSync(file) });
  },
});
