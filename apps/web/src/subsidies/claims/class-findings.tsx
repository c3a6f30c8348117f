import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { findingCalls } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { useCall } from "../../core/api/use-call.ts";
import { formatDateTime } from "../../core/format/dates.ts";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { useTexts } from "../texts.ts";
import { FindingList } from "../review/evidence/finding-list.tsx";

/** What the class was held against at its last submission. */
export default function ClassFindings({ id }: SectionProps<WholeClass>) {
  const t = useTexts();
  const found = useCall(findingCalls.list, { bizType: "class", bizId_equal: id, descs: "runTime", isPaging: "0" });
  return (
    <Loaded query={found}>
      {({ records }) => {
        const [newest] = records;
        if (!newest) return <Empty text={t("review.notSubmitted")} />;
        return (
          <>
            <p className="unit">{t("review.checkedAt", { time: formatDateTime(newest.runTime ?? "") })}</p>
            <FindingList findings={records.filter(({ runNo }) => runNo === newest.runNo)} confirmedIn={null} />
          </>
        );
      }}
    </Loaded>
  );
}
