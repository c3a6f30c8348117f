import { connect } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { guarded } from "../core/streams.ts";

/** Milliseconds without a sign from the scanner after which a file counts as not scanned. */
const patience = 60_000;
/** Where clamd listens unless it is told otherwise. */
const standardPort = 3310;

/**
 * Asks a ClamAV daemon whether a file holds a known virus (its command INSTREAM: pieces with their length before them, then an empty one).
 * @param scanner `tcp://host:port`, or `unix:/path` of its socket
 * @returns the name of the virus; null when there is none
 * @throws when there is no answer that says either: the scanner is away, busy, or takes no file of this size
 */
export async function findVirus(scanner: URL, body: Readable): Promise<string | null> {
  const socket = guarded(
    scanner.protocol === "unix:"
      ? connect(scanner.pathname)
      : connect(Number(scanner.port) || standardPort, scanner.hostname),
  );
  socket.setTimeout(patience, () => socket.destroy(new Error("the virus scanner does not answer")));
  const [answer] = await Promise.all([text(socket), pipeline(inPieces(body), socket, { end: false })]);
  if (answer === "stream: OK\0") return null;
  const virus = /^stream: (\S+) FOUND\0$/.exec(answer)?.[1];
  if (virus) return virus;
  throw new Error(`the virus scanner answered: ${answer.slice(0, 100)}`);
}

async function* inPieces(body: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from("zINSTREAM\0");
  for await (const piece of body as AsyncIterable<Buffer>) {
    yield lengthOf(piece);
    yield piece;
  }
  yield lengthOf(Buffer.alloc(0));
}

function lengthOf(piece: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}
