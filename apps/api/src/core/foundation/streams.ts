import { Readable, type Transform, pipeline } from "node:stream";

/**
 * Bytes to be stored. Preferably a generator: it starts when it is read, so that it cannot fail before there is an error listener.
 */
export type Body = AsyncIterable<Uint8Array | string>;

/**
 * Adds an error listener to a stream that has already started: a file, a response of another server. Without it, an error before the receiver
 * listens would end the process. The stream keeps the error, so that the receiver still gets it.
 */
export function guarded<S extends NodeJS.EventEmitter>(stream: S): S {
  stream.on("error", () => {});
  return stream;
}

/** Pipes a stream through a transform. When one of them fails or is destroyed, the other is destroyed too. */
export const through = (from: Readable, transform: Transform): Readable => guarded(pipeline(from, transform, () => {}));

/** Discards a body that nobody will read, and releases its files and connections. A generator that has not started holds none. */
export function giveUp(body: Body): void {
  if (body instanceof Readable) body.destroy();
}
