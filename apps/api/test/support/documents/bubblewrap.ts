import { existsSync } from "node:fs";

const program = "/usr/bin/bwrap";

/** The sandbox of the converter. @throws where it is not installed: what it holds back cannot be tested without it */
export function getBubblewrap(): string {
  if (!existsSync(program)) throw new Error("install bubblewrap (apt-get install bubblewrap) to run this test");
  return program;
}
