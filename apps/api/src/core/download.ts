import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Types a browser may show by itself; everything else is offered to be saved. Never html or svg: they could run script here. */
const shownTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  txt: 'text/plain; charset=utf-8',
}
const savedTypes: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
  csv: 'text/csv; charset=utf-8',
}

/** Answers with a file. The name is sent in both forms of RFC 6266, so that Chinese names survive. */
export function sendFile(reply: FastifyReply, body: Readable | Buffer, name: string, options: { inline?: boolean; size?: number } = {}): FastifyReply {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const shown = shownTypes[extension]
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_')
  reply
    .type(shown ?? savedTypes[extension] ?? 'application/octet-stream')
    .header('Content-Disposition', `${options.inline && shown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escapeMark)}`)
    .header('Cache-Control', 'private, no-store')
  if (options.size !== undefined) reply.header('Content-Length', options.size)
  return reply.send(body)
}
const escapeMark = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
