import {
  ExtQuery,
  type Question,
  extQueryCalls,
  queryKinds,
  registerCalls,
} from "@jipei/contract/external-data/ext-query.ts";
import { checkIdNumber } from "@jipei/contract/core/id-number.ts";
import { sightOf } from "@jipei/contract/core/sight.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { crud } from "../core/crud.ts";
import { exporter } from "../core/excel/export.ts";
import { type Route, reads, writesPrepared } from "../core/implement.ts";
import { maskParts } from "../core/mask-parts.ts";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { type Condition, everything, nothing } from "../core/sql.ts";
import { isOwnStudent } from "../enrolment/enrolment.queries.ts";
import { lookUp, mustAnswer } from "./external-data.queries.ts";
import { subjectKeys } from "./register-port.ts";

/** The bureau sees every look-up, others their own, and of an institution's only those about whom it still has: an account may have worked for another before. */
const scope = (actor: Actor): Condition => {
  if (actor.audience === "bureau") return everything;
  if (actor.userId === "0") return nothing;
  if (actor.audience !== "institution") return sql`t.operator = ${actor.userId}`;
  const ofOrg = (table: "student" | "sign_up") =>
    sql`exists (select from ${sql.table(table)} r where r.id::text = t.biz_id and r.org_id = ${actor.orgId}::bigint)`;
  return sql`t.operator = ${actor.userId} and case t.biz_type when 'Student' then ${ofOrg("student")} when 'SignUp' then ${ofOrg("sign_up")} else true end`;
};

const options = { entity: ExtQuery, resource: "ext_query", scope };
const { list, detail } = crud(options);
const sheet = exporter(ExtQuery, extQueryCalls.export, options);
export const extQueryWorkers = [sheet.worker];

/** Registers an institution or enterprise may ask, about its own students only. */
const openToUnits: ReadonlySet<string> = new Set(["examin", "getTrainCertificate"]);

export const extQueryRoutes: readonly Route[] = [
  sheet.route,
  ...queryKinds.map((kind) =>
    writesPrepared(
      registerCalls[kind],
      async (app, actor, input) => {
        const question = mustAsk(kind, input);
        if (actor.audience !== "bureau") await mustBeOwn(app, actor, kind, question);
        if (input.bizType === "SubsidyApplication") await mustBeInClaim(app, question, input.bizId);
        const answer = mustAnswer(await lookUp(app, actor, kind, question, { ...question, purpose: input.purpose }));
        return {
          ...answer,
          resultData: maskParts(answer.resultData, (part) =>
            sightOf(actor, ExtQuery, part, "detail", input),
          ) as typeof answer.resultData,
        };
      },
      async (_tx, _actor, _input, _app, answer) => answer,
    ),
  ),
  reads(extQueryCalls.list, list as never),
  reads(extQueryCalls.detail, detail as never),
];

/** @throws FIELD_INVALID when nothing identifies whom or what is asked about, ID_INVALID */
function mustAsk(kind: (typeof queryKinds)[number], question: Question): Question {
  const keys = subjectKeys[kind].filter((key) => key !== "name" && key !== "yearMonth");
  if (!keys.some((key) => question[key]))
    throw new Refusal("FIELD_INVALID", { field: keys.join(" / "), reason: { zh: "不能为空", en: "required" } });
  if (question.idNumber && checkIdNumber(question.idNumber)) throw new Refusal("ID_INVALID");
  return question;
}

/** Whoever asks for a claim sees in full what comes back, so it must be about somebody whom the claim names. @throws NOT_OWNER */
async function mustBeInClaim(
  app: Services,
  { idNumber, creditCode }: Question,
  claimId: string | null | undefined,
): Promise<void> {
  if (creditCode && !idNumber) return;
  const named =
    idNumber &&
    (await sql`select from subsidy_line where apply_id::text = ${claimId ?? ""} and id_number_hash = ${app.cipher.hash(idNumber)} and is_deleted = 0`.execute(
      app.db,
    ));
  if (!named || named.rows.length === 0) throw new Refusal("NOT_OWNER");
}

async function mustBeOwn(app: Services, actor: Actor, kind: string, question: Question): Promise<void> {
  if (!openToUnits.has(kind)) throw new Refusal("ROLE_DENIED");
  if (!question.idNumber || !(await isOwnStudent(app.db, actor, app.cipher.hash(question.idNumber))))
    throw new Refusal("NOT_OWNER");
}
