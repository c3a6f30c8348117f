import { authAnswers } from "@jipei/contract/auth/auth-answers.ts";
import { type ErrorCode, errors } from "@jipei/contract/core/errors.ts";
import type { Domain } from "../http/implement.ts";
import { callView } from "./call-view.ts";
import { buildDocument } from "./frame.ts";
import { type Html, html } from "./html.ts";
import { type Described, entityView, formView, noteDescribed } from "./shape-view.ts";
import type { Language } from "../http/language.ts";
import { groupTitles, say } from "./words.ts";

const getTitle = (language: Language, domain: Domain) =>
  say(language, groupTitles[domain.name] ?? [domain.name, domain.name]);

/** How calls are made at all, and where each is described. */
export function indexPage(language: Language, domains: readonly Domain[]): string {
  const number = domains.reduce((sum, domain) => sum + domain.routes.length, 0);
  const groups = domains.map(
    (domain) =>
      html`<li>
        <a href="/api/docs/${domain.name}?lang=${language}"
          >${getTitle(language, domain)}<small
            >${say(language, [`${domain.routes.length} 个接口`, `${domain.routes.length} calls`])}</small
          ></a
        >
      </li>`,
  );
  const body = html`<p>
      ${say(language, [`共 ${number} 个接口，由契约生成，与运行中的服务一致。`, `${number} calls, written from the contract that this server runs by.`])}
    </p>
    <ul class="groups">
      ${groups}
    </ul>
    <h2>${say(language, ["约定", "In general"])}</h2>
    <ul>
      ${rules.map((rule) => html`<li>${say(language, rule)}</li>`)}
    </ul>
    <h2>${say(language, ["示例", "An example"])}</h2>
    <pre tabindex="0"><code>${example}</code></pre>`;
  return buildDocument(language, "", say(language, ["接口文档", "API reference"]), body);
}

const rules = [
  [
    "登录：POST /api/oauth/token 取得 access_token，此后每次请求放在请求头 Token 中；客户端以 Authorization: Basic 表明身份。",
    "Signing in: POST /api/oauth/token gives an access_token, sent in the header Token with every call; the client names itself by Authorization: Basic.",
  ],
  [
    "返回统一为 {code, success, data, msg, msgEn, errorCode}，code 与 HTTP 状态一致；msg 为中文，msgEn 为英文。",
    "Answers are {code, success, data, msg, msgEn, errorCode}; code is the HTTP status, msg Chinese, msgEn English.",
  ],
  [
    "主键为字符串；金额、成绩、课时以字符串小数传输；时间均为北京时间。",
    "Ids are strings; amounts, scores and hours are decimals written as text; times are China time.",
  ],
  [
    "批量操作的 ids 以逗号分隔，最多 200 个，全部成功或全部不变；失败清单在 data.failures。",
    "Batch calls take ids separated by commas, at most 200, and do all of it or nothing; data.failures tells why not.",
  ],
  [
    "修改时带上读到的 version；他人已先修改则返回 VERSION_CONFLICT。",
    "A change carries the version that was read; when somebody was first it answers VERSION_CONFLICT.",
  ],
  [
    "同一用户10秒内重复同样的调用只生效一次，返回首次结果；请求头 Idempotency-Key 为一次调用命名，24小时内可重复。",
    "The same call of a user within 10 seconds has one effect and gets the first answer; the header Idempotency-Key names a call, which may then be repeated for 24 hours.",
  ],
  [
    "修改时未带 version 而带有读到的 updateTime，则按 updateTime 判断是否已被他人修改。",
    "A change without version, but with the updateTime that was read, is held to that time.",
  ],
  [
    "不在本人（本单位）范围内的数据与不存在的数据返回相同：NOT_FOUND。",
    "Rows outside one’s own scope answer like rows that do not exist: NOT_FOUND.",
  ],
  [
    "部门、用户组、角色请求头会被接受但不起作用，身份只取自令牌。",
    "Headers with department, groups or roles are accepted and ignored; only the token says who calls.",
  ],
] as const;

const example = `curl -s HOST/api/oauth/token -u jipei-web:jipei-web \\
  -d grant_type=password -d username=ACCOUNT -d password=PASSWORD
curl -s 'HOST/api/…/list?current=1&size=20' -u jipei-web:jipei-web -H 'Token: ACCESS_TOKEN'`;

/** The calls of one domain below their common paths, then the rows that they answer with. */
export function groupPage(language: Language, domain: Domain): string {
  const calls = domain.routes.map((route) => route.call);
  const paths = Map.groupBy(calls, (call) => call.path.slice(0, call.path.lastIndexOf("/")));
  const described: Described = { entities: new Map(), forms: new Map() };
  for (const { name, input, output } of calls)
    for (const shape of [input, authAnswers[name] ?? output]) noteDescribed(shape, described);
  const entities = [...described.entities.values()];
  const forms = [...described.forms.values()];
  const body = html`${[...paths].map(
    ([path, below]) =>
      html`<h2 class="path">${path}</h2>
        ${below.map((call) => callView(language, call))}`,
  )}
  ${calls.some((call) => call.input.shape === "query") ? pagingView(language) : null}
  ${
    entities.length > 0
      ? html`<h2>${say(language, ["数据行", "Rows"])}</h2>
          ${entities.map((entity) => entityView(language, entity))}`
      : null
  }
  ${
    forms.length > 0
      ? html`<h2>${say(language, ["其他结构", "Other forms"])}</h2>
          ${forms.map((form) => formView(language, form))}`
      : null
  }
  ${constraintErrors(language, domain)}`;
  return buildDocument(language, domain.name, getTitle(language, domain), body);
}

const pagingView = (language: Language): Html =>
  html`<h2 id="paging">${say(language, ["分页与排序", "Paging and order"])}</h2>
    <dl>
      ${(
        [
          ["current", ["页码，从 1 开始", "page, from 1"]],
          ["size", ["每页行数", "rows of a page"]],
          [
            "ascs, descs",
            [
              "升序、降序字段，逗号分隔；未声明的字段将被拒绝",
              "fields to sort by, separated by commas; undeclared ones are refused",
            ],
          ],
          ["isPaging", ["0：一次返回全部（最多 5000 行）", "0: all rows at once, at most 5000"]],
        ] as const
      ).map(
        ([name, words]) =>
          html`<div>
            <dt><code>${name}</code></dt>
            <dd>${say(language, words)}</dd>
          </div>`,
      )}
    </dl>`;

/** What the database itself refuses in this domain, whoever asks and however many at once. */
function constraintErrors(language: Language, domain: Domain): Html | null {
  const codes = [...new Set(Object.values(domain.constraints ?? {}))];
  if (codes.length === 0) return null;
  return html`<h2>${say(language, ["数据库约束对应的错误", "Refusals of the database itself"])}</h2>
    <dl>${codes.map((code) => errorView(language, code, false))}</dl>`;
}

/** Every refusal there is. */
export function errorsPage(language: Language): string {
  const codes = Object.keys(errors) as ErrorCode[];
  const body = html`<p>${say(language, ["花括号处由具体原因填充。", "Braces are filled with what was the matter."])}</p>
    <dl>${codes.map((code) => errorView(language, code, true))}</dl>`;
  return buildDocument(language, "errors", say(language, ["错误码", "Error codes"]), body);
}

function errorView(language: Language, code: ErrorCode, named: boolean): Html {
  const [status, zh, en] = errors[code];
  return html`<div ${named ? html`id="${code}"` : null}>
    <dt><code>${code}</code></dt>
    <dd>${status} · ${say(language, [zh, en])}</dd>
  </div>`;
}
