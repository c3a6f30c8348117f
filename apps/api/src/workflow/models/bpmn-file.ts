import type { MultipartFile } from "@fastify/multipart";
import { Refusal } from "../../core/foundation/refusal.ts";

/** Endings of the files that hold a process. */
const endings = /\.(bpmn20\.xml|bpmn)$/i;
/** Bytes of such a file at most. */
const most = 25 * 1024 * 1024;

export interface BpmnFile {
  name: string;
  xml: string;
}

/** Reads an uploaded BPMN file. @throws FILE_FORMAT, FILE_CONTENT where it is no text, FILE_TOO_LARGE */
export async function readBpmnFile(part: MultipartFile): Promise<BpmnFile> {
  if (!endings.test(part.filename)) throw new Refusal("FILE_FORMAT", { types: "bpmn20.xml, bpmn" });
  const bytes = await part.toBuffer();
  if (bytes.length > most) throw new Refusal("FILE_TOO_LARGE");
  try {
    return { name: part.filename, xml: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    throw new Refusal("FILE_CONTENT");
  }
}
