import formbody from "@fastify/formbody";
import multipart from "@fastify/multipart";
import type { Call } from "@jipei/contract/core/call.ts";
import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import { maxFileBytes, maxFiles } from "@jipei/contract/core/fields/upload-rules.ts";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { Departure } from "../foundation/departure.ts";
import { type Actor, guest } from "../foundation/actor.ts";
import { assertHasRoom } from "../storage/disk.ts";
import { checkAccess, isOpenTo } from "../access/access-check.ts";
import type { Domain, HtmlPage, Route } from "./implement.ts";
import { preferredLanguage } from "./language.ts";
import { noteWrite } from "../database/replica/recent-writes.ts";
import { addReference } from "../api-docs/reference.ts";
import { Refusal } from "../foundation/refusal.ts";
import { getRequestId } from "../foundation/request-context.ts";
import { addSecurityHeaders } from "../security/security-headers.ts";
import { createWriter } from "../entity/serialiser.ts";
import type { Services } from "../foundation/services.ts";
import { withShortCalls } from "../foundation/short-calls.ts";
import { answerConnection } from "./connection-errors.ts";
import { addRetryAfter, answerError, answerNotFound, answerRefusal } from "./failure-answers.ts";
import { withFlatErrors } from "./flat-error.ts";
import { type ServerState, addHealth, closeConnectionsWhenLeaving, closeUnusedConnections } from "./health.ts";
import { getInput } from "./request-input.ts";
import { addRequestIds } from "./request-ids.ts";
import type { RequestTrace } from "./request-trace.ts";
import type { Site, SiteFinder } from "./site.ts";
import { write } from "./write-call.ts";

export interface AppOptions extends Omit<Site, "services"> {
  domains: readonly Domain[];
  /** Left out while there is one tenant. */
  siteOf?: SiteFinder;
  /** Milliseconds within which a request must have arrived completely; 120,000 where left out, for uploads over slow connections. */
  arrivesWithin?: number;
  /** Whether the process is shutting down; where left out, it is not. */
  state?: ServerState;
  /** Receives the clock of each signed-in user's device: their id, and milliseconds since 1970. */
  hearClock?: (userId: string, time: number) => void;
}

const bodyLimit = 5 * 1024 * 1024;

/**
 * Builds the HTTP server of all calls. Every route belongs to a call of the contract, so that none lacks an access rule.
 * @param services those of the installation, which answer unless `siteOf` finds those of another tenant
 */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { arrivesWithin = 120_000, state = { leaving: false } } = options;
  const app = Fastify({
    bodyLimit,
    // Requests that arrive while the server is closing are still answered; their connections are closed afterwards.
    return503OnClosing: false,
    genReqId: (request) => getRequestId(request, services.settings.trustedProxies > 0),
    trustProxy: (_address, hop) => hop < services.settings.trustedProxies,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    requestTimeout: arrivesWithin,
    clientErrorHandler: answerConnection,
    // Clients send their headers at once. Those that send them byte by byte (Slowloris) only hold connections.
    http: { headersTimeout: arrivesWithin / 4, connectionsCheckingInterval: arrivesWithin / 8 },
    // Malformed addresses: not UTF-8, or with a part that is longer than any of ours.
    frameworkErrors: (_error, request, reply) =>
      void answerRefusal(reply.header("X-Request-Id", request.id), new Refusal("PATH_NOT_FOUND")),
  });
  // No call takes plain text.
  app.removeContentTypeParser(["text/plain", "application/json"]);
  addJson(app);
  await app.register(formbody, { bodyLimit: 65_536 });
  await app.register(multipart, {
    limits: { fileSize: maxFileBytes, files: maxFiles, fields: 100, fieldSize: 1_048_576 },
  });
  app.decorateRequest("trace", null);
  addRequestIds(app);
  closeConnectionsWhenLeaving(app, state);
  closeUnusedConnections(app);
  const constraints = Object.assign({}, ...options.domains.map((domain) => domain.constraints ?? {})) as Record<
    string,
    ErrorCode
  >;
  const home: Site = { services, authenticate: options.authenticate, envelope: options.envelope };
  for (const { routes, short = false } of options.domains)
    for (const route of routes) addRoute(app, home, options, route, short, constraints);
  for (const page of options.domains.flatMap((domain) => domain.htmlPages ?? []))
    addHtmlPage(app, home, options.siteOf, page);
  addHealth(app, services, state);
  if (services.settings.apiDocs) addReference(app, options.domains);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(error, request, reply, constraints, services),
  );
  app.setNotFoundHandler((request, reply) => answerNotFound(app, request, reply));
  addRetryAfter(app);
  const { publicUrl, documentServer } = services.settings;
  addSecurityHeaders(app, publicUrl.startsWith("https:"), documentServer?.address);
  return app;
}

