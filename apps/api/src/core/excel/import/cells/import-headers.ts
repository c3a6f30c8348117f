import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ImportColumnSpec } from "../import-definition.ts";

/** Everything a field may be called in a header, in the form that headers are compared in. */
export type Names = ReadonlyMap<string, string>;

export function getNames(entity: Entity, specs: readonly ImportColumnSpec[]): Names {
  const names = new Map<string, string>();
  for (const { field: name, synonyms = [] } of specs) {
    const { zh, en, unitZh, unitEn } = entity.fields[name] as Field;
    const withUnits = [unitZh && `${zh}(${unitZh})`, unitEn && `${en}(${unitEn})`].filter((one) => one !== undefined);
    for (const word of [zh, en, name, ...withUnits, ...synonyms])
      if (!names.has(plain(word))) names.set(plain(word), name);
  }
  return names;
}

/** The field that a header names: by a label, its key or a synonym, with no more beside it than marks that say how to fill it in. */
export const namedExactly = (names: Names, header: string): string | null =>
  header.length > 60 ? null : (names.get(plain(header)) ?? null);

/** The field whose longest name a header contains («学员姓名» means «姓名»), unless it speaks of somebody else. */
export function guessField(names: Names, header: string): string | null {
  const text = plain(header);
  if (text === "" || text.length > 40 || ofOthers.test(text)) return null;
  let best: string | null = null;
  for (const word of names.keys())
    if (word.length >= 2 && word.length > (best?.length ?? 0) && text.includes(word)) best = word;
  return best && (names.get(best) as string);
}

/** People beside the one whom the row is about: their names and phones are nobody's guess. */
const ofOthers =
  /监护|家长|父亲|母亲|父母|配偶|亲属|家属|紧急|联系人|担保|介绍|推荐|经办|填表|审核|班主任|guardian|parent|father|mother|spouse|emergency|contactperson|nextofkin|referee/;

/** Marks that say how a column is filled in, or in which unit. */
const marks =
  /[(（[【](?:必填|选填|可选|非必填|required|optional|文本|文本格式|text|元|万元|岁|周岁|年|月|天|yuan|years?|[^()（）[\]【】]*格式[^()（）[\]【】]*|yyyy[^()（）[\]【】]*)[)）\]】]/gi;

/** Without case, blanks, stars and marks: «姓 名*（必填）» is «姓名», but «姓名（监护人）» is not. */
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .replace(marks, "")
    .replace(/[\s*:_()[\]【】]/g, "")
    .toLowerCase();
