import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { subsidyKind } from "@jipei/contract/core/fields/codes.ts";
import { claimPreview, claimSave } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { Button, Select } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useGo } from "../../core/page/link.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { RefSelect } from "../../core/form/ref-select.tsx";
import { refSource } from "../../core/form/ref-source.ts";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { useOffered } from "../../core/api/use-offered.ts";
import { useTexts } from "../texts.ts";
import { ClaimPreview } from "./claim-preview.tsx";
import "../subsidies.css";

/** Kinds an institution claims for its classes. */
const kinds = ["01", "03", "04", "05", "06", "08", "10"] as const;
type Kind = (typeof kinds)[number];
const isKind = (value: string): value is Kind => kinds.some((kind) => kind === value);

/** Pick a class: who can be claimed with which amount, and which rule keeps each of the others out. */
export default function NewClaimPage() {
  const t = useTexts();
  const go = useGo();
  const [params, setParams] = useSearchParams();
  const classId = params.get("classId");
  const [kind, setKind] = useState<Kind>("01");
  const preview = useCall(
    claimPreview,
    { classId: classId ?? "", subsidyKind: kind },
    { enabled: classId !== null, staleTime: 0 },
  );
  const save = useSend(claimSave);
  const create = () =>
    save.mutate(
      { subsidyApplyDTO: { classId: classId ?? "", subsidyKind: kind } },
      { onSuccess: (claim) => void go(`/my/subsidy/${claim.id}`, { replace: true }) },
    );
  const found = preview.data;
  return (
    <div className="page">
      <PageHeader
        title={t("create.title")}
        actions={
          <Button
            type="primary"
            disabled={!found || found.lines.length === 0}
            loading={save.isPending}
            onClick={create}
          >
            {t("create.save")}
          </Button>
        }
      />
      <div className="claim-pick">
        <RefSelect
          aria-label={t("create.pickClass")}
          placeholder={t("create.pickClass")}
          source={refSource({
            entity: TrainingClass,
            list: classCalls.usedByOrgSubsidy,
            detail: classCalls.detail,
            note: "classNo",
          })}
          value={classId}
          onChange={(value) => setParams(value ? { classId: String(value) } : {}, { replace: true })}
        />
        <KindSelect value={kind} onChange={setKind} />
      </div>
      {classId === null ? (
        <Empty text={t("create.choose")} />
      ) : (
        <Loaded query={preview}>{(found) => <ClaimPreview found={found} page="/my/subsidy" />}</Loaded>
      )}
    </div>
  );
}

function KindSelect({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  const t = useTexts();
  const label = useLabel();
  const offered = useOffered();
  return (
    <Select
      aria-label={t("create.kind")}
      value={value}
      onChange={onChange}
      options={offered(subsidyKind).flatMap(([code, entry]) =>
        isKind(code) ? [{ value: code, label: label(entry) }] : [],
      )}
    />
  );
}
