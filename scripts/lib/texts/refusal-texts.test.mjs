import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { filesBelow } from "../files.mjs";
import { root } from "../paths.mjs";
import { refusalTexts, refusalTextsIn } from "./refusal-texts.mjs";

const texts = refusalTexts();

/** Sentences with «或», “or”, that state one rule, by the reason why. What `errors` joins stands in `oneRule` of the contract. */
const oneRule = {
  "one rule: what a value may be": [
    "编号格式不正确",
    "账号须为1–30位字母或数字",
    "代码须为1–20位字母或数字",
    "须以字母或数字开头，由字母、数字、_、-、. 组成",
    "须为16–100位字母、数字或半角符号",
    "须为/开头的路由或http(s)地址",
    "须为http或https地址，不含路径、账号和参数",
    "须为JSON对象，值为文本或数字",
    "应为GB/T 4754代码，如C或C3311",
    "应为S或Y加12位数字",
    "应为6、9或12位区划代码",
    "须为6、9或12位区划代码",
    "户籍区划须为6、9或12位区划代码",
    "须为1（上班）或0（休息）",
    "须为省、市或县（区）",
    "字段名“{}”须以小写字母开头，仅含字母和数字，且不是保留名或机密",
  ],
  "one rule: either will do": [
    "请选择接口或数据",
    "请填写姓名和证件号码，或证书编号和查询码",
    "职称和技能等级至少填写一项",
    "须为数字或日期",
  ],
  "one rule: no circle in a tree": ["不能是自身或下级", "不能是自身或其下级"],
  "one rule: these duties are not held together": ["授权后“{}”将兼有互斥的职责，不能由同一角色或同一人承担"],
  "one rule: where a secret would be sent": [
    "签发者地址或客户端ID变更后须重新填写",
    "连接地址或用户名变更后须重新填写",
  ],
  "one rule: the file is not a sound workbook": [
    "超出{}行或{}列",
    "文件是网页或 XML，只是扩展名像工作簿；请用 Excel 打开并另存为 .xlsx",
    "是压缩包或其他文件，不是 Excel 工作簿",
    "校验和不符，内容已被改动或损坏",
    "该行重复出现或次序错误",
    "该单元格重复出现或次序错误",
  ],
  "lists what is not possible": [
    "系统自带的客户端不能停用、删除、更换密钥",
    "您正在使用该客户端，不能停用、删除",
    "代理期间不能更换管理端用户的手机，也不能重置其密码和两步验证",
  ],
  "strangers learn no more of it": ["不正确或已用过"],
};

test("a refusal states one rule: «或», “or”, joins no two of them", () => {
  const excused = Object.values(oneRule).flat();
  const joined = texts
    .filter(({ file }) => !file.endsWith("/errors.ts"))
    .filter(({ zh, en }) => zh.includes("或") || /\bor\b/.test(en));
  assert.deepEqual(
    joined.filter(({ zh }) => !excused.includes(zh)),
    [],
    "say the rule that was broken",
  );
  assert.deepEqual(
    excused.filter((one) => !joined.some(({ zh }) => zh === one)),
    [],
    "excused without need",
  );
});

/** Words of programmers. */
const technical = {
  zh: /主键|undefined|null|字段|枚举|数组|字符串|布尔|JSON|接口|幂等|不合法|非法|异常|请求|参数/i,
  en: /\b(null|undefined|enum|array|string|boolean|JSON|illegal|entity|endpoint)\b|wrong format/i,
};
/** Where they are the words of whoever reads them, by the beginning of the file or the sentence, with the reason. */
const spoken = {
  "packages/contract/src/develop/": "the generator of code: programmers use it",
  "apps/api/src/develop/": "the generator of code: programmers use it",
  "apps/api/src/access/": "rights are about calls and fields, and their pages name them so",
  "apps/api/src/core/access/scope-expression.ts": "an expression names fields, and its page calls them so",
  "apps/api/src/auth/client/client.routes.ts": "typed as JSON",
  "apps/api/src/users/user/user.platform.ts": "typed as JSON",
  "apps/api/src/auth/third-party/oidc-provider.routes.ts": "words of OpenID Connect, which its operator gives",
  "apps/api/src/files/storage-provider.routes.ts": "words of the provider's own pages",
  "apps/api/src/notices/sms-provider.routes.ts": "words of the provider's own pages",
  "apps/api/src/core/http/idempotency.ts": "a program reads it: no page chooses its key",
  "apps/api/src/settings/parameter.ts": "the page is called parameters",
  请求: "a program reads it: no page sends such a request",
  加密请求: "a program reads it: no page sends such a request",
  接口不存在: "a program reads it: no page asks for it",
  服务器异常: "the reference's words",
  外部数据接口暂不可用: "the reference's words",
  "字段{field}不允许更正": "the reference's words",
  内置参数不能删除: "the reference's words; the page is called parameters",
};

test("a refusal has the words of an office, none of a programmer", () => {
  const isTechnical = ({ zh, en }) => technical.zh.test(zh) || technical.en.test(en);
  const begins =
    (one) =>
    ({ file, zh }) =>
      file.startsWith(one) || zh.startsWith(one);
  const found = texts.filter(isTechnical);
  assert.deepEqual(
    found.filter((text) => !Object.keys(spoken).some((one) => begins(one)(text))),
    [],
  );
  assert.deepEqual(
    Object.keys(spoken).filter((one) => !found.some(begins(one))),
    [],
    "excused without need",
  );
});

test("a refusal names fields by their labels, not by their names on the wire, and no label is 主键", () => {
  assert.deepEqual(
    texts.filter(({ zh }) => /^[a-z]+([A-Z][a-z]+)*$/.test(zh)),
    [],
  );
  // An id itself is never named (findIssue): what takes ids as a text, or refers to a row, is.
  const named = filesBelow("packages/contract/src").filter((file) =>
    /\b(text|long|texts|ref|refs)\([^)]*"主键"/.test(readFileSync(join(root, file), "utf8")),
  );
  assert.deepEqual(named, []);
});

test("sentences are found in calls that refuse, in pairs, objects and templates, and nowhere else", () => {
  const found = refusalTextsIn(
    "one.ts",
    `throw invalidField("day", "日期", "Day", \`须晚于\${x}\`, "late");
     throw new Refusal("FIELD_INVALID", { field: "ids", reason: { zh: "最多", en: "at most" } });
     const label = text(20, "姓名", "Name");`,
  );
  assert.deepEqual(
    found.map(({ zh, en }) => [zh, en]),
    [
      ["日期", "Day"],
      ["须晚于{}", "late"],
      ["ids", "ids"],
      ["最多", "at most"],
    ],
  );
});
