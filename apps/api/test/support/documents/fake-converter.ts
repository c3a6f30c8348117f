import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Converter } from "../../../src/core/foundation/settings.ts";
import { type ConversionLimits, convertDocument } from "../../../src/files/documents/converter.ts";

/** A converter that does what documents say: each is a script, which finds where the PDF goes in `$OUT`. */
export const fakeConverter: Converter = { program: join(import.meta.dirname, "soffice"), sandbox: null };

/** A document that becomes a PDF with what a command prints in it, whether it succeeds or not. */
export const printing = (command: string): string => `{ echo %PDF-1.7; ${command}; true; } > "$OUT" 2>/dev/null`;

/** Converts a script. @returns what the PDF holds */
export const convertScript = (
  converter: Converter,
  home: string,
  script: string,
  limits?: ConversionLimits,
): Promise<string> =>
  convertDocument(
    converter,
    { body: Readable.from([Buffer.from(script)]), type: "docx" },
    home,
    async (pdf) => (await buffer(pdf)).toString(),
    limits,
  );
