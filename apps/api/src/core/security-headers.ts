import type { FastifyInstance } from 'fastify'

/**
 * What a browser may do with our pages: run our own files, nothing from elsewhere and nothing written into a page. Styles are the one
 * exception, because the component library writes its own into the page. Frames may show outside pages: a menu entry can lead to one,
 * and only an administrator makes these.
 */
const pagePolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data: blob:`,
  `font-src 'self' data:`,
  `connect-src 'self'`,
  `media-src 'self' blob:`,
  `worker-src 'self' blob:`,
  `frame-src 'self' blob: https: http:`,
  `manifest-src 'self'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'self'`,
].join('; ')

/** An answer of the API is no page: opened in a browser it may do nothing, whatever somebody uploaded. */
const answerPolicy = `default-src 'none'; sandbox; frame-ancestors 'none'`

/**
 * Adds the security headers to every answer. Answers of the API are kept by no cache, since most hold personal data.
 * @param encrypted whether browsers reach us by https
 */
export function addSecurityHeaders(app: FastifyInstance, encrypted: boolean): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isAnswer = request.url.startsWith('/api/')
    reply
      .header('X-Content-Type-Options', 'nosniff')
      .header('Referrer-Policy', 'same-origin')
      .header('X-Frame-Options', isAnswer ? 'DENY' : 'SAMEORIGIN')
      .header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()')
      .header('Cross-Origin-Opener-Policy', 'same-origin')
      .header('Cross-Origin-Resource-Policy', 'same-origin')
    if (!reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', isAnswer ? answerPolicy : pagePolicy)
    if (isAnswer && !reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    if (encrypted) reply.header('Strict-Transport-Security', 'max-age=31536000')
    return payload
  })
}
