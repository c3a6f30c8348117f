import {
  ExtQuery,
  type QueryKind,
  type Question,
  extQueryCalls,
  queryKinds,
  registerCalls,
} from "@jipei/contract/external-data/ext-query.ts";
import { getSight } from "@jipei/contract/core/fields/sight.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { crud } from "../core/entity/crud.ts";
import { exporter } from "../core/excel/export.ts";
import { type Route, reads, writesPrepared } from "../core/http/implement.ts";
import { maskParts } from "../core/security/mask-parts.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { type Condition, everything, nothing } from "../core/database/sql.ts";
import { isInClaim, isOwnPerson } from "./external-data.holds.ts";
import { lookUp, assertAnswers } from "./external-data.queries.ts";
import { isIdNumber, subjectKeys } from "./register-port.ts";

/** What is looked up by the way, along with something that is saved: the answer says more than the row does. */
const askedByTheWay = ["EnterpriseSign", "EnterpriseStudent", "TrainEmployment"];

/**
 * The bureau sees every look-up, others their own; an institution only those about its present people, since the account may have worked for another
 * before. An enterprise never sees what was answered about people whom it wanted to sign up or to train: where somebody is insured is not its
 * business, and what is, its rows say; nor does anybody who follows up what came of training.
 */
const scope = (actor: Actor): Condition => {
  if (actor.audience === "bureau") return everything;
  if (actor.userId === "0") return nothing;
  const own = sql`(t.operator = ${actor.userId} and coalesce(t.biz_type, '') <> all(${askedByTheWay}))`;
  if (actor.audience !== "institution") return own;
  const ofOrg = (table: "student" | "sign_up") =>
    sql`exists (select from ${sql.table(table)} r where r.id::text = t.biz_id and r.org_id = ${actor.orgId}::bigint)`;
  return sql`${own} and case t.biz_type when 'Student' then ${ofOrg("student")} when 'SignUp' then ${ofOrg("sign_up")} else true end`;
};

export const extQueryRows = { entity: ExtQuery, resource: "ext_query" as const, scope };
const { list, detail } = crud(extQueryRows);
const sheet = exporter(ExtQuery, extQueryCalls.export, extQueryRows);

/** Registers that an institution or enterprise may query, about its own students only. */
const openToUnits: ReadonlySet<string> = new Set(["examin", "getTrainCertificate"]);

export const extQueryRoutes: readonly Route[] = [
  sheet,
  ...queryKinds.map((kind) =>
    writesPrepared(
      registerCalls[kind],
      async (app, actor, input) => {
        const asked = assertAsks(kind, input);
        const isOfUnit = actor.audience !== "bureau";
        const isForClaim = input.bizType === "SubsidyApplication" || input.bizType === "EnterpriseSubsidyApplication";
        if (isOfUnit) await assertOwn(app, actor, kind, asked);
        if (isForClaim) await assertInClaim(app, kind, asked, input.bizId);
        const question = isOfUnit || isForClaim ? byPerson(kind, asked) : asked;
        const answer = assertAnswers(await lookUp(app, actor, kind, question, { ...question, purpose: input.purpose }));
        return {
          ...answer,
          resultData: maskParts(answer.resultData, (part) =>
            getSight(actor, ExtQuery, part, "detail", input),
          ) as typeof answer.resultData,
        };
      },
      async (_tx, _actor, _input, _app, answer) => answer,
    ),
  ),
  reads(extQueryCalls.list, list),
  reads(extQueryCalls.detail, detail),
];

/** @throws FIELD_INVALID when the question identifies no person or thing, ID_INVALID */
function assertAsks(kind: QueryKind, question: Question): Question {
  const keys = subjectKeys[kind].filter((key) => key !== "name" && key !== "yearMonth");
  if (!keys.some((key) => question[key]))
    throw new Refusal("FIELD_INVALID", { field: keys.join(" / "), reason: { zh: "不能为空", en: "required" } });
  if (question.idNumber && !isIdNumber(question.idNumber)) throw new Refusal("ID_INVALID");
  return question;
}

/**
 * The question by the ID number alone, where a register knows people by it: nobody has checked whose the certificate is, or who is in the class,
 * that the question may name beside it.
 */
function byPerson(kind: QueryKind, question: Question): Question {
  const { certNo: _certNo, classNo: _classNo, ...person } = question;
  return subjectKeys[kind].includes("idNumber") ? person : question;
}

/** A look-up for a claim shows its answer in full, so the claim must name the person. @throws NOT_OWNER */
async function assertInClaim(
  app: Services,
  kind: QueryKind,
  { idNumber, creditCode }: Question,
  claimId: string | null | undefined,
): Promise<void> {
  if (creditCode && !idNumber && subjectKeys[kind].includes("creditCode")) return;
  const named =
    idNumber &&
    (await app.ports.holds(app.db, isInClaim, { claimId: claimId ?? "", idNumberHash: app.cipher.hash(idNumber) }));
  if (!named) throw new Refusal("NOT_OWNER");
}

async function assertOwn(app: Services, actor: Actor, kind: QueryKind, question: Question): Promise<void> {
  if (!openToUnits.has(kind)) throw new Refusal("ROLE_DENIED");
  const own =
    question.idNumber &&
    (await app.ports.holds(app.db, isOwnPerson, { actor, idNumberHash: app.cipher.hash(question.idNumber) }));
  if (!own) throw new Refusal("NOT_OWNER");
}
