import {
  finishLink,
  linkIdentity,
  ownIdentities,
  type ThirdPartyFault,
  thirdParties,
  thirdPartyCallback,
  thirdPartyRender,
  unlinkIdentity,
} from "@jipei/contract/auth/third-party.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { type Route, raw, reads, writes, writesPrepared } from "../core/implement.ts";
import { limitRate } from "../core/rate-limit.ts";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { browserOf, markBrowser } from "./oidc-browser.ts";
import { askProvider, originOf, redeem, redirectUri } from "./oidc-client.ts";
import { faultOf, kindOf } from "./oidc-fault.ts";
import { link, listOwn, unlink } from "./oidc-identities.ts";
import { findProvider, keepStep, type Provider, takeStep } from "./oidc-step.ts";

/** Sign-ins that one address may begin within ten minutes: a whole school may stand behind it. */
const perTenMinutes = 300;

/** Where the browser goes on in our web, by what the sign-in is for. What it brings stands behind `#`, which no server and no log gets. */
const pages = { signIn: "/login", link: "/info/index" } as const;

function goOn(
  app: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  page: keyof typeof pages,
  brings: { source?: string; code?: string; fault?: ThirdPartyFault },
): FastifyReply {
  return reply
    .header("Referrer-Policy", "no-referrer")
    .redirect(`${originOf(app, request)}${pages[page]}#${new URLSearchParams(brings)}`, 303);
}

const sourceOf = (request: FastifyRequest): string => (request.params as { source: string }).source;

/** Takes a failure down, without what the address held, and says what the user is told. */
function told(app: Services, { source }: Provider, error: unknown): ThirdPartyFault {
  const kind = kindOf(error);
  const cause = error as Error & { code?: string };
  app.log.warn({ source, kind, code: cause.code, reason: cause.message.slice(0, 200) }, "sign-in provider");
  return faultOf(kind);
}

/** Begins a sign-in in this browser. @returns the address at the provider @throws what talking to the provider throws */
function begin(
  app: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  userId: string | null,
): Promise<string> {
  const browser = markBrowser(app, request, reply);
  return askProvider(app, originOf(app, request), provider, (proof) =>
    keepStep(app, "asked", provider.id, browser, { ...proof, userId }),
  );
}

const limit = (app: Services, request: FastifyRequest) => limitRate(app, "third-party", request.ip, perTenMinutes, 10);

/** To the provider. A page of somebody else may lead here too, which begins a sign-in that only this browser can end, and no harm. */
async function render(request: FastifyRequest, reply: FastifyReply, app: Services): Promise<unknown> {
  try {
    await limit(app, request);
  } catch {
    return goOn(app, request, reply, "signIn", { fault: "busy" });
  }
  const provider = await findProvider(app, sourceOf(request));
  if (!provider) return goOn(app, request, reply, "signIn", { fault: "off" });
  try {
    return reply
      .header("Referrer-Policy", "no-referrer")
      .redirect(await begin(app, request, reply, provider, null), 303);
  } catch (error) {
    return goOn(app, request, reply, "signIn", { fault: told(app, provider, error) });
  }
}

/** Back from the provider. Nothing is changed here: the browser gets a code for what was proven, which counts for a minute, once, and in this browser. */
async function callback(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string | null | undefined,
  app: Services,
): Promise<unknown> {
  const browser = browserOf(app, request);
  const taken = state ? await takeStep(app.db, app, "asked", state, browser ?? "") : null;
  if (!taken || taken.provider.source !== sourceOf(request))
    return goOn(app, request, reply, "signIn", { fault: "expired" });
  const { provider, step } = taken;
  const page = step.userId ? "link" : "signIn";
  try {
    const address = new URL(
      redirectUri(originOf(app, request), provider) + request.url.slice(request.url.indexOf("?")),
    );
    const person = await redeem(app, provider, address, state as string, step);
    const code = await keepStep(app, "proven", provider.id, browser, { ...person, userId: step.userId });
    return goOn(app, request, reply, page, { source: provider.source, code });
  } catch (error) {
    return goOn(app, request, reply, page, { fault: told(app, provider, error) });
  }
}

export const oidcFlowRoutes: readonly Route[] = [
  reads(thirdParties, async (db) => {
    const { rows } = await sql<{
      source: string;
      name: string;
      nameEn: string;
    }>`select source, name, name_en as "nameEn" from identity_provider where status = '1' and is_deleted = 0 order by sort, id`.execute(
      db,
    );
    return rows;
  }),
  raw(thirdPartyRender, (request, reply, _actor, _input, app) => render(request, reply, app)),
  raw(thirdPartyCallback, (request, reply, _actor, { state }, app) => callback(request, reply, state, app)),
  reads(ownIdentities, (db, actor) => listOwn(db, actor)),
  raw(linkIdentity, async (request, reply, actor, { source }, app) => {
    await limit(app, request);
    const provider = await findProvider(app, source);
    if (!provider) throw new Refusal("NOT_FOUND");
    try {
      return { url: await begin(app, request, reply, provider, actor.userId) };
    } catch (error) {
      told(app, provider, error);
      throw new Refusal("PROVIDER_FAILED", { name: { zh: provider.name, en: provider.nameEn } });
    }
  }),
  writesPrepared(
    finishLink,
    async (app, _actor, _input, request) => browserOf(app, request) ?? "",
    async (tx, actor, { code }, app, browser) => {
      const taken = await takeStep(tx, app, "proven", code, browser);
      if (!taken || taken.step.userId !== actor.userId) throw new Refusal("OAUTH_INVALID");
      await link(tx, actor, taken.provider, taken.step);
    },
  ),
  writes(unlinkIdentity, (tx, actor, { id }) => unlink(tx, actor, id)),
];
