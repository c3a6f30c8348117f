import type { MultipartFile } from "@fastify/multipart";
import type { Call } from "@jipei/contract/core/call.ts";
import type { FastifyRequest } from "fastify";
import { parseInput } from "../entity/input.ts";
import { Refusal } from "../foundation/refusal.ts";

/**
 * Reads a multipart body: passes each file to `take` as it arrives, and checks the fields against the call's input at the end.
 * @param prepare converts the fields, which are all texts, for the input's shape
 * @throws MEDIA_TYPE, FIELD_INVALID, FILE_TOO_LARGE, FILE_TOO_MANY, what `take` refuses
 */
export async function readMultipart<I, F>(
  request: FastifyRequest,
  call: Call<I, unknown>,
  take: (part: MultipartFile) => Promise<F>,
  prepare = (fields: Record<string, unknown>) => fields,
): Promise<{ input: I; files: F[]; fields: Record<string, unknown> }> {
  if (!request.isMultipart()) throw new Refusal("MEDIA_TYPE");
  const fields: Record<string, unknown> = { ...(request.query as object) };
  const files: F[] = [];
  for await (const part of request.parts()) {
    if (part.type === "file") files.push(await take(part));
    else if (part.valueTruncated || part.fieldnameTruncated) throw new Refusal("BODY_TOO_LARGE");
    else fields[part.fieldname] = part.value;
  }
  return { input: parseInput(call.input, prepare(fields)), files, fields };
}

export interface FileInMemory {
  name: string;
  bytes: Buffer;
}

/** Reads a file into memory; for small files only. */
export async function inMemory(part: MultipartFile): Promise<FileInMemory> {
  return { name: part.filename, bytes: await part.toBuffer() };
}
