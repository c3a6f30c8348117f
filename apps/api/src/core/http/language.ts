import type { FastifyRequest } from "fastify";

export type Language = "zh" | "en";

/** The language of a file or page, by Accept-Language: Chinese where that comes first or the header is missing, else English. */
export const preferredLanguage = (request: FastifyRequest): Language =>
  /^\s*zh|^\s*$/i.test(request.headers["accept-language"] ?? "") ? "zh" : "en";
