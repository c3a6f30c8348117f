import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the built web application beside the API, in the compressed form that the build wrote. Every other address that a browser
 * opens answers the start page, because the pages are routes of the application. Does nothing where nothing was built.
 * @param folder apps/web/dist
 */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  const assets = join(folder, 'assets')
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    // Names of built files carry a hash of their content; the start page names the newest ones.
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache'),
  })
  app.get('/*', (request, reply) => {
    const path = decodeURIComponent(request.url.split('?')[0] ?? '/')
    if (path.startsWith('/api')) return reply.callNotFound()
    return reply.sendFile(/\.\w+$/.test(path) ? path.slice(1) : 'index.html')
  })
}
