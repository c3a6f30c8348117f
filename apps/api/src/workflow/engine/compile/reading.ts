import type { ProductActions } from "../actions.ts";
import { ExpressionError } from "@jipei/contract/workflow/expression/expression-error.ts";
import { isFree } from "@jipei/contract/workflow/expression/names.ts";
import { parseTemplate, plain, type Template } from "@jipei/contract/workflow/expression/template.ts";
import { idOf, nameOf, text, typeOf, type XmlElement } from "../xml/tree.ts";
import type { Parsed } from "bpmn-moddle";
import { issue, type IssueCode, type ModelIssue, type Place } from "./issues.ts";

/** One file while it is read: what it may name, and what was found wrong so far. */
export class Reading {
  readonly issues: ModelIssue[] = [];
  readonly offers: ProductActions;
  private readonly references = new Map<XmlElement, Map<string, string>>();

  constructor(offers: ProductActions, references: Parsed["references"]) {
    this.offers = offers;
    for (const { element, property, id } of references) {
      const own = this.references.get(element) ?? new Map<string, string>();
      this.references.set(element, own.set(property.replace(/^\w+:/, ""), id.trim()));
    }
  }

  /** What a reference says, also where it leads to nothing: Flowable takes it by its name then. */
  reference(element: XmlElement, property: string): string | null {
    return this.references.get(element)?.get(property) || null;
  }

  refuse(code: IssueCode, element: XmlElement, params: Readonly<Record<string, string>> = {}): void {
    this.issues.push(issue(code, placeOf(element), params));
  }

  /** Parses a text of the model that may hold expressions. */
  template(element: XmlElement, source: string): Template {
    try {
      return parseTemplate(source, this.offers.methods);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.refuse("EXPRESSION", element, { text: shorten(source), zh: error.zh, en: error.en });
      return plain("");
    }
  }

  optional(element: XmlElement, source: string | null): Template | null {
    return source === null ? null : this.template(element, source);
  }

  /** The name of a variable that the model writes. */
  variable(element: XmlElement, name: string | null): string | null {
    if (name !== null && !isFree(name)) this.refuse("VARIABLE", element, { detail: name });
    return name;
  }

  /** An expression within an element of its own, such as a condition. */
  body(element: XmlElement, expression: XmlElement | null): Template | null {
    if (!expression) return null;
    const language = expression.$instanceOf("bpmn:FormalExpression") ? text(expression, "language") : null;
    if (language && !isOurs(language)) this.refuse("LANGUAGE", element, { detail: language });
    return this.optional(element, text(expression, "body"));
  }
}

/** Names by which models mean the expression language. */
export const isOurs = (language: string): boolean =>
  /^(juel|uel|el|https?:\/\/(www\.)?(java\.sun\.com|jcp\.org|jakarta\.ee|activiti\.org|flowable\.org).*)$/i.test(
    language,
  ) || /^https?:\/\/www\.w3\.org\/1999\/XPath$/i.test(language);

export const placeOf = (element: XmlElement): Place => ({
  element: idOf(element) || null,
  name: nameOf(element),
  type: typeOf(element),
});

export const shorten = (source: string): string => (source.length > 80 ? `${source.slice(0, 80)}…` : source);
