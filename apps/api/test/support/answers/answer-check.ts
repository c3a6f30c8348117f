import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { buildOpenapi } from "../../../src/core/api-docs/openapi/openapi.ts";
import { domains } from "../../../src/domains.ts";
import { closeObjects } from "./closed-schema.ts";

/**
 * Holds every answer of a call to the OpenAPI document: status, type of the content, and form. Objects are closed here, so that nothing is
 * answered that the document does not know.
 */

interface Operation {
  responses: Readonly<Record<string, Response | { $ref: string }>>;
}
interface Response {
  content?: Readonly<Record<string, { schema?: object }>>;
}
interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { responses: Readonly<Record<string, Response>> };
}

/** The document, and the validators of its schemas by their places; each is made when it is first needed. */
const getDocument = once(() => {
  const document = closeObjects(buildOpenapi(domains)) as unknown as Document;
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    formats: { date: /^\d{4}-\d{2}-\d{2}$/ },
    // Other formats are names for people; it would say of each that it does not know it.
    logger: false,
  });
  ajv.addSchema(document, "calls");
  const patterns = Object.keys(document.paths)
    .filter((path) => path.includes("{"))
    .map((path) => [path, new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`)] as const);
  return { ...document, ajv, patterns };
});
const encrypted = new Set(
  domains.flatMap(({ routes }) => routes.flatMap(({ call }) => (call.style === "encrypted" ? [call.path] : []))),
);
const validators = new Map<string, ValidateFunction>();

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function getValidator(...place: readonly string[]): ValidateFunction {
  const pointer = place.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
  const known = validators.get(pointer);
  if (known) return known;
  const made = getDocument().ajv.compile({ $ref: `calls#/${encodeURI(pointer)}` });
  validators.set(pointer, made);
  return made;
}

function findPath(url: string): string | undefined {
  const { paths, patterns } = getDocument();
  const path = url.replace(/[?#].*$/s, "").replace(/(?<=.)\/$/, "");
  return Object.hasOwn(paths, path) ? path : patterns.find(([, pattern]) => pattern.test(path))?.[0];
}

/** What the document says against an answer, or null. Answers of what is no call of the document are not looked at. */
export function findAnswerIssue(method: string, url: string, answer: LightMyRequestResponse): string | null {
  const path = findPath(url);
  const operation = path === undefined ? undefined : getDocument().paths[path]?.[method.toLowerCase()];
  if (path === undefined || !operation) return null;
  const place = ["paths", path, method.toLowerCase(), "responses"];
  const status = String(answer.statusCode);
  const declared = Object.hasOwn(operation.responses, status) ? status : "default";
  const found = operation.responses[declared];
  if (!found || (declared === "default" && answer.statusCode < 400)) return `the status ${status} is not declared`;
  const response = "$ref" in found ? getDocument().components.responses[found.$ref.split("/").at(-1) ?? ""] : found;
  const [type = ""] = String(answer.headers["content-type"] ?? "").split(";");
  const content = response?.content ?? {};
  const media = Object.hasOwn(content, type) ? type : "*/*";
  if (Object.keys(content).length === 0) return answer.rawPayload.length > 0 ? `${status} has no content` : null;
  if (!Object.hasOwn(content, media)) return `${status} is no ${type || "answer without type"}`;
  if (!content[media]?.schema) return null;
  const body: unknown = JSON.parse(answer.body);
  const at = "$ref" in found ? found.$ref.slice(2).split("/") : [...place, declared];
  const schema = [...at, "content", media, "schema"];
  // The servers of most tests do not encrypt; what they answer is what an encrypted body holds.
  const isPlain = encrypted.has(path) && declared === "200" && !("keyId" in (body as object));
  const validate = getValidator(...schema, ...(isPlain ? ["properties", "data", "contentSchema"] : []));
  if (validate(body)) return null;
  const wrong = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  return `${wrong.join("; ")}: ${answer.body.slice(0, 600)}`;
}

/** Lets a server fail the test whose request it answers otherwise than the document says. */
export function checkAnswers(http: FastifyInstance): FastifyInstance {
  const inject = http.inject.bind(http);
  const checked = async (options: InjectOptions | string): Promise<LightMyRequestResponse> => {
    const answer = await inject(options);
    const { method = "GET", url = options } = typeof options === "string" ? {} : options;
    const issue = typeof url === "string" ? findAnswerIssue(method, url, answer) : null;
    if (issue) throw new Error(`the OpenAPI document does not know this answer of ${method} ${url}: ${issue}`);
    return answer;
  };
  return Object.assign(http, { inject: checked });
}
