import type { FastifyInstance } from "fastify";

/**
 * What a browser may do with our pages: run our own files, nothing from elsewhere and nothing written into a page. Styles are the one
 * exception, because the component library writes its own into the page. Frames may show outside pages: a menu entry can lead to one,
 * and only an administrator makes these.
 */
const pagePolicy = [
  `default-src 'none'`,
  `object-src 'none'`,
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
].join("; ");

/** Calls, and the links of uploaded files. */
const answers = /^\/(api|attach)\//;
/** An answer of the API is no page: opened in a browser it may do nothing, whatever somebody uploaded. */
const answerPolicy = `default-src 'none'; sandbox; frame-ancestors 'none'`;

/**
 * Adds the security headers to every answer. Answers of the API are kept by no cache, since most hold personal data.
 * @param encrypted whether browsers reach us by https
 */
export function addSecurityHeaders(app: FastifyInstance, encrypted: boolean): void {
  const headersFor = (frames: string) => ({
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": frames,
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...(encrypted && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  });
  const [ofAnswers, ofPages] = [headersFor("DENY"), headersFor("SAMEORIGIN")];
  app.addHook("onSend", (request, reply, payload, done) => {
    const isAnswer = answers.test(request.url);
    reply.headers(isAnswer ? ofAnswers : ofPages);
    if (!reply.hasHeader("content-security-policy"))
      reply.header("content-security-policy", isAnswer ? answerPolicy : pagePolicy);
    if (isAnswer && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    done(null, payload);
  });
}
