import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Measure, MissingFile, type Place } from "../../src/core/storage/storage.ts";
import { through } from "../../src/core/foundation/streams.ts";

/** Files of one test, in memory. */
export function memoryStorage(): Place {
  const files = new Map<string, Buffer>();
  return {
    async put(key, body) {
      const measure = new Measure();
      files.set(key, await buffer(through(Readable.from(body), measure)));
      return measure.result();
    },
    async get(key, range) {
      const file = files.get(key);
      if (!file) throw new MissingFile(key);
      return Readable.from([range ? file.subarray(range.from, range.to + 1) : file]);
    },
    remove: async (key) => void files.delete(key),
  };
}
