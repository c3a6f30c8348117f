import { leadsFrom } from "@jipei/contract/core/machine.ts";
import { enterpriseTestApplicationCalls as calls } from "@jipei/contract/assessment/enterprise-test-application.calls.ts";
import {
  EnterpriseTestApplication,
  type EnterpriseTestApplicationRow,
} from "@jipei/contract/assessment/enterprise-test-application.ts";
import { enterpriseTestMachine } from "@jipei/contract/assessment/test-application.machine.ts";
import type { EnterpriseClassRow } from "@jipei/contract/training/enterprise-class.ts";
import { Button } from "antd";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { useGo } from "../../core/page/link.ts";
import { can } from "../../core/session/session.ts";
import { enterpriseMoves } from "./enterprise-moves.ts";
import { useTexts } from "../texts.ts";

/** Running states of classes that may be assessed. */
const assessable: ReadonlySet<string> = new Set(["ended", "testing", "graded", "certified"]);
const number = { field: "testApplyNo", width: 156 } as const;
const className = { field: "className", width: 220 } as const;

/** Test applications of enterprises as the bureau decides on them; of one class where it is given. */
export function BureauEnterpriseTests({ classId }: { classId?: string }) {
  return (
    <CrudPage
      embedded={classId !== undefined}
      entity={EnterpriseTestApplication}
      calls={{ list: calls.list, export: calls.export }}
      resource="enterprise_test_apply"
      fixed={classId === undefined ? undefined : { classId }}
      columns={[
        number,
        className,
        "confirmType",
        "gradeStatus",
        "entName",
        "studentCount",
        "wishTestDate",
        "testDate",
        "level",
        "testMode",
        "print",
      ]}
      search={["testApplyNo", "entName", "className", "courseName", "level", "testMode", "confirmType", "testDate"]}
      card={["className", "confirmType", "testDate"]}
      machine={enterpriseTestMachine}
      queue={{ waits: (row: EnterpriseTestApplicationRow) => row.confirmType === "unConfirm", since: "commitTime" }}
      moves={{ back: enterpriseMoves.back }}
      open={(row: EnterpriseTestApplicationRow) => `/test/enterprise/${row.id}`}
    />
  );
}

/** Test applications of the own enterprise; of one class where it is given. */
export function OwnEnterpriseTests({ of }: { of?: Pick<EnterpriseClassRow, "id" | "runState"> }) {
  const t = useTexts();
  const go = useGo();
  return (
    <CrudPage
      embedded={of !== undefined}
      entity={EnterpriseTestApplication}
      calls={{ list: calls.getEnterpriseTestApply, remove: calls.remove, export: calls.export }}
      resource="enterprise_test_apply"
      fixed={of && { classId: of.id }}
      columns={[
        number,
        className,
        "confirmType",
        "gradeStatus",
        "studentCount",
        "wishTestDate",
        "testDate",
        "testKind",
        "testMode",
      ]}
      search={["testApplyNo", "className", "courseName", "testKind", "testMode", "confirmType", "testDate"]}
      card={["className", "confirmType", "testDate"]}
      machine={enterpriseTestMachine}
      moves={{ commit: enterpriseMoves.commit, invalidate: enterpriseMoves.invalidate }}
      open={(row: EnterpriseTestApplicationRow) => `/ent/test/${row.id}`}
      frozen={(row: EnterpriseTestApplicationRow) =>
        leadsFrom(enterpriseTestMachine, "commit", row.confirmType)
          ? null
          : ["已提交的申请不能删除", "A submitted application cannot be deleted"]
      }
      actions={() =>
        can("enterprise_test_apply_add") &&
        (!of || assessable.has(of.runState ?? "")) && (
          <Button
            type="primary"
            onClick={() =>
              void go(
                of ? `/ent/test/new?classId=${of.id}&testKind=${of.runState === "ended" ? "1" : "2"}` : "/ent/test/new",
              )
            }
          >
            {t("test.add")}
          </Button>
        )
      }
    />
  );
}
