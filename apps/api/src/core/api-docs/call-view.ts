import type { Call } from "@jipei/contract/core/call.ts";
import { type ErrorCode, errors } from "@jipei/contract/core/errors.ts";
import { type Action, type Machine, getPermission, getTargets } from "@jipei/contract/core/machine.ts";
import { roleAliases, roles } from "@jipei/contract/core/roles.ts";
import { machines } from "@jipei/contract/machines.ts";
import { defaultPermissions } from "../access/default-rights.ts";
import { type Html, html } from "./html.ts";
import { inputView, outputView } from "./shape-view.ts";
import type { Language } from "../http/language.ts";
import { getPath } from "./openapi.ts";
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
    ${getMoves(call).map(([machine, action]) => moveView(language, machine, action))}
    ${title(["请求", "Request"])}${call.input.shape === "none" ? null : html`<p>${say(language, styles[call.style])}</p>`}${inputView(language, call)}
    ${title(["返回", "Answer"])}${call.flat ? html`<p>${say(language, ["不带统一外层，直接返回：", "Flat, without the envelope:"])}</p>` : null}${outputView(language, call.output)}
    ${title(["常见错误", "Usual refusals"])}
    <p>
      ${getRefusals(call).map((code, index) => html`${index > 0 ? ", " : ""}<a href="errors?lang=${language}#${code}"><code>${code}</code></a> ${errors[code][0]}`)}
    </p>
  </details>`;
}

const rights = new Map(roleAliases.map((alias) => [alias, new Set(defaultPermissions(alias, machines))]));

function accessView(language: Language, { access, audience }: Call): Html {
  const only = audience
    ? html`<p>
        ${say(language, ["仅限：", "Only: "])}${audience.map((one) => say(language, audiences[one])).join(" · ")}
      </p>`
    : null;
  if (access === "public")
    return html`<p>${say(language, ["公开，无需登录", "Everybody, without signing in"])}</p>
      ${only}`;
  if (access === "signedIn")
    return html`<p>${say(language, ["任何已登录用户", "Anybody signed in"])}</p>
      ${only}`;
  const keys = typeof access === "string" ? [access] : access;
  const holders = roleAliases.filter(
    (alias) => (audience?.includes(roles[alias].audience) ?? true) && keys.some((key) => rights.get(alias)?.has(key)),
  );
  const named = holders
    .map((alias) => say(language, [roles[alias].zh, roles[alias].en]))
    .join(say(language, ["、", ", "]));
  return html`<p>
      ${keys.map((key, index) => html`${index > 0 ? say(language, [" 或 ", " or "]) : ""}<code>${key}</code>`)}${named ? html` — ${say(language, ["默认授予：", "held by: "])}${named}` : null}
    </p>
    ${only}`;
}

/** Rights of plain edits; several machines lend them to moves that are made by saving. */
const plain = /_(add|edit|delete|view)$/;

/** Moves of state machines that a call makes, told by the button keys it asks for. */
const getMoves = ({ access, method }: Call): [Machine, Action][] => {
  const keys = (typeof access === "string" ? [access] : access).filter((key) => !plain.test(key));
  return method === "GET"
    ? []
    : machines.flatMap((machine) =>
        Object.entries<Action>(machine.actions).flatMap(([name, action]): [Machine, Action][] =>
          keys.includes(getPermission(machine, name)) ? [[machine, action]] : [],
        ),
      );
};

function moveView(language: Language, machine: Machine, action: Action): Html {
  const words = (states: readonly string[]) =>
    states
      .map((state) =>
        say(language, [machine.states.codes[state]?.[0] ?? state, machine.states.codes[state]?.[1] ?? state]),
      )
      .join(" / ");
  const notes = [
    action.reason ? say(language, ["须填写原因", "a reason is needed"]) : "",
    action.notOwn ? say(language, ["不得审核本人提交的业务", "never for one’s own submission"]) : "",
  ].filter(Boolean);
  return html`<p class="move">
    ${say(language, [machine.zh, machine.en])} · ${say(language, [action.zh, action.en])}: ${words(action.from)} →
    ${words(getTargets(action))}${notes.length > 0 ? html` (${notes.join("; ")})` : null}
  </p>`;
}

/** Refusals that follow from the kind of a call; those of its domain's rules stand at the head of the group and in the list of all. */
function getRefusals(call: Call): ErrorCode[] {
  const { access, input, style } = call;
  const named = input.shape === "record" && ("id" in input.fields || "ids" in input.fields);
  const moves = getMoves(call);
  const codes: (ErrorCode | false)[] = [
    access !== "public" && "UNAUTHORIZED",
    access !== "public" && (access !== "signedIn" || call.audience !== undefined) && "ROLE_DENIED",
    input.shape !== "none" && "FIELD_INVALID",
    (style === "body" || style === "encrypted") && "BODY_INVALID",
    style === "multipart" && "FILE_TOO_LARGE",
    style === "encrypted" && "ENVELOPE_INVALID",
    style === "encrypted" && "ENVELOPE_REPLAY",
    (named || input.shape === "save") && "NOT_FOUND",
    input.shape === "save" && "VERSION_CONFLICT",
    moves.length > 0 && "STATE_ILLEGAL",
    moves.some(([, action]) => action.notOwn) && "SELF_REVIEW",
    moves.some(([, action]) => action.reason) && "REASON_REQUIRED",
  ];
  return codes.filter((code) => code !== false);
}
