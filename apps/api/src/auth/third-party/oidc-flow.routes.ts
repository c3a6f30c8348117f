import {
  finishLink,
  linkIdentity,
  ownIdentities,
  type ThirdPartyError,
  thirdParties,
  thirdPartyCallback,
  thirdPartyRender,
  unlinkIdentity,
} from "@jipei/contract/auth/third-party.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { type Route, raw, reads, writes, writesPrepared } from "../../core/http/implement.ts";
import { endpointOfUrl, mayProbeInside } from "../../core/outbound/safe-fetch.ts";
import { limitRate } from "../../core/security/rate-limit.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { findBrowser, markBrowser } from "./oidc-browser.ts";
import { askProvider, getOrigin, exchangeCode, redirectUri } from "./oidc-client.ts";
import { getThirdPartyError, getKind } from "./oidc-error.ts";
import { link, listOwn, unlink } from "./oidc-identities.ts";
import { findProvider, storeStep, type Provider, consumeStep } from "./oidc-step.ts";

/** Sign-ins that one IP address may begin within ten minutes: a whole school may share it. */
const perTenMinutes = 300;

/** The page of our web that the browser is sent to, by the purpose of the sign-in. Parameters are passed behind `#`, which reaches no server and no log. */
const pages = { signIn: "/login", link: "/info/index" } as const;

function redirectToWeb(
  app: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  page: keyof typeof pages,
  parameters: { source?: string; code?: string; fault?: ThirdPartyError },
): FastifyReply {
  return reply
    .header("Referrer-Policy", "no-referrer")
    .redirect(`${getOrigin(app, request)}${pages[page]}#${new URLSearchParams(parameters)}`, 303);
}

const getSource = (request: FastifyRequest): string => (request.params as { source: string }).source;

/**
 * Logs a failure, without the parameters of the address, and returns the error for the user. For an address of the internal network it does not reveal
 * whether anything answers there.
 */
async function reportFailure(app: Services, { source, issuer }: Provider, error: unknown): Promise<ThirdPartyError> {
  const kind = getKind(error);
  const cause = error as Error & { code?: string };
  app.log.warn({ source, kind, code: cause.code, reason: cause.message.slice(0, 200) }, "sign-in provider");
  const failure = getThirdPartyError(kind);
  if (failure !== "unreachable") return failure;
  return (await mayProbeInside(app.settings, endpointOfUrl(new URL(issuer)))) ? "failed" : failure;
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
  return askProvider(app, getOrigin(app, request), provider, (proof) =>
    storeStep(app, "asked", provider.id, browser, { ...proof, userId }),
  );
}

const limit = (app: Services, request: FastifyRequest) => limitRate(app, "third-party", request.ip, perTenMinutes, 10);

/** Redirects to the provider. Foreign pages may link here too; that does no harm, since only this browser can finish the sign-in. */
async function render(request: FastifyRequest, reply: FastifyReply, app: Services): Promise<unknown> {
  try {
    await limit(app, request);
  } catch {
    return redirectToWeb(app, request, reply, "signIn", { fault: "busy" });
  }
  const provider = await findProvider(app, getSource(request));
  if (!provider) return redirectToWeb(app, request, reply, "signIn", { fault: "off" });
  try {
    return reply
      .header("Referrer-Policy", "no-referrer")
      .redirect(await begin(app, request, reply, provider, null), 303);
  } catch (error) {
    return redirectToWeb(app, request, reply, "signIn", { fault: await reportFailure(app, provider, error) });
  }
}

/** Back from the provider. No session begins here: the browser gets a code, valid once, for a minute, and in this browser only. */
async function callback(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string | null | undefined,
  app: Services,
): Promise<unknown> {
  const browser = findBrowser(app, request);
  const taken = state ? await consumeStep(app.db, app, "asked", state, browser ?? "") : null;
  if (!taken || taken.provider.source !== getSource(request))
    return redirectToWeb(app, request, reply, "signIn", { fault: "expired" });
  const { provider, step } = taken;
  const page = step.userId ? "link" : "signIn";
  try {
    const address = new URL(
      redirectUri(getOrigin(app, request), provider) + request.url.slice(request.url.indexOf("?")),
    );
    const person = await exchangeCode(app, provider, address, state as string, step);
    const code = await storeStep(app, "proven", provider.id, browser, { ...person, userId: step.userId });
    return redirectToWeb(app, request, reply, page, { source: provider.source, code });
  } catch (error) {
    return redirectToWeb(app, request, reply, page, { fault: await reportFailure(app, provider, error) });
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
      await reportFailure(app, provider, error);
      throw new Refusal("PROVIDER_FAILED", { name: { zh: provider.name, en: provider.nameEn } });
    }
  }),
  writesPrepared(
    finishLink,
    async (app, _actor, _input, request) => findBrowser(app, request) ?? "",
    async (tx, actor, { code }, app, browser) => {
      const taken = await consumeStep(tx, app, "proven", code, browser);
      if (!taken || taken.step.userId !== actor.userId) throw new Refusal("OAUTH_INVALID");
      await link(tx, actor, taken.provider, taken.step);
    },
  ),
  writes(unlinkIdentity, (tx, actor, { id }) => unlink(tx, actor, id)),
];
