import { connect } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { guarded } from "../core/foundation/streams.ts";

/** Milliseconds of silence from the scanner after which a file counts as not scanned. */
const timeout = 60_000;
/** The port on which clamd listens by default. */
const standardPort = 3310;

/**
 * Asks a ClamAV daemon whether a file holds a known virus (command INSTREAM: chunks prefixed with their length, then an empty one).
 * @param scanner `tcp://host:port`, or `unix:/path` of its socket
 * @returns the name of the virus; null when there is none
 * @throws when the answer says neither: the scanner is away or busy, or does not accept a file of this size
 */
export async function findVirus(scanner: URL, body: Readable): Promise<string | null> {
  const socket = guarded(
    scanner.protocol === "unix:"
      ? connect(scanner.pathname)
      : connect(Number(scanner.port) || standardPort, scanner.hostname),
  );
  socket.setTimeout(timeout, () => socket.destroy(new Error("the virus scanner does not answer")));
  const [answer] = await Promise.all([text(socket), pipeline(inPieces(body), socket, { end: false })]);
  if (answer === "stream: OK\0") return null;
  const virus = /^stream: (\S+) FOUND\0$/.exec(answer)?.[1];
  if (virus) return virus;
  throw new Error(`the virus scanner answered: ${answer.slice(0, 100)}`);
}

async function* inPieces(body: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from("zINSTREAM\0");
  for await (const piece of body as AsyncIterable<Buffer>) {
    yield getLength(piece);
    yield piece;
  }
  yield getLength(Buffer.alloc(0));
}

function getLength(piece: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}
