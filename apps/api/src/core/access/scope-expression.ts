import { isDate, isDateTime } from "@jipei/contract/core/fields/check-field.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import type { Actor } from "../foundation/actor.ts";
import { type Condition, likePattern } from "../database/sql.ts";

/**
 * The small language of custom data scopes: conditions on the fields of one entity, compared with literals or with attributes of the actor.
 * It is parsed, every name is looked up, and every value is a bound parameter: no text of a rule ever becomes SQL.
 *
 *     orgId = #{orgId} and (status in ('Confirm', 'unConfirm') or createUser = #{userId}) and not regionCode startsWith '3201'
 *
 *     either     = both { "or" both }
 *     both       = single { "and" single }
 *     single     = "not" single | "(" either ")" | field comparison
 *     comparison = ( "=" | "<>" | "<" | "<=" | ">" | ">=" | "startsWith" ) value | "in" "(" value { "," value } ")" | "is" [ "not" ] "null"
 *     value      = 'text' | number | #{attribute}
 */
export type Expression = (actor: Actor) => Condition;

/** The attributes of the actor that a rule may compare with. A missing attribute is null, which equals nothing. */
export const actorAttributes = [
  "userId",
  "account",
  "deptId",
  "orgId",
  "entId",
  "accountId",
  "assessorId",
  "tenantId",
  "idNumberHash",
] as const;
type Attribute = (typeof actorAttributes)[number];

/** Says in both languages why a text is not a valid rule, and where. */
export class ExpressionError extends Error {
  readonly at: number;
  readonly zh: string;
  readonly en: string;
  /** @param at index of the character, from 0 */
  constructor(at: number, zh: string, en: string) {
    super(en);
    this.at = at;
    this.zh = `第${at + 1}个字符处：${zh}`;
    this.en = `at character ${at + 1}: ${en}`;
  }
}

interface Token {
  kind: "word" | "text" | "number" | "attribute" | "mark" | "end";
  value: string;
  at: number;
}

const pattern =
  /\s*(?:([A-Za-z][A-Za-z0-9]*)|'((?:[^']|'')*)'|(-?\d{1,18}(?:\.\d{1,9})?)|#\{\s*([A-Za-z]+)\s*\}|(<>|<=|>=|[=<>(),]))/y;
const longest = 500;
/** Greatest depth of nested brackets and negations. */
const deepest = 20;

function tokenize(source: string): Token[] {
  if (source.length > longest)
    throw new ExpressionError(longest, `最多${longest}个字符`, `at most ${longest} characters`);
  const tokens: Token[] = [];
  const text = source.trimEnd();
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const at = text.length - text.slice(pattern.lastIndex).trimStart().length;
    const found = pattern.exec(text);
    if (!found) throw new ExpressionError(at, "无法识别", "not understood");
    const [, word, quoted, number, attribute, mark] = found;
    if (word !== undefined) tokens.push({ kind: "word", value: word, at });
    else if (quoted !== undefined) tokens.push({ kind: "text", value: quoted.replaceAll("''", "'"), at });
    else if (number !== undefined) tokens.push({ kind: "number", value: number, at });
    else if (attribute !== undefined) tokens.push({ kind: "attribute", value: attribute, at });
    else tokens.push({ kind: "mark", value: mark as string, at });
  }
  return [...tokens, { kind: "end", value: "", at: text.length }];
}

/**
 * Parses a rule on an entity.
 * @param used receives the names of the fields that the rule uses
 * @returns the condition for an actor (alias `t`)
 * @throws ExpressionError
 */
