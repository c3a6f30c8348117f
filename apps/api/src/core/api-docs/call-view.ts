import { authAnswers } from "@jipei/contract/auth/auth-answers.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { errors } from "@jipei/contract/core/errors.ts";
import { roles } from "@jipei/contract/core/roles.ts";
import { getHolders, getKeys, getMoves, getRefusals, moveWords } from "./call-facts.ts";
import { type Html, html } from "./html.ts";
import type { Language } from "../http/language.ts";
import { getPath } from "./openapi/parameters.ts";
import { inputView, outputView } from "./shape-view.ts";
import { audiences, say, styles } from "./words.ts";

/** One call, folded to a line; unfolded: who may, what goes in, what comes out, how it refuses. */
export function callView(language: Language, call: Call): Html {
  const title = (words: readonly [string, string]) => html`<h3>${say(language, words)}</h3>`;
  return html`<details id="${call.name}" class="call">
    <summary>
      <span class="method ${call.method.toLowerCase()}">${call.method}</span> <code>${getPath(call)}</code>
      <span>${say(language, [call.zh, call.en])}</span>
    </summary>
    <p class="names">${call.zh} · ${call.en} · <code>${call.name}</code></p>
    ${title(["权限", "Who may"])}${accessView(language, call)}
    ${getMoves(call).map(([machine, action]) => html`<p class="move">${say(language, moveWords(machine, action))}</p>`)}
    ${title(["请求", "Request"])}${call.input.shape === "none" ? null : html`<p>${say(language, styles[call.style])}</p>`}${inputView(language, call)}
    ${title(["返回", "Answer"])}${call.flat ? html`<p>${say(language, ["不带统一外层，直接返回：", "Flat, without the envelope:"])}</p>` : null}${outputView(language, authAnswers[call.name] ?? call.output)}
    ${title(["常见错误", "Usual refusals"])}
    <p>
      ${getRefusals(call).map((code, index) => html`${index > 0 ? ", " : ""}<a href="errors?lang=${language}#${code}"><code>${code}</code></a> ${errors[code][0]}`)}
    </p>
  </details>`;
}

function accessView(language: Language, call: Call): Html {
  const { access, audience } = call;
  const only = audience
    ? html`<p>
        ${say(language, ["仅限：", "Only: "])}${audience.map((one) => say(language, audiences[one])).join(" · ")}
      </p>`
    : null;
  if (access === "public")
    return html`<p>${say(language, ["公开，无需登录", "Everybody, without signing in"])}</p>
      ${only}`;
  if (access === "signedIn")
    return html`<p>${say(language, ["任何已登录用户", "Any signed-in user"])}</p>
      ${only}`;
  const keys = getKeys(call);
  const named = getHolders(call)
    .map((alias) => say(language, [roles[alias].zh, roles[alias].en]))
    .join(say(language, ["、", ", "]));
  return html`<p>
      ${keys.map((key, index) => html`${index > 0 ? say(language, [" 或 ", " or "]) : ""}<code>${key}</code>`)}${named ? html` — ${say(language, ["默认授予：", "held by: "])}${named}` : null}
    </p>
    ${only}`;
}
