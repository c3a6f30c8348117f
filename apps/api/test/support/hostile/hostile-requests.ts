import { putFileAttach } from "@jipei/contract/files/transfer.ts";
import { candidateSourceCalls } from "@jipei/contract/catalogue/candidate-source.ts";
import { userCalls } from "@jipei/contract/users/user.ts";

/** A request that our web application would never send, and the one answer that it must get. */
export interface HostileRequest {
  why: string;
  method?: "GET" | "POST" | "HEAD" | "PUT" | "DELETE" | "OPTIONS" | "PATCH" | "TRACE" | "PROPFIND";
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  status: number;
  /** Left out: the answer has no code. */
  errorCode?: string;
}

const list = candidateSourceCalls.list.path;
const submit = candidateSourceCalls.submit.path;
const upload = putFileAttach.path;
const dryRun = userCalls.import.dryRun.path;
const token = "/api/oauth/token";

const notFound = { status: 404, errorCode: "PATH_NOT_FOUND" };
const html = { accept: "text/html" };

/** Addresses that climb out of a folder, that are no valid text, or that belong to other software. */
const addresses: readonly HostileRequest[] = [
  ...[
    "/..%2fx.js",
    "/..%2f..%2fetc%2fpasswd",
    "/%2e%2e/x.js",
    "/..%5cx.js",
    "/assets/..%2f..%2fpackage.json",
    "/assets/%2e%2e%2findex.html",
    "//x.js",
    "/a//b.js",
    "/./x.js",
    "/a/../x.js",
    "/a%00.js",
    "/%00",
    "/.env",
    "/.git/config",
    "/index.html%00.js",
    "/index.html/",
    "/index.html/x",
    "/assets/",
    "/%2findex.html",
    "/x.js;y",
    "/con.js",
    "/c:%5cwindows%5cx.js",
    "/%c0%ae%c0%ae/x.js",
    "/%ff",
    "/%",
    "/%zz",
    "/%u0041",
    "/\u202ex.js",
    `/${"a".repeat(5000)}`,
    `/${"a/".repeat(1000)}`,
    `/${"%2e%2e%2f".repeat(200)}x`,
    "/metrics",
    "/actuator/health",
    "/wp-login.php",
    "/swagger-ui.html",
    "/server-status",
    "/pages.json",
    "/index.html.br",
  ].map((url) => ({ why: `address ${url.slice(0, 40)}`, url, ...notFound })),
  ...[
    "/api",
    "/api/",
    "/api/none",
    "/api/%zz",
    "/api/..%2f..%2fx",
    "/api//ready",
    "/api/ready/..",
    "/api/ready%00",
    `/api/${"a".repeat(5000)}`,
    "/API/ready",
    `${list}%00`,
    `${list};x=1`,
    "/api/zjgrsj-file/..%2f..%2fetc%2fpasswd",
  ].map((url) => ({ why: `call ${url.slice(0, 40)}`, url, ...notFound })),
  { why: "a page that is none, opened in a browser", url: "/metrics", headers: html, status: 404 },
  { why: "a climbing page, opened in a browser", url: "/..%2fx", headers: html, status: 404 },
  { why: "a call that is none, opened in a browser", url: "/api/none", headers: html, ...notFound },
  { why: "a page", url: "/login?redirect=//evil.example&x=%zz", status: 200 },
  { why: "a page with an escaped slash behind it", url: "/login%2f", status: 200 },
];

const wrongMethod = { status: 405, errorCode: "METHOD_NOT_ALLOWED" };
const methods: readonly HostileRequest[] = [
  { why: "GET of what is posted", url: submit, ...wrongMethod },
  { why: "POST of what is read", method: "POST", url: list, ...wrongMethod },
  ...(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"] as const).flatMap((method) => [
    { why: `${method} of a call`, method, url: submit, ...wrongMethod },
    { why: `${method} of a call that reads`, method, url: list, ...wrongMethod },
    { why: `${method} of a page`, method, url: "/login", ...notFound },
  ]),
  { why: "POST of a page", method: "POST", url: "/login", ...notFound },
  { why: "HEAD of a page", method: "HEAD", url: "/login", status: 200 },
  { why: "HEAD of what is not there", method: "HEAD", url: "/x.js", status: 404 },
];

