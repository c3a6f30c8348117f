import { type Field, orderedCodes } from "@jipei/contract/core/fields/field.ts";
import { type Html, html } from "./html.ts";
import type { Language } from "../http/language.ts";
import { kinds, needs, say } from "./words.ts";

/** One field: wire name, whether it is needed, its label, its type and limits, its codes. `more` is a line of the caller's. */
export function fieldView(language: Language, name: string, field: Field, more: Html | null = null): Html {
  const need = field.need === "optional" ? null : html` <span class="need">${say(language, needs[field.need])}</span>`;
  return html`<div>
    <dt><code>${name}</code>${need}</dt>
    <dd>
      <b>${say(language, [field.zh, field.en])}</b> · ${getType(language, field)}${findCodes(language, field)}${more}
    </dd>
  </div>`;
}

function getType(language: Language, field: Field): string {
  const words = [say(language, kinds[field.kind])];
  if (field.entity) words.push(field.entity);
  if (field.length && !field.lookup && field.kind !== "code")
    words.push(say(language, [`不超过${field.length}字`, `at most ${field.length} characters`]));
  if (field.precision) words.push(`(${field.precision},${field.scale ?? 0})`);
  if (field.min !== undefined || field.max !== undefined) words.push(`${field.min ?? ""}–${field.max ?? ""}`);
  if (field.unitZh) words.push(say(language, [field.unitZh, field.unitEn ?? field.unitZh]));
  if (field.format) words.push(field.format);
  if (field.region) words.push(say(language, ["行政区划代码 GB/T 2260", "region, GB/T 2260"]));
  if (field.masked) words.push(say(language, ["按角色脱敏", "masked by role"]));
  if (field.encrypted)
    words.push(say(language, ["加密存储，仅可精确查询", "encrypted at rest, found by its full value"]));
  if (field.writeOnly) words.push(say(language, ["只写，不返回", "never sent back"]));
  if (field.lookup) words.push(`← ${field.lookup.via} → ${field.lookup.entity}.${field.lookup.of}`);
  return words.join(" · ");
}

function findCodes(language: Language, field: Field): Html | null {
  if (!field.codes) return null;
  const entries = orderedCodes(field.codes);
  const list = html`<ul class="codes">
    ${entries.map(([code, [zh, en]]) => html`<li><code>${code}</code> ${say(language, [zh, en])}</li>`)}
  </ul>`;
  if (entries.length <= 9) return list;
  return html`<details class="inner">
    <summary>
      ${say(language, [`${field.codes.zh}：${entries.length}个代码`, `${field.codes.en}: ${entries.length} codes`])}
    </summary>
    ${list}
  </details>`;
}
