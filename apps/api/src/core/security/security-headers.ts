import { IncomingMessage, type OutgoingHttpHeader, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { documentPath } from "@jipei/contract/files/document-path.ts";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";

/**
 * The content security policy of pages: only our own files, no inline scripts. Inline styles are allowed, because the component library writes
 * them. Frames may show external pages, because a menu entry can lead to one; only administrators create menu entries.
 */
const pagePolicy = {
  "default-src": ["'none'"],
  "object-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'", "'unsafe-inline'"],
  "img-src": ["'self'", "data:", "blob:"],
  "font-src": ["'self'", "data:"],
  "connect-src": ["'self'"],
  "media-src": ["'self'", "blob:"],
  "worker-src": ["'self'", "blob:"],
  "frame-src": ["'self'", "blob:", "https:", "http:"],
  "manifest-src": ["'self'"],
  "base-uri": ["'none'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'self'"],
};

/** The page of a document may also load the script of the document server, whose editor stands in a frame of its own. */
const documentPolicy = (server: string) => ({ ...pagePolicy, "script-src": ["'self'", new URL(server).origin] });
const documentPage = new RegExp(`^${documentPath.replace(":id", "[^/?]+")}/*(?:[?]|$)`);

/** Addresses of calls, and of uploaded files. */
const answers = /^\/(api|attach)\//;
/** The policy of API responses. They are not pages: opened in a browser they may do nothing, whatever a user has uploaded. */
const answerPolicy = { "default-src": ["'none'"], sandbox: [], "frame-ancestors": ["'none'"] };

/**
 * Whether an answer is a script or a style of ours. A policy is about the page that loads them and means nothing on them; a first page loads some
 * sixty, and nine hundred bytes of headers with each. A worker is bound by the policy of its
 * own script, so that one keeps it.
 */
const isScript = (type: unknown): boolean =>
  typeof type === "string" && /^(?:text\/(?:javascript|css)|application\/javascript)\b/.test(type);

/** The address of the script of a worker, as the build names it. */
const worker = /\.worker[-.][^/]*$/;

/**
 * Adds the security headers to every response, and keeps a policy that a route has set. No cache may store responses of the API, since most of
 * them hold personal data.
 * @param encrypted whether browsers reach us by HTTPS
 * @param documentServer its address; undefined: there is none
 */
export function addSecurityHeaders(app: FastifyInstance, encrypted: boolean, documentServer?: string): void {
  const ofAnswers: Headers = [
    ["cache-control", "no-store"],
    ...getHeaders({ policy: answerPolicy, frames: "deny", encrypted }),
  ];
  const ofPages = getHeaders({ policy: pagePolicy, frames: "sameorigin", encrypted });
  const ofDocuments =
    documentServer === undefined
      ? ofPages
      : getHeaders({ policy: documentPolicy(documentServer), frames: "sameorigin", encrypted });
  const getPageHeaders = (url: string) => (documentPage.test(url) ? ofDocuments : ofPages);
  // In `onSend`, so that responses to requests that were refused early have the headers too.
  app.addHook("onSend", (request, reply, payload, done) => {
    if (isScript(reply.getHeader("content-type")) && !worker.test(request.url)) {
      reply.header("x-content-type-options", "nosniff").header("cross-origin-resource-policy", "same-origin");
      return done(null, payload);
    }
    for (const [name, value] of answers.test(request.url) ? ofAnswers : getPageHeaders(request.url))
      if (!reply.hasHeader(name)) reply.header(name, value);
    done(null, payload);
  });
}

type Headers = readonly (readonly [name: string, value: OutgoingHttpHeader])[];
interface HeaderRules {
  policy: Record<string, string[]>;
  frames: "deny" | "sameorigin";
  encrypted: boolean;
}

/** The headers by these rules. They are the same for every response, so the library is asked for them once. */
function getHeaders({ policy, frames, encrypted }: HeaderRules): Headers {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const set = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    frameguard: { action: frames },
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: encrypted && { maxAge: 31_536_000, includeSubDomains: true },
  });
  set(response.req, response, () => {});
  // Findings on site may carry where they were written, and an exam may ask for a photo, where the user says so.
  response.setHeader("permissions-policy", "camera=(self), microphone=(), geolocation=(self), payment=()");
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}
