import { assessorAssignmentCalls } from "@jipei/contract/assessment/assessors/assessor-assignment.ts";
import { assessorDraw } from "@jipei/contract/assessment/assessors/assessor.calls.ts";
import { assessorDuty, testSubject } from "@jipei/contract/assessment/exam-codes.ts";
import { Button } from "antd";
import { chinaNow } from "../../core/format/dates.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { can, useSession } from "../../core/session/session.ts";
import { useSend } from "../../core/api/use-call.ts";
import type { WholeTest } from "../tests/test-types.ts";
import { useTexts } from "../texts.ts";

/** The assessors of an application: drawn at random, signing in on the day. */
export function AssessorPanel({ test, onDone }: { test: WholeTest; onDone: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const { info } = useSession();
  const draw = useSend(assessorDraw);
  const sign = useSend(assessorAssignmentCalls.submit);
  const mine = (name: string | null) =>
    can("exam_assessor_edit") && (can("exam_assessor_add") || name === info?.nick_name);
  return (
    <section className="exam-section" aria-labelledby="assessors">
      <div className="exam-section-head">
        <h2 id="assessors">{t("test.assessors")}</h2>
        {test.assessorList.length === 0 && can("exam_assessor_add") && (
          <Button loading={draw.isPending} onClick={() => draw.mutate({ testApplyId: test.id }, { onSuccess: onDone })}>
            {t("test.draw")}
          </Button>
        )}
      </div>
      {test.assessorList.length === 0 ? (
        <p className="blank">{t("test.noAssessors")}</p>
      ) : (
        <ul className="exam-people">
          {test.assessorList.map((one) => (
            <li key={one.id}>
              <strong>{one.assessorName}</strong>{" "}
              <span className="unit">{one.duty ? label(assessorDuty.codes[one.duty]) : ""}</span>{" "}
              <span>{one.subject ? label(testSubject.codes[one.subject]) : ""}</span>{" "}
              {one.signTime ? (
                <span className="unit">
                  {t("test.signed")} {one.signTime}
                </span>
              ) : (
                mine(one.assessorName) && (
                  <button
                    type="button"
                    className="link-button"
                    onClick={() => sign.mutate({ id: one.id, signTime: chinaNow() }, { onSuccess: onDone })}
                  >
                    {t("test.signIn")}
                  </button>
                )
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
