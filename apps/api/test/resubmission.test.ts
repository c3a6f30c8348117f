// Slow: sends rows of every kind of the demo county back as they were answered.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import type { Fields } from "@jipei/contract/core/fields/field.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { entities } from "@jipei/contract/entities.ts";
import { calls } from "../src/domains.ts";
import { type Crawl, startCrawl } from "./crawl/crawl-sessions.ts";

/** Clients of the family send back the row that they were shown. What the server answers it accepts, and the row stays as it is. */
let crawl: Crawl;
before(async () => {
  crawl = await startCrawl();
});
after(() => crawl.close());

const roles: readonly RoleAlias[] = ["sysAdmin", "clerk", "orgAdmin", "firstReviewer", "secondReviewer", "finance"];
/** Rows of each list that are sent back. */
const rowCount = 2;

/** What a save changes whatever it says: it is in the history, too. */
const stamps: ReadonlySet<string> = new Set(["version", "updateTime", "updateUser", "auditList"]);
/** The state of a row does not allow anybody to edit it. */
const stateCodes: ReadonlySet<ErrorCode> = new Set(["STATE_ILLEGAL", "CLASS_LOCKED", "ATTACH_IN_USE"]);
/** Not walked: documents are submitted as a list of files, and the one data source of the demo county, its own database, is not edited. */
const otherInput: ReadonlySet<string> = new Set(["OrganisationDocument", "Datasource"]);

type Row = Record<string, unknown> & { id: string };
interface Answer {
  status: number;
  data: unknown;
  errorCode: ErrorCode | null;
  said: string;
  fields: (string | null)[];
}

async function ask(role: RoleAlias, call: Call, input: Readonly<Record<string, unknown>>): Promise<Answer> {
  const user = crawl.sessions.get(role);
  const inAddress = call.method === "GET";
  const pairs = Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]);
  const response = await crawl.app.http.inject({
    method: call.method,
    url: inAddress ? `${call.path}?${new URLSearchParams(pairs)}` : call.path,
    headers: { token: user?.token ?? "" },
    ...(!inAddress && { payload: input }),
  });
  const {
    data,
    errorCode = null,
    msgEn = "",
  } = response.json<{ data: unknown; errorCode?: ErrorCode; msgEn?: string }>();
  const failures = (data as { failures?: { field: string | null }[] } | null)?.failures ?? [];
  return { status: response.statusCode, data, errorCode, said: msgEn, fields: failures.map(({ field }) => field) };
}

const named = new Map(calls.map((call) => [call.name, call]));
const saved = entities.flatMap((entity) => {
  const [list, detail, submit] = ["list", "detail", "submit"].map((verb) => named.get(`${entity.name}.${verb}`));
  return list && detail && submit && !otherInput.has(entity.name) ? [{ entity, list, detail, submit }] : [];
});

/** Some calls take the row as a part of what they are told. */
function getBody({ input }: Call, row: Row): Readonly<Record<string, unknown>> {
  const parts = input.shape === "record" ? Object.entries(input.fields) : [];
  const [part] = parts.flatMap(([name, shape]) => ("shape" in shape && shape.shape === "save" ? [name] : []));
  return part ? { [part]: row } : row;
}

const settled = (row: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => !stamps.has(name)));

/**
 * Lists leave long texts out, and answer null, which a save takes for an empty text: who wants to edit such a row opens it. So rows of a list go
 * back without them.
 */
const withoutLongTexts = ({ fields }: Entity, row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => (fields as Fields)[name]?.kind !== "long")) as Row;

describe("submit of a row as list and detail answer it", () => {
  for (const { entity, list, detail, submit } of saved)
    it(`${entity.name}: is accepted and leaves the row as it is`, async () => {
      for (const role of roles) {
        const { data } = await ask(role, list, { size: rowCount });
        const rows = (Array.isArray(data) ? data : ((data as { records?: Row[] } | null)?.records ?? [])) as Row[];
        for (const row of rows.slice(0, rowCount)) await sendBack(role, row);
      }

      async function sendBack(role: RoleAlias, shown: Row): Promise<void> {
        // A region is opened by its code.
        const key = { id: shown.id, ...(entity.name === "Region" && { code: shown.code }) };
        const open = async () => (await ask(role, detail, key)).data as Row | null;
        const whole = await open();
        if (!whole) return;
        for (const source of ["list", "detail"]) {
          const { version } = (await open()) ?? whole;
          const row = { ...(source === "list" ? withoutLongTexts(entity, shown) : whole), version };
          const answer = await ask(role, submit, getBody(submit, row));
          if (answer.status === 403 || (answer.errorCode && stateCodes.has(answer.errorCode))) continue;
          assert.equal(
            answer.status,
            200,
            `${role}, row ${shown.id} of the ${source}: ${answer.said} ${answer.fields}`,
          );
          assert.deepEqual(
            settled((await open()) ?? whole),
            settled(whole),
            `${role}, row ${shown.id} of the ${source}`,
          );
        }
      }
    });
});
