import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream";

/**
 * Bytes on their way into the storage. Preferably a generator: it begins when somebody reads it, so that it cannot fail before somebody listens.
 */
export type Body = AsyncIterable<Uint8Array | string>;

/**
 * Hands a stream on that works already: a file, an answer of another server. An error that comes before its receiver listens stays with the
 * stream, where the receiver finds it; without a listener it would end the process.
 */
export function guarded<S extends NodeJS.EventEmitter>(stream: S): S {
  stream.on("error", () => {});
  return stream;
}

/** A stream behind a transform, as one: whichever of both fails or is given up takes the other with it. */
export const through = (from: Readable, transform: Transform): Readable => guarded(pipeline(from, transform, () => {}));

/** Gives up a body that nobody will read. Files and connections it holds are let go; a generator that has not begun holds none. */
export function giveUp(body: Body): void {
  if ("destroy" in body && typeof body.destroy === "function") body.destroy();
}
