import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, transformWithOxc } from "vite";
import { onSitePath } from "./src/core/session/constants.ts";

const room = join(import.meta.dirname, "src/inspection/on-site");
const source = join(room, "worker/on-site.worker.ts");
/** What the page is opened with, beside the start page: itself, and its texts in both languages. */
const opened = new Set(["on-site-page.tsx", "texts.zh.ts", "texts.en.ts"].map((name) => join(room, name)));

/**
 * Builds `/on-site.worker.js`, which opens the page on site without a network, and tells it which files that page needs. It lies at the root,
 * because a worker answers for addresses below its own only, and it is a plain script, because not every browser takes a module there.
 */
export function onSiteWorker(): Plugin {
  return {
    name: "on-site-worker",
    apply: "build",
    async generateBundle(_options, bundle) {
      const files = new Set<string>();
      const collect = (file: string): void => {
        const one = bundle[file];
        if (one?.type !== "chunk" || files.has(file)) return;
        files.add(file);
        for (const style of one.viteMetadata?.importedCss ?? []) files.add(style);
        for (const next of one.imports) collect(next);
      };
      for (const one of Object.values(bundle))
        if (one.type === "chunk" && (one.isEntry || one.moduleIds.some((id) => opened.has(join(id)))))
          collect(one.fileName);
      const paths = [...files].map((file) => `/${file}`).toSorted();
      const version = createHash("sha256").update(paths.join()).digest("hex").slice(0, 12);
      const stated = `const onSiteFiles = ${JSON.stringify({ page: onSitePath, version, files: paths })};\n`;
      const { code } = await transformWithOxc(readFileSync(source, "utf8"), source, { sourcemap: false });
      this.emitFile({ type: "asset", fileName: "on-site.worker.js", source: stated + code });
    },
  };
}