export function parseExpression(entity: Entity, source: string, used?: Set<string>): Expression {
  const tokens = tokenize(source);
  let next = 0;
  const peek = () => tokens[next] as Token;
  const take = () => tokens[next++] as Token;
  /** Consumes a word or mark of the language if it comes next. */
  function accept(expected: string): boolean {
    const { kind, value } = peek();
    const there = (kind === "word" && value.toLowerCase() === expected) || (kind === "mark" && value === expected);
    if (there) next++;
    return there;
  }
  function expect(expected: string): void {
    if (!accept(expected))
      throw new ExpressionError(peek().at, `此处应为“${expected}”`, `“${expected}” is expected here`);
  }

  function either(depth: number): Expression {
    const parts = [both(depth)];
    while (accept("or")) parts.push(both(depth));
    return parts.length === 1
      ? (parts[0] as Expression)
      : (actor) =>
          sql`(${sql.join(
            parts.map((part) => part(actor)),
            sql` or `,
          )})`;
  }
  function both(depth: number): Expression {
    const parts = [single(depth)];
    while (accept("and")) parts.push(single(depth));
    return parts.length === 1
      ? (parts[0] as Expression)
      : (actor) =>
          sql`(${sql.join(
            parts.map((part) => part(actor)),
            sql` and `,
          )})`;
  }
  function single(depth: number): Expression {
    if (depth > deepest) throw new ExpressionError(peek().at, "嵌套过深", "nested too deeply");
    if (accept("not")) {
      const inner = single(depth + 1);
      return (actor) => sql`not coalesce(${inner(actor)}, false)`;
    }
    if (accept("(")) {
      const inner = either(depth + 1);
      expect(")");
      return inner;
    }
    return comparison();
  }

  function comparison(): Expression {
    const { name, field } = fieldHere();
    const column = sql.raw(`t.${snake(name)}`);
    if (accept("is")) {
      const not = accept("not");
      expect("null");
      return () => (not ? sql`${column} is not null` : sql`${column} is null`);
    }
    if (accept("in")) {
      expect("(");
      const values = [value(field)];
      while (accept(",")) values.push(value(field));
      expect(")");
      return (actor) => sql`${column} in (${sql.join(values.map((read) => read(actor)))})`;
    }
    const { at } = peek();
    if (accept("startswith")) {
      if (!isText(field))
        throw new ExpressionError(at, "“startsWith”只能用于文本字段", "“startsWith” is for texts only");
      const read = value(field);
      return (actor) => sql`${column} like ${likeStart(read(actor))}`;
    }
    const operator = take();
    if (operator.kind !== "mark" || !comparisons.has(operator.value))
      throw new ExpressionError(operator.at, "此处应为比较符", "a comparison is expected here");
    const read = value(field);
    return (actor) => sql`${column} ${sql.raw(operator.value)} ${read(actor)}`;
  }

  function fieldHere(): { name: string; field: Field } {
    const { kind, value: name, at } = take();
    const field: Field | undefined =
      kind === "word" && Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    if (!field || !comparable(field))
      throw new ExpressionError(
        at,
        `${entity.zh}没有可比较的字段“${name}”`,
        `${entity.en} has no field “${name}” to compare`,
      );
    used?.add(name);
    return { name, field };
  }

  function value(field: Field): (actor: Actor) => string | null {
    const { kind, value: text, at } = take();
    if (kind === "attribute") {
      if (!(actorAttributes as readonly string[]).includes(text))
        throw new ExpressionError(at, `没有“${text}”这一属性`, `there is no attribute “${text}”`);
      return (actor) => toColumnValue(field, actor[text as Attribute]);
    }
    if (kind !== "text" && kind !== "number") throw new ExpressionError(at, "此处应为值", "a value is expected here");
    if (toColumnValue(field, text) === null)
      throw new ExpressionError(
        at,
        `“${text}”不能与${field.zh}比较`,
        `“${text}” does not compare with ${field.en.toLowerCase()}`,
      );
    return () => text;
  }

  const expression = either(0);
  if (peek().kind !== "end") throw new ExpressionError(peek().at, "多余的内容", "nothing more is expected");
  return expression;
}

const comparisons = new Set(["=", "<>", "<", "<=", ">", ">="]);
const likeStart = (text: string | null) => (text === null ? null : `${likePattern(text)}%`);
const isText = (field: Field) => field.kind === "text" || field.kind === "code";

/** Whether rules can use a field: it must be stored, unencrypted, unmasked, and a single value. */
export function comparable(field: Field): boolean {
  if (field.encrypted || field.derived || field.lookup || field.writeOnly || field.masked) return false;
  return ["id", "ref", "text", "code", "int", "decimal", "date", "datetime"].includes(field.kind);
}

/** The value if the column's type accepts it, else null, so that a cast in PostgreSQL never fails. */
function toColumnValue(field: Field, value: string | null): string | null {
  if (value === null) return null;
  switch (field.kind) {
    case "id":
    case "ref":
      return /^\d{1,18}$/.test(value) ? value : null;
    case "int":
      return /^-?\d{1,9}$/.test(value) ? value : null;
    case "decimal":
      return /^-?\d{1,18}(\.\d{1,9})?$/.test(value) ? value : null;
    case "date":
    case "datetime":
      return isDate(value) || isDateTime(value) ? value : null;
    default:
      return value;
  }
}
