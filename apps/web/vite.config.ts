import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { type Plugin, defineConfig } from "vite";
import { chunkGroups } from "./chunks.ts";
import { pdfAssets } from "./pdf-assets.ts";
import { pageAddresses } from "./page-addresses.ts";
import { onSiteWorker } from "./on-site-worker.ts";
import { leanPreloads } from "./preloads.ts";
import { resourcePages } from "./resource-pages.ts";
import { silentIcons } from "./silent-icons.ts";

/** Lists the addresses of all pages in `pages.json`, for the server: what is none of them is answered with 404. */
const listPages = (): Plugin => ({
  name: "list-pages",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(pageAddresses()) });
  },
});

const preloads = leanPreloads();

export default defineConfig({
  base: "/",
  plugins: [react(), listPages(), resourcePages(), silentIcons(), onSiteWorker(), pdfAssets(), preloads.plugin],
  // The SM library asks for Node's module where a browser has none; the browser's own is meant.
  resolve: { alias: { crypto: fileURLToPath(new URL("src/core/api/browser-crypto.ts", import.meta.url)) } },
  optimizeDeps: { rolldownOptions: { plugins: [silentIcons()] } },
  server: { proxy: { "/api": { target: `http://127.0.0.1:${process.env.PORT ?? 8080}` } } },
  build: {
    target: "es2023",
    outDir: "dist",
    sourcemap: false,
    reportCompressedSize: false,
    // Browsers of the target know modulepreload, but for the oldest Safari among them, which fetches a little later.
    modulePreload: { polyfill: false, resolveDependencies: preloads.resolveDependencies },
    // The start page lists what each page needs: without the names of chunks, and with seven letters of their hashes, that list is shorter.
    rolldownOptions: { output: { chunkFileNames: "assets/[hash:7].js", codeSplitting: { groups: chunkGroups } } },
  },
});
