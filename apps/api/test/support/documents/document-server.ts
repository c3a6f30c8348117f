import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export const documentSecret = "a secret that only the document server shares with us";

/** JWT (HS256), by RFC 7515 and not by the code under test. */
export function signJwt(claims: object, secret = documentSecret): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

/** What a token signs. @throws where it is forged */
export function readJwt<T>(token: string): T {
  const [head = "", body = "", mark] = token.split(".");
  const expected = createHmac("sha256", documentSecret).update(`${head}.${body}`).digest("base64url");
  if (mark !== expected) throw new Error("forged");
  return JSON.parse(Buffer.from(body, "base64url").toString()) as T;
}

interface Config {
  document: { key: string; url: string; title: string; fileType: string; permissions: Record<string, boolean> };
  editorConfig: { mode: string; callbackUrl?: string; user: { id: string } };
  token: string;
}

/**
 * A stand-in for a document server: it serves the script of the protocol, refuses a configuration that its token does not sign, fetches the document, shows it
 * as plain text, and reports what was saved. It edits nothing but texts.
 */
export class TestDocumentServer {
  /** Requests for contents that it offers. */
  readonly asked: string[] = [];
  /** What the callbacks were answered. */
  readonly answers: unknown[] = [];
  readonly #files = new Map<string, Buffer>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<TestDocumentServer> {
    const made = new TestDocumentServer();
    made.#server.listen(0, "127.0.0.1");
    await once(made.#server, "listening");
    return made;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Offers a content, as after saving. @returns its address */
  offer(content: Buffer): string {
    const path = `/cache/${randomUUID()}`;
    this.#files.set(path, content);
    return this.address + path;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.address);
    const content = this.#files.get(url.pathname);
    if (content) {
      this.asked.push(url.pathname);
      response.end(content);
    } else if (url.pathname === "/web-apps/apps/api/documents/api.js")
      response.writeHead(200, { "content-type": "text/javascript" }).end(script);
    else if (url.pathname === "/editor") response.writeHead(200, { "content-type": "text/html" }).end(page);
    else if (url.pathname === "/open")
      await this.#open(JSON.parse((await buffer(request)).toString()) as Config, response);
    else if (url.pathname === "/save") await this.#save(JSON.parse((await buffer(request)).toString()), response);
    else response.writeHead(404).end();
  }

  async #open(config: Config, response: ServerResponse): Promise<void> {
    let signed: Config;
    try {
      signed = readJwt<Config>(config.token);
    } catch {
      return void response.writeHead(403).end();
    }
    if (signed.document.key !== config.document.key || signed.editorConfig.mode !== config.editorConfig.mode)
      return void response.writeHead(403).end();
    const document = await fetch(signed.document.url);
    if (!document.ok) return void response.writeHead(502).end();
    response.end(await document.text());
  }

  async #save({ config, text, status }: { config: Config; text: string; status: number }, response: ServerResponse) {
    const { editorConfig, document } = readJwt<Config>(config.token);
    const message = {
      key: document.key,
      status,
      users: [editorConfig.user.id],
      ...(status !== 1 && status !== 4 && { url: this.offer(Buffer.from(text)) }),
    };
    const answer = await fetch(editorConfig.callbackUrl ?? "", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...message, token: signJwt(message) }),
    });
    this.answers.push(await answer.json());
    response.end();
  }
}

/** The script of the protocol: `new DocsAPI.DocEditor(id, config)` puts a frame in place of an element. */
const script = `window.DocsAPI = { DocEditor: class {
  constructor(id, config) {
    const origin = new URL(document.currentScript?.src ?? [...document.scripts].find(({ src }) => src.includes("/web-apps/"))?.src).origin;
    this.frame = document.createElement("iframe");
    this.frame.src = origin + "/editor";
    this.frame.title = "editor";
    this.frame.style = "width:" + config.width + ";height:" + config.height + ";border:0";
    const { events = {}, ...signed } = config;
    this.heard = ({ source, data }) => {
      if (source !== this.frame.contentWindow) return;
      if (data === "ready") source.postMessage(signed, origin);
      if (data === "open") events.onDocumentReady?.({});
      if (data === "refused") events.onError?.({ data: { errorCode: -20 } });
    };
    addEventListener("message", this.heard);
    document.getElementById(id).replaceWith(this.frame);
  }
  destroyEditor() {
    removeEventListener("message", this.heard);
    this.frame.remove();
  }
} };`;

const page = `<!doctype html><html lang="zh"><title>editor</title><body><textarea aria-label="content" rows="20" cols="60"></textarea><br>
<button id="keep">save</button> <button id="leave">save and leave</button><p role="status"></p>
<script>
let config;
const [area] = document.getElementsByTagName("textarea");
const [said] = document.getElementsByTagName("p");
const post = (path, body) => fetch(path, { method: "POST", body: JSON.stringify(body) });
addEventListener("message", async ({ data }) => {
  config = data;
  const answer = await post("/open", config);
  if (!answer.ok) { said.textContent = "refused"; return parent.postMessage("refused", "*"); }
  area.value = await answer.text();
  area.readOnly = config.editorConfig.mode === "view";
  keep.hidden = leave.hidden = area.readOnly;
  if (!area.readOnly) await post("/save", { config, text: "", status: 1 });
  said.textContent = "open";
  parent.postMessage("open", "*");
});
const save = (status) => async () => {
  await post("/save", { config, text: area.value, status });
  said.textContent = "saved";
};
keep.onclick = save(6);
leave.onclick = save(2);
parent.postMessage("ready", "*");
</script></body></html>`;
