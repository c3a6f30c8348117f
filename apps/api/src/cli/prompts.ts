import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export interface Prompts {
  /** Reads a typed line. @param usual the value of an empty line */
  ask(question: string, usual?: string): Promise<string>;
  /** Reads a typed line without showing it. */
  askSecretly(question: string): Promise<string>;
  close(): void;
}

/** Questions on the terminal. */
export function openPrompts(): Prompts {
  let shown = true;
  const output = new Writable({
    write(chunk: Buffer, encoding, done) {
      if (shown) process.stdout.write(chunk, encoding);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  return {
    async ask(question, usual) {
      const line = (await lines.question(`${question}${usual ? ` [${usual}]` : ""}: `)).trim();
      return line || usual || "";
    },
    async askSecretly(question) {
      process.stdout.write(`${question}: `);
      shown = false;
      const line = await lines.question("");
      shown = true;
      process.stdout.write("\n");
      return line;
    },
    close: () => lines.close(),
  };
}
