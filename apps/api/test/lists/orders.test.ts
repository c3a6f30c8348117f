import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import { commonSorts } from "../../src/core/list/list-query.ts";
import { calls } from "../../src/domains.ts";
import { connected } from "../../src/core/database/connected.ts";
import { getBaseColumn, getBaseTable } from "../support/entity-views.ts";
import { type TestDatabase, createTestDatabase } from "../database/template-db.ts";

/**
 * Lists whose tables stay so short that sorting them is nothing: what the bureau itself sets up (some hundreds of rows, some thousand words of
 * dictionaries and regions), and open sessions, which end by themselves.
 */
const short: ReadonlySet<string> = new Set(
  `Dictionary BusinessDictionary Region SerialRule Parameter Code
    Datasource Tenant Client Role Menu TopMenu
    DataScope ApiScope Department Post StorageProvider SmsProvider
    IdentityProvider NoticeCategory CandidateSource StartupType Course CourseSubsidyFile
    DeclareCondition TrainingSubsidyKind SubsidyStandard AssessorType Plan Organisation
    OrganisationDocument Session SignInWait FlowModel FlowDefinition FlowStandIn`.split(/\s+/),
);
/** Lists over a view have the indexes of its table. */
const getTable = (table: string): string => (table === "audit_trail" ? "audit_record" : getBaseTable(table));

let database: TestDatabase;
let indexes: { table: string; definition: string }[];
before(async () => {
  database = await createTestDatabase();
  ({ rows: indexes } = await connected(database.url, (client) =>
    client.query(
      "select tablename as table, indexdef as definition from pg_indexes where schemaname = current_schema()",
    ),
  ));
});
after(() => database.drop());

const listed = new Set(
  calls.flatMap(({ input }) => (input.shape === "query" && !short.has(input.entity.name) ? [input.entity] : [])),
);
/** Ids of a log are given in the order of its times, by which its months are read. */
const isLog = ({ table }: Entity) => /^(api|usual|error)_log$/.test(table);

describe("the orders that lists offer", () => {
  for (const entity of listed)
    it(`${entity.name} has an index for each`, () => {
      const table = getTable(entity.table);
      const own = indexes.filter((index) => index.table === table).map(({ definition }) => definition);
      const missing = [...new Set([...entity.sorts, ...commonSorts])].filter((sort) => {
        // An audit record is created when it is written.
        const column =
          table === "audit_record" && sort === "createTime" ? "operate_time" : getBaseColumn(entity.table, snake(sort));
        const leads = new RegExp(`USING btree \\(${column}\\b`);
        return !own.some(
          (index) => leads.test(index) && (!index.includes(" WHERE ") || index.endsWith("WHERE (is_deleted = 0)")),
        );
      });
      assert.deepEqual(isLog(entity) ? missing.filter((sort) => sort !== "id") : missing, []);
    });
});

describe("the texts that lists find by a part", () => {
  for (const entity of listed)
    if (entity.grams.length > 0)
      it(`${entity.name} has an index for each`, () => {
        const table = getTable(entity.table);
        const own = indexes.filter((index) => index.table === table).map(({ definition }) => definition);
        const missing = entity.grams.filter(
          (name) => !own.some((index) => new RegExp(`USING gin \\(.*grams\\(\\(?${snake(name)}\\b`).test(index)),
        );
        assert.deepEqual(missing, []);
      });
});
