import type { Audience } from "./audience.ts";
import type { Entity } from "./entity.ts";
import type { Fields } from "./fields/field.ts";
import { id, int, text } from "./fields/field.ts";
import type { Page, QueryOf, Shape, ValueOfShape } from "./fields/shape.ts";
import { none, pageShape, queryShape, record, rowShape, saveShape } from "./fields/shape.ts";
import type { Row } from "./entity.ts";

/**
 * Who may make a call: `public` without a token, `signedIn` with any; otherwise one of the button keys
 * (`train_class_confirm`). Several keys mean any of them; the handler then decides which one the input needs.
 */
export type Access = "public" | "signedIn" | string | readonly string[];

export interface Call<I = unknown, O = unknown> {
  name: string;
  method: "GET" | "POST";
  path: string;
  zh: string;
  en: string;
  access: Access;
  /** Left out: every audience whose role has the right. */
  audience?: readonly Audience[];
  /**
   * body: a JSON body · query: parameters in the query string, for POST also as form-encoded body ·
   * form: form-encoded only · multipart: files with fields · encrypted: the enveloped `.action` bodies
   */
  style: "body" | "query" | "form" | "multipart" | "encrypted";
  /** How many parts named `file` a multipart body has; one where it is not said. */
  files?: "one" | "several";
  input: Shape<I>;
  output: Shape<O>;
  /** May be made while the caller has yet to set up the second factor that their role requires. */
  beforeFactor?: true;
  /** May be made while the caller has yet to replace a password that somebody else set. */
  beforePassword?: true;
  /** Answers flat, without the envelope (the token call of RFC 6749). */
  flat?: true;
  /**
   * true: a GET that writes (creates certificates once); it runs in a write transaction and must be idempotent. false: a POST that
   * changes nothing of interest, and is not logged as an action.
   */
  writes?: boolean;
  /**
   * Adds something each time it is made, without bringing a row as it will be stored: a row of this entity, or what is none (a message, a secret).
   * Sent again it has no further effect.
   */
  adds?: Entity | "more";
  /** Sent again it does no harm and is answered anew, so its answer is not stored: for what a thousand people send at once. */
  answersAnew?: true;
  /** Answered while the screen of the session is locked as well. */
  whileLocked?: true;
}

/** Types of the input and output of a call. */
export type InputOf<C> = C extends Call<infer I, unknown> ? I : never;
export type OutputOf<C> = C extends Call<unknown, infer O> ? O : never;

type Optional<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;

/** Declares a call. GET defaults to style `query`, POST to style `body`; input and output default to nothing. */
export function call<I = void, O = void>(c: Optional<Call<I, O>, "style" | "input" | "output">): Call<I, O> {
  return {
    style: c.method === "GET" ? "query" : "body",
    input: { shape: "none" },
    output: { shape: "none" },
    ...c,
  };
}

/** Ids of a batch call: comma-separated, at most 200, all or nothing. @param zh what they are ids of */
export const picked = (zh = "数据", en = "Rows") => text(4400, zh, en, "required", { picked: true });
export const ids = record({ ids: picked() });
export const byId = record({ id: id("主键", "Id", "required") });
export const idsWithReason = record({
  ids: picked(),
  reason: text(500, "原因", "Reason"),
});

/** What each counter of waiting rows answers. Rows of enterprises are counted apart where they are rows of their own. */
export const counted = record({
  number: int("数量", "Number", "required"),
  enterprise: int("企业数量", "Number of enterprises’ rows"),
});

/** The answer to a save that a second person has to approve: with `policyChangeId` it waits for them (policy/policy-change.ts). */
export const savedOrProposed = record({
  id: id("主键", "Id", "required"),
  policyChangeId: id("政策变更", "Policy change"),
});

export type CrudCalls<F extends Fields> = {
  list: Call<QueryOf<F>, Page<Row<Entity<F>>>>;
  detail: Call<{ id: string }, Row<Entity<F>>>;
  submit: Call<ValueOfShape<ReturnType<typeof saveShape<F>>>, { id: string }>;
  remove: Call<{ ids: string }, void>;
};

/**
 * The four standard calls of an entity below `path`: list, detail, submit, remove.
 * @param resource prefix of its button keys: `_view`, `_add`, `_edit`, `_delete`
 */
export function crudCalls<F extends Fields>(
  entity: Entity<F>,
  path: string,
  resource: string,
  audience?: readonly Audience[],
): CrudCalls<F> {
  const { zh, en, name } = entity;
  // The compiler does not follow the shapes of fields that it does not know, hence the cast at the end.
  return {
    list: call({
      name: `${name}.list`,
      method: "GET",
      path: `${path}/list`,
      zh: `${zh}列表`,
      en: `${en}: list`,
      access: `${resource}_view`,
      audience,
      input: queryShape(entity),
      output: pageShape(rowShape(entity)),
    }),
    detail: call({
      name: `${name}.detail`,
      method: "GET",
      path: `${path}/detail`,
      zh: `${zh}详情`,
      en: `${en}: detail`,
      access: `${resource}_view`,
      audience,
      input: byId,
      output: rowShape(entity),
    }),
    submit: call({
      name: `${name}.submit`,
      method: "POST",
      path: `${path}/submit`,
      zh: `保存${zh}`,
      en: `${en}: save`,
      access: [`${resource}_add`, `${resource}_edit`],
      audience,
      input: saveShape(entity),
      output: record({ id: id("主键", "Id", "required") }),
    }),
    remove: call({
      name: `${name}.remove`,
      method: "POST",
      path: `${path}/remove`,
      zh: `删除${zh}`,
      en: `${en}: remove`,
      access: `${resource}_delete`,
      audience,
      style: "query",
      input: ids,
      output: none,
    }),
  } as unknown as CrudCalls<F>;
}
