import { enterpriseClaimCalls as calls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { subsidyKind } from "@jipei/contract/core/fields/codes.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { EnterpriseClass, preJob, safety } from "@jipei/contract/training/enterprise-class.ts";
import { Button } from "antd";
import { useSearchParams } from "react-router";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { RefSelect } from "../../core/form/ref-select.tsx";
import { refSource } from "../../core/form/ref-source.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useGo } from "../../core/page/link.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { useTexts } from "../texts.ts";
import { ClaimPreview } from "./claim-preview.tsx";
import "../subsidies.css";

const claimable = refSource({
  entity: EnterpriseClass,
  list: enterpriseClassCalls.getClass,
  detail: enterpriseClassCalls.detail,
  params: { confirmStatus: "Confirm" },
  note: "classNo",
});

/** The kind of subsidy that a kind of training has (rules §19-23). */
const getKind = (trainKind: string | null) => (trainKind === preJob || trainKind === safety ? trainKind : "02");

/** Pick a class of the own enterprise: who of the staff can be claimed for, with which amount, until when. */
export default function NewEnterpriseClaimPage() {
  const t = useTexts();
  const label = useLabel();
  const go = useGo();
  const [params, setParams] = useSearchParams();
  const classId = params.get("classId");
  const trained = useCall(enterpriseClassCalls.detail, { id: classId ?? "" }, { enabled: classId !== null });
  const kind = trained.data ? getKind(trained.data.trainKind) : null;
  const preview = useCall(
    calls.preview,
    { classId: classId ?? "", subsidyKind: kind ?? "02" },
    { enabled: kind !== null, staleTime: 0 },
  );
  const save = useSend(calls.saveSubsidy);
  const create = () =>
    save.mutate(
      { enterpriseSubsidyApplyDTO: { classId: classId ?? "", subsidyKind: kind ?? "02" } },
      { onSuccess: (claim) => void go(`/ent/subsidy/${claim.id}`, { replace: true }) },
    );
  return (
    <div className="page">
      <PageHeader
        title={t("create.title")}
        subtitle={kind ? label(subsidyKind.codes[kind]) : undefined}
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
          onChange={(value) => setParams(value ? { classId: String(value) } : {}, { replace: true })}
        />
      </div>
      {classId === null ? (
        <Empty text={t("create.chooseStaffClass")} />
      ) : (
        <Loaded query={preview}>{(found) => <ClaimPreview found={found} />}</Loaded>
      )}
    </div>
  );
}
