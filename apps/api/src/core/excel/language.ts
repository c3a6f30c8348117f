import type { FastifyRequest } from 'fastify'

export type Language = 'zh' | 'en'

/** The language a file is written in: the one the reader's screen has. */
export const languageOf = (request: FastifyRequest): Language => (/^en\b/i.test(String(request.headers['accept-language'] ?? '')) ? 'en' : 'zh')
