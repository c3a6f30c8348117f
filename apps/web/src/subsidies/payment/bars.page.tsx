import { SubsidyBar, type SubsidyBarRow, subsidyBarCalls as calls } from "@jipei/contract/subsidies/subsidy-bar.ts";
import { subsidyBarMachine } from "@jipei/contract/subsidies/subsidy-bar.machine.ts";
import { Link } from "../../core/page/link.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { useCan } from "../../core/session/session.ts";
import { getReviewPage } from "../review/review-link.ts";
import { useTexts } from "../texts.ts";

/** 申领限制: what stands after a recovery for falseness. A second reviewer clears people, courses and institutions; a class never. */
export default function BarsPage() {
  const t = useTexts();
  const maySeeClaim = useCan("subsidy_apply_view");
  return (
    <CrudPage
      entity={SubsidyBar}
      calls={{ list: calls.list, detail: calls.detail, export: calls.export }}
      resource="subsidy_bar"
      columns={[
        { field: "subject", width: 220 },
        "state",
        "subjectKind",
        "idNumber",
        "orgName",
        { field: "applyNo", width: 156 },
        "since",
        { field: "reason", width: 240 },
      ]}
      search={["subjectKind", "subject", "state", "orgName", "applyNo", "classNo", "since"]}
      card={["subject", "state", "subjectKind", "since"]}
      machine={subsidyBarMachine}
      moves={{ clear: { call: calls.clear, when: (row: SubsidyBarRow) => row.subjectKind !== "class" } }}
      below={(row: SubsidyBarRow) =>
        maySeeClaim && (
          <p>
            <Link to={getReviewPage(row)}>{t("objection.claim", { no: row.applyNo ?? "" })}</Link>
          </p>
        )
      }
    />
  );
}
