import formbody from "@fastify/formbody";
import multipart from "@fastify/multipart";
import type { Call } from "@jipei/contract/core/call.ts";
import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import { maxFileBytes, maxFiles } from "@jipei/contract/core/upload-rules.ts";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { type Actor, guest } from "../actor.ts";
import { mustHaveRoom } from "../disk.ts";
import { checkAccess, owesNothing } from "../gates.ts";
import type { Domain, HtmlPage, Route } from "../implement.ts";
import { preferredLanguage } from "../language.ts";
import type { Lifecycle } from "../lifecycle.ts";
import { noteWrite } from "../recent-writes.ts";
import { addReference } from "../reference/reference.ts";
import { Refusal } from "../refusal.ts";
import { requestIdOf } from "../request-context.ts";
import { addSecurityHeaders } from "../security-headers.ts";
import { writerOf } from "../serialiser.ts";
import type { Services } from "../services.ts";
import { shortOf } from "../short.ts";
import { answerConnection } from "./connection-faults.ts";
import { addRetryAfter, answerError, answerNotFound, answerRefusal } from "./failure-answers.ts";
import { inItsForm } from "./flat-error.ts";
import { addHealth, leavePolitely } from "./health.ts";
import { inputOf } from "./request-input.ts";
import { addRequestIds } from "./request-ids.ts";
import { callerOf, type RequestTrace } from "./request-trace.ts";
import type { Site, SiteFinder } from "./site.ts";
import { write } from "./write-call.ts";

export interface AppOptions extends Omit<Site, "services"> {
  domains: readonly Domain[];
  /** Left out while there is one tenant. */
  siteOf?: SiteFinder;
  /** Milliseconds in which a request must have come in whole; two minutes where left out, for uploads over slow lines. */
  arrivesWithin?: number;
  /** Of the process that answers; left out: it stays. */
  lifecycle?: Lifecycle;
  /** Hears what time it is where a signed-in user sits: his id, milliseconds since 1970. */
  witness?: (userId: string, time: number) => void;
}

const bodyLimit = 5 * 1024 * 1024;

/**
 * The HTTP server of all calls; every route comes from a call of the contract, a route without access rule cannot be written.
 * @param services those of the installation, which answer unless `siteOf` finds another tenant's
 */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { arrivesWithin = 120_000, lifecycle = { leaving: false } } = options;
  const app = Fastify({
    bodyLimit,
    // What still comes while open requests end is answered as ever; its connection is closed behind it.
    return503OnClosing: false,
    genReqId: (request) => requestIdOf(request, services.settings.trustedProxies > 0),
    trustProxy: (_address, hop) => hop < services.settings.trustedProxies,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    requestTimeout: arrivesWithin,
    clientErrorHandler: answerConnection,
    // Headers come at once or not at all; whoever sends them byte by byte holds a connection for nothing.
    http: { headersTimeout: arrivesWithin / 4, connectionsCheckingInterval: arrivesWithin / 8 },
    // Addresses that are none: not UTF-8, or with a part longer than any of ours.
    frameworkErrors: (_error, request, reply) =>
      void answerRefusal(reply.header("X-Request-Id", request.id), new Refusal("PATH_NOT_FOUND")),
  });
  // No call takes plain text.
  app.removeContentTypeParser("text/plain");
  await app.register(formbody, { bodyLimit: 65_536 });
  await app.register(multipart, {
    limits: { fileSize: maxFileBytes, files: maxFiles, fields: 100, fieldSize: 1_048_576 },
  });
  app.decorateRequest("trace", null);
  addRequestIds(app);
  leavePolitely(app, lifecycle);
  const constraints = Object.assign({}, ...options.domains.map((domain) => domain.constraints ?? {})) as Record<
    string,
    ErrorCode
  >;
  const home: Site = { services, authenticate: options.authenticate, envelope: options.envelope };
  for (const { routes, short = false } of options.domains)
    for (const route of routes) addRoute(app, home, options, route, short, constraints);
  for (const page of options.domains.flatMap((domain) => domain.htmlPages ?? []))
    addHtmlPage(app, home, options.siteOf, page);
  addHealth(app, services, lifecycle);
  if (services.settings.apiDocs) addReference(app, options.domains);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(error, request, reply, constraints, services),
  );
  app.setNotFoundHandler((request, reply) => answerNotFound(app, request, reply));
  addRetryAfter(app);
  addSecurityHeaders(app, services.settings.publicUrl.startsWith("https:"));
  return app;
}

