import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The small part of the library that tests use; it has no types. */
interface Provider {
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly Grant: new (properties: { accountId: string; clientId: string }) => {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  };
}
type Library = { default: new (issuer: string, configuration: object) => Provider };

export const clientId = "jipei";
export const clientSecret = "what only the two of us know".replaceAll(" ", "-");

type Claims = Record<string, unknown>;
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A real OpenID provider on a port of its own, which can be made to misbehave. */
export class OpenidProvider {
  readonly issuer: string;
  /** Answers instead of the provider where it is set. */
  instead: Handler | null = null;
  /** Changes the claims of the next ID tokens, which are signed again. */
  claims: ((claims: Claims) => Claims) | null = null;
  /** Signs the next ID tokens with an unknown key. */
  foreignKey = false;
  /** Says that the next ID tokens are signed in another way: not at all, or with the shared client secret. */
  alg: "none" | "HS256" | null = null;
  /** Paths that were requested. */
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #key: KeyObject;
  readonly #foreign = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

  private constructor(
    { default: OidcProvider }: Library,
    server: Server,
    jwk: object,
    redirectUris: readonly string[],
    pages: boolean,
  ) {
    this.#server = server;
    this.#key = createPrivateKey({ key: jwk as never, format: "jwk" });
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = quietly(() => new OidcProvider(this.issuer, configuration(jwk, redirectUris, pages)));
    const answer = provider.callback();
    server.on("request", (request, response) => {
      this.asked.push(request.url ?? "");
      if (this.instead) return this.instead(request, response);
      if (request.url === "/token") this.#tamper(response);
      void answer(request, response);
    });
  }

  /** @param pages asks its users for consent; without it they only give their name */
  static async start(redirectUris: readonly string[], pages = false): Promise<OpenidProvider> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const jwk = {
      ...generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" }),
      kid: "one",
      use: "sig",
      alg: "RS256",
    };
    const library = (await import("oidc-provider" as string)) as Library;
    return new OpenidProvider(library, server, jwk, redirectUris, pages);
  }

  #tamper(response: ServerResponse): void {
    const end = response.end.bind(response) as (body: string) => ServerResponse;
    response.end = ((body: string | Buffer) => {
      const answer = JSON.parse(body.toString()) as { id_token?: string };
      if (answer.id_token && (this.claims || this.foreignKey || this.alg))
        answer.id_token = this.#signed(answer.id_token);
      const text = JSON.stringify(answer);
      response.setHeader("content-length", Buffer.byteLength(text));
      return end(text);
    }) as never;
  }

  #signed(token: string): string {
    const [head = "", payload = ""] = token.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims;
    const headed = this.alg ? Buffer.from(JSON.stringify({ alg: this.alg, typ: "JWT" })).toString("base64url") : head;
    const text = `${headed}.${Buffer.from(JSON.stringify(this.claims?.(claims) ?? claims)).toString("base64url")}`;
    if (this.alg)
      return `${text}.${this.alg === "none" ? "" : createHmac("sha256", clientSecret).update(text).digest("base64url")}`;
    return `${text}.${sign("sha256", Buffer.from(text), this.foreignKey ? this.#foreign : this.#key).toString("base64url")}`;
  }

  /** Signs in on the provider's pages, as a browser without cookies would. @returns the address that it redirects to */
  async signIn(address: string, login: string): Promise<string> {
    const cookies = new Map<string, string>();
    const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
      const answer = await fetch(url, {
        redirect: "manual",
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        ...(form && { method: "POST", body: new URLSearchParams(form) }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      return answer;
    };
    let answer = await visit(address);
    for (let step = 0; step < 10; step++) {
      const next = answer.headers.get("location");
      if (next === null)
        throw new Error(`the provider answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
      const url = new URL(next, this.issuer);
      if (url.origin !== this.issuer) return url.href;
      answer = await visit(
        url.href,
        url.pathname.startsWith("/interaction/") ? { prompt: "login", login, password: "x" } : undefined,
      );
    }
    throw new Error("the provider goes round in circles");
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/** Its users have the name that they type: `wang` is 王wang. */
const findAccount = (_context: unknown, id: string) => ({
  accountId: id,
  claims: () => ({ sub: id, name: `王${id}`, preferred_username: id }),
});

const configuration = (jwk: object, redirectUris: readonly string[], pages: boolean) => ({
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: redirectUris,
      response_types: ["code"],
      grant_types: ["authorization_code"],
    },
  ],
  jwks: { keys: [jwk] },
  cookies: { keys: ["of a test"] },
  claims: { openid: ["sub"], profile: ["name", "preferred_username"] },
  // The library warns about each of these that is left out.
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  pkce: { required: () => true },
  findAccount,
  ...(!pages && { loadExistingGrant }),
});

interface Context {
  oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } };
}

async function loadExistingGrant({ oidc: { provider, client, session } }: Context) {
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope("openid profile");
  await grant.save();
  return grant;
}

/** The library warns at length that it is not meant for production. */
function quietly<T>(work: () => T): T {
  const { info, warn } = console;
  Object.assign(console, { info() {}, warn() {} });
  try {
    return work();
  } finally {
    Object.assign(console, { info, warn });
  }
}