/** Reads JSON. Many clients say that they send some with a call that has no body at all. */
function addJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body: string, done) =>
    body === "" ? done(null, undefined) : void parse(request, body, done),
  );
}

function addRoute(
  app: FastifyInstance,
  home: Site,
  { siteOf, hearClock }: AppOptions,
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
      request.trace = { call, writes, journal: home.services.journal, actor: null, input: undefined, actions: [] };
      request.context.trace = request.trace;
      done();
    },
    onResponse(request, reply, done) {
      const trace = request.trace as RequestTrace;
      trace.journal.answered(trace, request.context.caller, reply.statusCode, reply.elapsedTime);
      done();
    },
    async handler(request, reply) {
      const trace = request.trace as RequestTrace;
      const token = getToken(request);
      const site = siteOf ? await withFlatErrors(call, () => siteOf(request, call, token)) : home;
      const services = short ? withShortCalls(site.services) : site.services;
      trace.journal = services.journal;
      const actor = (trace.actor = await getActor(request, call, token, site));
      if (hearClock && actor.audience !== "public")
        hearClock(`${actor.tenantId} ${actor.userId}`, Number(request.headers["client-time"]));
      if (actor.rightsMark) reply.header("Rights-Mark", actor.rightsMark);
      checkAccess(actor, call);
      if (writes) assertHasRoom(services.disk, call);
      const input = await getInput(request, call, actor, site);
      if (writes) noteWrite(services, actor);
      if (route.kind === "raw") {
        const answer = await route.handler(request, reply, actor, input, services);
        if (reply.sent || call.output.shape === "file") return reply;
        return send(request, reply, call, actor, answer, site);
      }
      const prepared =
        route.kind === "writes" && route.prepare ? await route.prepare(services, actor, input, request) : undefined;
      const onlyReads = route.kind === "reads" && !call.writes;
      if (onlyReads) trace.departure = watchDeparture(reply);
      const answer = onlyReads
        ? await route.handler(services.readDb, actor, input, services)
        : await write(
            { services, actor, call, input, trace, key: request.headers["idempotency-key"] },
            (tx) => route.handler(tx, actor, input, services, prepared),
            constraints,
          );
      return send(request, reply, call, actor, answer, site);
    },
  });
}

function watchDeparture({ raw }: FastifyReply): Departure {
  const departure = new Departure();
  raw.once("close", () => {
    if (!raw.writableFinished) departure.leave();
  });
  return departure;
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
    if (html !== null) {
      reply.type(page.type ?? "text/html; charset=utf-8");
      if (page.isListed) return reply.header("Cache-Control", "no-cache").send(html);
      return reply.header("Cache-Control", "no-store").header("X-Robots-Tag", "noindex").send(html);
    }
    // `sendFile` exists only where this server also serves the web application.
    const { sendFile } = reply as { sendFile?: (name: string) => FastifyReply };
    return sendFile ? sendFile.call(reply, "index.html") : reply.callNotFound();
  });
}

function getToken(request: FastifyRequest): string {
  const header = request.headers.token;
  return typeof header === "string" ? header.replace(/^bearer\s+/i, "").trim() : "";
}

async function getActor(
  request: FastifyRequest,
  call: Call,
  token: string,
  { services: { tenantId }, authenticate }: Site,
): Promise<Actor> {
  if (!token) return guest(request.ip, tenantId);
  try {
    const actor = await authenticate(token, request.ip);
    // Some public calls do more for signed-in users, but only where a call that is not public would be open to them.
    return call.access === "public" && !isOpenTo(actor, call) ? guest(request.ip, tenantId) : actor;
  } catch (error) {
    // Calls to refresh a token or to log out may carry an expired one. Public calls need none, so it is ignored.
    if (call.access === "public" && error instanceof Refusal && error.code === "UNAUTHORIZED")
      return guest(request.ip, tenantId);
    throw error;
  }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  actor: Actor,
  answer: unknown,
  { envelope }: Site,
): Promise<FastifyReply> {
  const data = createWriter(call.output)(answer ?? null);
  if (call.writes || call.flat) reply.header("Cache-Control", "no-store");
  const body = call.flat ? data : `{"code":200,"success":true,"data":${data},"msg":"操作成功","msgEn":"Done"}`;
  reply.type("application/json; charset=utf-8");
  return reply.send(call.style === "encrypted" ? await envelope.encrypt(request, actor, body) : body);
}