const invalid = { status: 400, errorCode: "FIELD_INVALID" };
const queries: readonly HostileRequest[] = [
  "current=0",
  "current=-1",
  "current=1e999",
  "current=99999999999999999999",
  "current=%00",
  "size=abc",
  "current=1&current=2",
  "current[]=1",
  "__proto__=1",
  "constructor=1",
  "toString=1",
  "sourceName=%00",
  "nosuch_equal=1",
  "ascs=nosuch",
  "ascs=id;drop table app_user",
  `sourceName=${"x".repeat(5000)}`,
  "password=x",
].map((query) => ({ why: `query ${query.slice(0, 40)}`, url: `${list}?${query}`, ...invalid }));
const harmlessQueries: readonly HostileRequest[] = [
  "",
  "&&&",
  "current=",
  "size=100000000",
  "sourceName=%ff",
  "sourceName=%ED%A0%80",
  "sourceName=%zz%",
  "sourceName=%25_%5C",
  "sourceName='--",
  "#x",
].map((query) => ({ why: `query ${query}`, url: `${list}?${query}`, status: 200 }));

const json = { "content-type": "application/json" };
const bodyInvalid = { status: 400, errorCode: "BODY_INVALID" };
const body = (
  why: string,
  content: string | Buffer,
  answer: { status: number; errorCode: string },
  headers: Record<string, string> = json,
): HostileRequest => ({ why, method: "POST", url: submit, headers, body: content, ...answer });
const mediaType = { status: 415, errorCode: "MEDIA_TYPE" };
const whole = '{"sourceNo":"H1","sourceName":"x","sort":1,"isValid":"isValid"}';