function addRoute(
  app: FastifyInstance,
  home: Site,
  { siteOf, witness }: AppOptions,
  route: Route,
  short: boolean,
  constraints: Record<string, ErrorCode>,
): void {
  const { call } = route;
  const writes = call.writes ?? (route.kind === "writes" || (route.kind === "raw" && call.method === "POST"));
  app.route({
    method: call.method,
    url: call.path,
    onRequest(request, _reply, done) {
      request.trace = { call, writes, journal: home.services.journal, actor: null, input: undefined, deeds: [] };
      request.context.trace = request.trace;
      done();
    },
    onResponse(request, reply, done) {
      const trace = request.trace as RequestTrace;
      trace.journal.answered(trace, callerOf(request), reply.statusCode, reply.elapsedTime);
      done();
    },
    async handler(request, reply) {
      const trace = request.trace as RequestTrace;
      const token = tokenOf(request);
      const site = siteOf ? await inItsForm(call, () => siteOf(request, call, token)) : home;
      const services = short ? shortOf(site.services) : site.services;
      trace.journal = services.journal;
      const actor = (trace.actor = await actorOf(request, call, token, site));
      if (witness && actor.audience !== "public")
        witness(`${actor.tenantId} ${actor.userId}`, Number(request.headers["client-time"]));
      if (actor.rightsMark) reply.header("Rights-Mark", actor.rightsMark);
      checkAccess(actor, call);
      if (writes) mustHaveRoom(services.disk, call);
      const input = await inputOf(request, call, actor, site);
      if (writes) noteWrite(services, actor);
      if (route.kind === "raw") {
        const answer = await route.handler(request, reply, actor, input, services);
        if (reply.sent || call.output.shape === "file") return reply;
        return send(request, reply, call, actor, answer, site);
      }
      const prepared =
        route.kind === "writes" && route.prepare ? await route.prepare(services, actor, input, request) : undefined;
      const answer =
        route.kind === "reads" && !call.writes
          ? await route.handler(services.readDb, actor, input, services)
          : await write(
              services,
              actor,
              call,
              input,
              (tx) => route.handler(tx, actor, input, services, prepared),
              constraints,
              trace,
            );
      return send(request, reply, call, actor, answer, site);
    },
  });
}

function addHtmlPage(app: FastifyInstance, home: Site, siteOf: SiteFinder | undefined, page: HtmlPage): void {
  app.get(page.path, async (request, reply) => {
    const { services } = siteOf ? await siteOf(request, null, "") : home;
    const html = await page.render(
      request.query as Record<string, unknown>,
      preferredLanguage(request),
      request.ip,
      services,
    );
    if (html !== null)
      return reply
        .type("text/html; charset=utf-8")
        .header("Cache-Control", "no-store")
        .header("X-Robots-Tag", "noindex")
        .send(html);
    // The web application is served beside the API, or not at all.
    const { sendFile } = reply as { sendFile?: (name: string) => FastifyReply };
    return sendFile ? sendFile.call(reply, "index.html") : reply.callNotFound();
  });
}

function tokenOf(request: FastifyRequest): string {
  const header = request.headers["token"];
  return typeof header === "string" ? header.replace(/^bearer\s+/i, "").trim() : "";
}

async function actorOf(
  request: FastifyRequest,
  call: Call<any, any>,
  token: string,
  { services: { tenantId }, authenticate }: Site,
): Promise<Actor> {
  if (!token) return guest(request.ip, tenantId);
  try {
    const actor = await authenticate(token, request.ip);
    // Public calls do more for some who are signed in: not for who has yet to choose a password or to set up his second factor.
    return call.access === "public" && !owesNothing(actor, call) ? guest(request.ip, tenantId) : actor;
  } catch (error) {
    // Who refreshes a token or logs out may still carry the one that has run out; a public call asks for none.
    if (call.access === "public" && error instanceof Refusal && error.code === "UNAUTHORIZED")
      return guest(request.ip, tenantId);
    throw error;
  }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call<any, any>,
  actor: Actor,
  answer: unknown,
  { envelope }: Site,
): Promise<FastifyReply> {
  const data = writerOf(call.output)(answer ?? null);
  if (call.writes || call.flat) reply.header("Cache-Control", "no-store");
  const body = call.flat ? data : `{"code":200,"success":true,"data":${data},"msg":"操作成功","msgEn":"Done"}`;
  reply.type("application/json; charset=utf-8");
  return reply.send(call.style === "encrypted" ? await envelope.seal(request, actor, body) : body);
}
