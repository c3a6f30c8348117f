// npm run setup [-- [--tenant N] --file FILE | link | second | recover-admin ACCOUNT]
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { setupCalls } from "@jipei/contract/setup/setup.ts";
import QRCode from "qrcode";
import { computeCode, getStep } from "../auth/auth.queries.ts";
import { system } from "../core/foundation/actor.ts";
import type { Tx } from "../core/database/db.ts";
import { parseInput } from "../core/entity/input.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { readSettings } from "../core/foundation/settings.ts";
import { startServer } from "../server.ts";
import { beginAdministrator, confirmAdministrator, type Person, recoveryLink } from "../setup/administrator.ts";
import { installLink, type NewLink, newLink } from "../setup/setup-link.ts";
import { nameBureau, noteBackup, secondLink } from "../setup/setup-state.ts";
import { isOpenTenant } from "../tenants/tenants.queries.ts";
import { openPrompts, type Prompts } from "./prompts.ts";

/** A file with the answers of the set-up. `secret` is the base32 secret of an authenticator that has it already; without it a code is asked for. */
interface SetupFile {
  administrator: Person;
  bureau?: { name: string; regionCode: string };
  backup?: { place: string; hours: number };
}

const usage = `npm run setup                             asks for the first administrator and the bureau
npm run setup -- --file FILE              reads them from a JSON file, or with - from the standard input
npm run setup -- link                     prints a one-time address for the first administrator
npm run setup -- second                   prints a one-time address for the second administrator
npm run setup -- recover-admin ACCOUNT    prints a one-time address by which an administrator sets password and second factor anew
npm run setup -- --tenant N second | recover-admin ACCOUNT
                                          the same for a tenant, by its number`;

const say = (line: string) => console.log(line);
const sayLink = ({ address, expireTime }: NewLink) => say(`Until ${expireTime}, for one use:\n  ${address}`);
const inTransaction = <T>(app: Services, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.transaction().execute(work);

async function assertEmpty(app: Services): Promise<NewLink> {
  const link = await installLink(app);
  if (!link)
    throw new Error(
      "There is an administrator already. Whoever lost their way in: npm run setup -- recover-admin ACCOUNT",
    );
  return link;
}

/** Creates the first administrator. @param prompts undefined where nobody can be asked */
async function install(app: Services, given: Partial<SetupFile>, prompts: Prompts | undefined): Promise<void> {
  const { token } = await assertEmpty(app);
  const person = given.administrator ?? (await askPerson(prompts));
  if (!prompts && !/^[A-Z2-7]{32,}$/.test(person.secret ?? ""))
    throw new Error("administrator.secret must be 32 letters or more of base32 where nobody can be asked for a code");
  const { token: _token, ...checked } = parseInput(setupCalls.begin.input, {
    token,
    account: person.account,
    name: person.name,
    phone: person.phone,
    password: person.password,
  });
  const factor = await inTransaction(app, (tx) =>
    beginAdministrator(tx, app, token, { ...checked, secret: person.secret }),
  );
  const code = person.secret
    ? computeCode(person.secret, getStep(Date.now()))
    : await askCode(prompts as Prompts, factor);
  const { recoveryCodes } = await inTransaction(app, (tx) => confirmAdministrator(tx, app, token, code, ""));
  say(
    `\n${factor.account} is administrator. Each of these recovery codes stands for a code once; they are not shown again:`,
  );
  for (const one of recoveryCodes) say(`  ${one}`);
  const bureau =
    given.bureau ??
    (prompts && {
      name: await prompts.ask("\nName of the bureau"),
      regionCode: await prompts.ask("Region code of its county (6 digits)"),
    });
  if (bureau)
    await inTransaction(app, (tx) =>
      nameBureau(
        tx,
        system,
        parseInput(setupCalls.bureau.input, { bureauName: bureau.name, regionCode: bureau.regionCode }),
      ),
    );
  const { backup } = given;
  if (backup) await inTransaction(app, (tx) => noteBackup(tx, system, parseInput(setupCalls.backup.input, backup)));
  say("\nFor the second administrator, who chooses their own password and second factor:");
  sayLink(await newLink(app, app.db, "second"));
  say(`The rest is at ${app.settings.publicUrl}/setup, after signing in.`);
}

async function askPerson(prompts: Prompts | undefined): Promise<Person> {
  if (!prompts) throw new Error("administrator is missing");
  return {
    account: await prompts.ask("Account of the first administrator", "admin"),
    name: await prompts.ask("Their name"),
    phone: await prompts.ask("Their mobile phone"),
    password: await prompts.askSecretly("Password"),
  };
}

async function askCode(prompts: Prompts, { secret, address }: { secret: string; address: string }): Promise<string> {
  say(
    `\n${await QRCode.toString(address, { type: "utf8", errorCorrectionLevel: "L" })}\nScan it with an authenticator, or type in ${secret}`,
  );
  return prompts.ask("Code that it shows");
}

/** The services of the tenant that the command line names, or of the installation. @throws TENANT_UNKNOWN */
async function chooseTenant({ services }: { services: Services }, tenantId: string | undefined): Promise<Services> {
  if (tenantId === undefined || tenantId === services.tenantId) return services;
  if (!services.tenants || !(await isOpenTenant(services.pool, tenantId))) throw new Refusal("TENANT_UNKNOWN");
  return services.tenants.services(tenantId);
}

const words = process.argv.slice(2);
const tenant = words[0] === "--tenant" ? (words.splice(0, 2)[1] ?? "") : undefined;
const [command = "", argument = ""] = words;
const commands: Record<string, (app: Services) => Promise<void>> = {
  async ""(app) {
    const prompts = openPrompts();
    try {
      await install(app, {}, prompts);
    } finally {
      prompts.close();
    }
  },
  async "--file"(app) {
    await install(
      app,
      JSON.parse(argument === "-" ? await text(process.stdin) : await readFile(argument, "utf8")) as SetupFile,
      undefined,
    );
  },
  link: async (app) => sayLink(await assertEmpty(app)),
  second: async (app) => sayLink(await inTransaction(app, (tx) => secondLink(tx, app, system))),
  "recover-admin": async (app) => sayLink(await inTransaction(app, (tx) => recoveryLink(tx, app, argument))),
};

/** The text of an error; of a refusal in both languages, with the issue of each field. */
const getMessage = (error: unknown): string =>
  error instanceof Refusal ? `${error.zh} · ${error.en}` : (error as Error).message;

const chosen = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (!chosen || ((command === "--file" || command === "recover-admin") && !argument)) {
  console.error(usage);
  process.exit(1);
}
const server = await startServer(readSettings(process.env), say).catch((error: unknown) => {
  console.error(getMessage(error));
  process.exit(1);
});
let failure: unknown;
await chooseTenant(server, tenant)
  .then(chosen)
  .catch((error: unknown) => (failure = error));
await server.close();
if (failure) console.error(getMessage(failure));
process.exit(failure ? 1 : 0);