const bodies: readonly HostileRequest[] = [
  body("no JSON", '{"a":', bodyInvalid),
  body("nothing where JSON was announced", "", invalid),
  body("a number", "1", bodyInvalid),
  body("a text", '"x"', bodyInvalid),
  body("a truth", "true", bodyInvalid),
  body("null", "null", invalid),
  body("a list", "[]", invalid),
  body("a list of lists", "[[[[]]]]", invalid),
  body("__proto__", '{"__proto__":{"admin":true}}', bodyInvalid),
  body("constructor.prototype", '{"constructor":{"prototype":{"admin":true}}}', bodyInvalid),
  body("NaN", '{"sort":NaN}', bodyInvalid),
  body("a number beyond all", '{"sort":1e999}', invalid),
  body("NUL in JSON", '{"sourceName":"a\u0000"}', bodyInvalid),
  body("escaped NUL", '{"sourceName":"a\\u0000"}', invalid),
  body("half a surrogate pair", '{"sourceName":"\\ud800"}', invalid),
  body("bytes that are no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), invalid),
  body("UTF-16", Buffer.from(whole, "utf16le"), bodyInvalid),
  body("10,000 levels", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, invalid),
  body("the same field twice", '{"sourceName":"a","sourceName":{}}', invalid),
  body("packed, which we do not open", Buffer.from("1f8b0800000000000003abae05004", "hex"), bodyInvalid, {
    ...json,
    "content-encoding": "gzip",
  }),
  body("six megabytes", `{"sourceName":"${"x".repeat(6_000_000)}"}`, { status: 413, errorCode: "BODY_TOO_LARGE" }),
  ...[
    "text/plain",
    "text/xml",
    "application/xml",
    "application/octet-stream",
    "application/x-www-form-urlencoded+json",
    "image/png",
    "application/jsonx",
    "x",
    "/",
    ";",
    "application/json, text/plain",
  ].map((type) => body(`content type ${type}`, whole, mediaType, { "content-type": type })),
  body(
    "multipart where JSON is wanted",
    '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n',
    invalid,
    { "content-type": "multipart/form-data; boundary=b" },
  ),
  { why: "a body with GET", url: list, headers: json, body: '{"a":', status: 200 },
];

const form = (
  why: string,
  content: string,
  status: number,
  errorCode: string,
  headers: Record<string, string> = {},
): HostileRequest => ({
  why: `token call: ${why}`,
  method: "POST",
  url: token,
  headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  body: content,
  status,
  errorCode,
});
const forms: readonly HostileRequest[] = [
  form("nothing", "", 400, "invalid_request"),
  form("half an escape", "grant_type=%zz", 401, "invalid_client"),
  form("credentials that are none", "grant_type=password", 401, "invalid_client", { authorization: "Basic %%%" }),
  form("credentials with NUL", "grant_type=password", 401, "invalid_client", {
    authorization: `Basic ${Buffer.from("a\0b:c").toString("base64")}`,
  }),
  form("twice", "grant_type=password&grant_type=password", 400, "invalid_request"),
  form("__proto__", "__proto__=1", 400, "invalid_request"),
  form("70 kB", `username=${"x".repeat(70_000)}`, 413, "invalid_request"),
  {
    why: "token call: JSON",
    method: "POST",
    url: token,
    headers: json,
    body: '{"grant_type":"password"}',
    status: 401,
    errorCode: "invalid_client",
  },
];

const part = (headers: string, content: string): string => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const named = 'content-disposition: form-data; name="f"';
const filed = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf';
const multipart = (
  why: string,
  url: string,
  content: string | Buffer,
  answer: { status: number; errorCode: string },
  type = "multipart/form-data; boundary=b",
): HostileRequest => ({
  why: `multipart: ${why}`,
  method: "POST",
  url,
  headers: { "content-type": type },
  body: content,
  ...answer,
});
const end = "--b--\r\n";

const multiparts: readonly HostileRequest[] = [upload, dryRun].flatMap((url) => [
  multipart(
    "a JSON part that is none",
    url,
    part(`${named}\r\ncontent-type: application/json`, '{"a":') + end,
    bodyInvalid,
  ),
  multipart(
    "a JSON part that poisons",
    url,
    part(`${named}\r\ncontent-type: application/json`, '{"__proto__":{"a":1}}') + end,
    bodyInvalid,
  ),
  multipart("an empty JSON part", url, part(`${named}\r\ncontent-type: application/json`, "") + end, bodyInvalid),
  multipart(
    "a field named __proto__",
    url,
    part('content-disposition: form-data; name="__proto__"', "x") + end,
    bodyInvalid,
  ),
  multipart(
    "a field named constructor",
    url,
    part('content-disposition: form-data; name="constructor"', "x") + end,
    bodyInvalid,
  ),
  multipart("no boundary", url, part(named, "x") + end, bodyInvalid, "multipart/form-data"),
  multipart("an empty boundary", url, part(named, "x") + end, bodyInvalid, "multipart/form-data; boundary="),
  multipart("another boundary", url, part(named, "x") + end, bodyInvalid, "multipart/form-data; boundary=c"),
  multipart(
    "a boundary of 300",
    url,
    part(named, "x") + end,
    bodyInvalid,
    `multipart/form-data; boundary=${"b".repeat(300)}`,
  ),
  multipart("nothing", url, "", invalid),
  multipart("broken off in a header", url, "--b\r\ncontent-dispo", bodyInvalid),
  multipart("broken off in a part", url, `--b\r\n${filed}\r\n\r\n%PDF`, bodyInvalid),
  multipart("150 fields", url, part(named, "x").repeat(150) + end, { status: 413, errorCode: "BODY_TOO_LARGE" }),
  multipart("mixed instead of form data", url, part(named, "x") + end, mediaType, "multipart/mixed; boundary=b"),
  multipart("JSON instead", url, "{}", mediaType, "application/json"),
]);
// An upload reads only the file parts.
const largeFields: readonly HostileRequest[] = [
  multipart("a field of two megabytes", dryRun, part(named, "x".repeat(2_000_000)) + end, {
    status: 413,
    errorCode: "BODY_TOO_LARGE",
  }),
  multipart("a field of two megabytes and no file", upload, part(named, "x".repeat(2_000_000)) + end, invalid),
];

const header = (
  name: string,
  value: string,
  answer: Pick<HostileRequest, "status" | "errorCode"> = { status: 200 },
  url = list,
): HostileRequest => ({ why: `header ${name}: ${value.slice(0, 30)}`, url, headers: { [name]: value }, ...answer });
const unauthorized = { status: 401, errorCode: "UNAUTHORIZED" };
const headers: readonly HostileRequest[] = [
  ...["x", "bearer", "a.b.c", "..", `e30.e30.${"a".repeat(43)}`, "null", "\u00e9", "x".repeat(10_000)].map((value) =>
    header("token", value, unauthorized),
  ),
  ...["", "*", "xx-XX;q=abc", "zh;q=99999999999999999999", `${"a,".repeat(3000)}b`].map((value) =>
    header("accept-language", value),
  ),
  ...["[", "a b", "", "x".repeat(1000), "127.0.0.1:99999"].map((value) => header("host", value)),
  ...["x", "1.2.3.4, , ,", "::::", `${"1.1.1.1,".repeat(500)}2`].map((value) => header("x-forwarded-for", value)),
  ...["=", ";;;", "a=%zz", "__Host-=", "\u00e9=1"].map((value) => header("cookie", value)),
  ...["x", "", "-1", `${"1".repeat(500)}`].map((value) => header("x-request-id", value)),
  header("x-http-method-override", "DELETE"),
  header("accept", "image/png"),
  header("range", "bytes=0-1"),
  header("if-none-match", '"', { status: 200 }, "/login"),
  header("if-modified-since", "never", { status: 200 }, "/login"),
  header("range", "bytes=zz", { status: 200 }, "/login"),
  header("range", "bytes=99999999-", { status: 200 }, "/login"),
  header("range", "bytes=5-1,0-0,-1", { status: 200 }, "/assets/a.js"),
  header("accept-encoding", "gzip;q=abc, *;q=0", { status: 200 }, "/login"),
  header("expect", "nonsense", { status: 200 }),
];

/** Sent by a signed-in clerk, one after another. */
export const hostileRequests: readonly HostileRequest[] = [
  ...addresses,
  ...methods,
  ...queries,
  ...harmlessQueries,
  ...bodies,
  ...forms,
  ...multiparts,
  ...largeFields,
  ...headers,
];

/** Bytes that no HTTP client can send: written to the server's socket, with the status that it answers before it closes. */
export const hostileBytes: readonly (readonly [why: string, bytes: string, status: number])[] = [
  ["no HTTP", "hello\r\n\r\n", 400],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
  ["HTTP/9", "GET / HTTP/9.9\r\nhost: x\r\n\r\n", 400],
  ["no host", "GET /api/health HTTP/1.1\r\n\r\n", 400],
  ["a method of its own", "STEAL / HTTP/1.1\r\nhost: x\r\n\r\n", 400],
  [
    "an address of another host",
    "GET http://evil.example/api/none HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    404,
  ],
  ["no path", "OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", 404],
  ["a path without a slash", "GET api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", 400],
  ["a header without a name", "GET / HTTP/1.1\r\nhost: x\r\n: x\r\n\r\n", 400],
  ["a header with NUL", "GET / HTTP/1.1\r\nhost: x\r\na: b\0c\r\n\r\n", 400],
  ["headers of 17 kB", `GET / HTTP/1.1\r\nhost: x\r\na: ${"b".repeat(17_000)}\r\n\r\n`, 431],
  [
    "two lengths",
    "POST /api/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc",
    400,
  ],
  [
    "a length and chunks",
    "POST /api/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  [
    "a chunk that is none",
    "POST /api/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    400,
  ],
  ["a negative length", "POST /api/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n", 400],
];
