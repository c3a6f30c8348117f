import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Domain } from "../http/implement.ts";
import { type Language, preferredLanguage } from "../http/language.ts";
import { buildOpenapi } from "./openapi/openapi.ts";
import { toOpenapi30 } from "./openapi/openapi30.ts";
import { policy } from "./frame.ts";
import { errorsPage, groupPage, indexPage } from "./pages.ts";

/** Serves the reference of all calls: for people `/api/docs`, a page for each domain below it, and the list of refusals; for programs `/api/openapi.json`, and `/api/openapi-3.0.json`. */
export function addReference(app: FastifyInstance, all: readonly Domain[]): void {
  const domains = all.filter(({ routes }) => routes.length > 0);
  const pages = new Map<string, (language: Language) => string>([
    ["", (language) => indexPage(language, domains)],
    ["errors", errorsPage],
    ...domains.map((domain) => [domain.name, (language: Language) => groupPage(language, domain)] as const),
  ]);
  const written = new Map<string, string>();
  const answer = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const page = pages.get(name);
    if (!page) return reply.callNotFound();
    const language = getLanguage(request);
    const key = `${language} ${name}`;
    const text = written.get(key) ?? page(language);
    written.set(key, text);
    return reply
      .type("text/html; charset=utf-8")
      .header("Content-Security-Policy", policy)
      .header("Vary", "Accept-Language")
      .send(text);
  };
  for (const [path, make] of documents) {
    let document: string | undefined;
    app.get(path, (_request, reply) =>
      reply.type("application/json; charset=utf-8").send((document ??= JSON.stringify(make(domains)))),
    );
  }
  app.get("/api/docs", (request, reply) => answer(request, reply, ""));
  app.get<{ Params: { page: string } }>("/api/docs/:page", (request, reply) =>
    answer(request, reply, request.params.page),
  );
}

/** Some tools read OpenAPI 3.0 alone. */
const documents = [
  ["/api/openapi.json", buildOpenapi],
  ["/api/openapi-3.0.json", (domains: readonly Domain[]) => toOpenapi30(buildOpenapi(domains))],
] as const;

/** The language asked for in the address, else what the browser prefers. */
function getLanguage(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  if (lang === "zh" || lang === "en") return lang;
  return preferredLanguage(request);
}
