import type { Plugin } from "vite";

/**
 * Keeps from the list that every `import()` preloads what is there already: the scripts that the importing one stands on. The lists are a
 * good part of small scripts.
 */
export function leanPreloads(): { plugin: Plugin; resolveDependencies: Resolve } {
  let imports: ReadonlyMap<string, readonly string[]> = new Map();
  const collect = (file: string, found: Set<string>): Set<string> => {
    if (found.has(file)) return found;
    found.add(file);
    for (const next of imports.get(file) ?? []) collect(next, found);
    return found;
  };
  return {
    plugin: {
      name: "lean-preloads",
      generateBundle: {
        // Before Vite writes the lists.
        order: "pre",
        handler(_options, bundle) {
          imports = new Map(
            Object.values(bundle).flatMap((one) =>
              one.type === "chunk" ? [[one.fileName, one.imports] as const] : [],
            ),
          );
        },
      },
    },
    resolveDependencies: (_file, needed, { hostId }) => {
      const loaded = collect(hostId, new Set());
      return needed.filter((file) => !loaded.has(file));
    },
  };
}

type Resolve = (file: string, needed: string[], context: { hostId: string }) => string[];
