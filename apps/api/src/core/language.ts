import type { FastifyRequest } from "fastify";

export type Language = "zh" | "en";

/** The language a file or a page is written in, as the reader's screen asks: Chinese for who asks for it first, or for nothing; English for everybody else. */
export const preferredLanguage = (request: FastifyRequest): Language =>
  /^\s*zh|^\s*$/i.test(request.headers["accept-language"] ?? "") ? "zh" : "en";
