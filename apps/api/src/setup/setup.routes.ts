import { setupCalls as calls } from "@jipei/contract/setup/setup.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { type Domain, reads, type Route, writes, writesPrepared } from "../core/http/implement.ts";
import { decryptPassword } from "../core/security/password.ts";
import { limitRate } from "../core/security/rate-limit.ts";
import { reencrypt } from "../core/security/reencrypt.ts";
import type { Services } from "../core/foundation/services.ts";
import { beginAdministrator, confirmAdministrator } from "./administrator.ts";
import { getLink } from "./setup-link.ts";
import { finishSetup, inviteSecond, nameBureau, noteBackup, getState } from "./setup-state.ts";

/** Limits the load of guessing; a token of 256 bits cannot be guessed. @throws RATE_LIMIT */
const limitCalls = (app: Services, { ip }: Actor): Promise<void> => limitRate(app, "setup", ip, 60, 10);
/** Codes of six digits can be guessed: a link accepts ten tries in 15 minutes, from all IP addresses together. @throws RATE_LIMIT */
const limitCodes = (app: Services, token: string): Promise<void> =>
  limitRate(app, "setup code", app.cipher.hash(token), 10, 15);

const setupRoutes: readonly Route[] = [
  reads(calls.open, async (db, actor, { token }, app) => {
    await limitCalls(app, actor);
    const { purpose, expireTime, account } = await getLink(app, db, token, "look");
    return { purpose, expireTime, account };
  }),
  writesPrepared(
    calls.begin,
    (app, actor) => limitCalls(app, actor),
    (tx, _actor, { token, ...person }, app) =>
      beginAdministrator(tx, app, token, {
        ...person,
        password: decryptPassword(app.keys, person.password, "password"),
      }),
  ),
  writesPrepared(
    calls.confirm,
    async (app, actor, { token }) => {
      await limitCalls(app, actor);
      await limitCodes(app, token);
    },
    (tx, actor, { token, code }, app) => confirmAdministrator(tx, app, token, code, actor.ip),
  ),
  reads(calls.state, (db, _actor, _input, app) => getState(db, app)),
  writes(calls.bureau, (tx, actor, input) => nameBureau(tx, actor, input)),
  writes(calls.backup, (tx, actor, input) => noteBackup(tx, actor, input)),
  writes(calls.invite, (tx, actor, _input, app) => inviteSecond(tx, app, actor)),
  writes(calls.finish, (tx, actor) => finishSetup(tx, actor)),
];

export const setup: Domain = {
  name: "setup",
  routes: setupRoutes,
  // Continues the re-encryption after a rotation of the field key, whichever process began it.
  timers: [{ name: "setup.reencrypt", cron: "* * * * *", run: async (app) => void (await reencrypt(app)) }],
};
