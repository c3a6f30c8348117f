import { enterpriseClaimCalls as calls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { EnterpriseClass, apprenticeship } from "@jipei/contract/training/enterprise-class.ts";
import { Button } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { RefSelect } from "../../core/form/ref-select.tsx";
import { refSource } from "../../core/form/ref-source.ts";
import { useGo } from "../../core/page/link.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { useTexts } from "../texts.ts";
import { ClaimPreview } from "./claim-preview.tsx";
import { type StaffClaimKind, StaffKindSelect, getKinds } from "./staff-claim-kind.tsx";
import "../subsidies.css";

const claimable = refSource({
  entity: EnterpriseClass,
  list: enterpriseClassCalls.getClass,
  detail: enterpriseClassCalls.detail,
  params: { confirmStatus: "Confirm" },
  note: "classNo",
});

/** Pick a class of the own enterprise: who of the staff can be claimed for, with which amount, until when. */
export default function NewEnterpriseClaimPage() {
  const t = useTexts();
  const go = useGo();
  const [params, setParams] = useSearchParams();
  const classId = params.get("classId");
  const trained = useCall(enterpriseClassCalls.detail, { id: classId ?? "" }, { enabled: classId !== null });
  const kinds = trained.data ? getKinds(trained.data) : [];
  const [chosen, setChosen] = useState<StaffClaimKind | null>(null);
  const kind = chosen ?? kinds[0];
  const asked = { classId: classId ?? "", subsidyKind: kind?.subsidyKind ?? "02", isAdvance: kind?.isAdvance };
  const preview = useCall(calls.preview, asked, { enabled: classId !== null && kind !== undefined, staleTime: 0 });
  const save = useSend(calls.saveSubsidy);
  const create = () =>
    save.mutate(
      { enterpriseSubsidyApplyDTO: asked },
      { onSuccess: (claim) => void go(`/ent/subsidy/${claim.id}`, { replace: true }) },
    );
  const pick = (value: unknown) => {
    setChosen(null);
    setParams(value ? { classId: String(value) } : {}, { replace: true });
  };
  return (
    <div className="page">
      <PageHeader
        title={t("create.title")}
        actions={
          <Button type="primary" disabled={!preview.data?.lines.length} loading={save.isPending} onClick={create}>
            {t("create.save")}
          </Button>
        }
      />
      <div className="claim-pick">
        <RefSelect
          aria-label={t("create.pickStaffClass")}
          placeholder={t("create.pickStaffClass")}
          source={claimable}
          value={classId}
          onChange={pick}
        />
        {kind && <StaffKindSelect kinds={kinds} value={kind} onChange={setChosen} />}
      </div>
      {kind?.subsidyKind === apprenticeship && (
        <p className="claim-next">{t(kind.isAdvance === "1" ? "create.advanceHint" : "create.restHint")}</p>
      )}
      {classId === null ? (
        <Empty text={t("create.chooseStaffClass")} />
      ) : (
        <Loaded query={preview}>{(found) => <ClaimPreview found={found} page="/ent/subsidy" />}</Loaded>
      )}
    </div>
  );
}
