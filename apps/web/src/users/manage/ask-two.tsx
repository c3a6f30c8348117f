import { checkAccountPhone } from "@jipei/contract/core/fields/formats.ts";
import {
  type FourEyesRequestRow,
  FourEyesRequest,
  fourEyesCalls,
  fourEyesKind,
} from "@jipei/contract/users/four-eyes.ts";
import { Input, Radio } from "antd";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/use-call.ts";
import { useTexts } from "../texts.ts";
import { RolesControl } from "./tree-controls.tsx";

export type TwoKind = NonNullable<FourEyesRequestRow["kind"]>;

export interface AskTwoProps {
  user: { id: string; name: string };
  /** What was tried alone, to begin with. */
  kind?: TwoKind;
  roleIds?: readonly string[];
  endDate?: string | null;
  onClose: () => void;
}

/** Asks for what two system administrators do together. */
export function AskTwo({ user, kind: first = "roles", roleIds: chosen = [], endDate = null, onClose }: AskTwoProps) {
  const t = useTexts();
  const label = useLabel();
  const [kind, setKind] = useState<TwoKind>(first);
  const [roleIds, setRoleIds] = useState(chosen);
  const [phone, setPhone] = useState("");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const { busy, error, attempt } = useAttempt();
  const issues = {
    roles: kind === "roles" && roleIds.length === 0,
    phone: kind === "phone" && (phone === "" || checkAccountPhone(phone) !== null),
    reason: reason.trim() === "",
  };
  const submit = () => {
    setTried(true);
    if (Object.values(issues).some(Boolean)) return;
    void attempt(async () => {
      const asked = { userId: user.id, reason: reason.trim() };
      if (kind === "roles")
        await invoke(
          fourEyesCalls.askRoles,
          { ...asked, roleIds: [...roleIds], ...(endDate && { endDate }) },
          { silent: true },
        );
      else if (kind === "phone") await invoke(fourEyesCalls.askPhone, { ...asked, phone }, { silent: true });
      else await invoke(fourEyesCalls.askFactor, asked, { silent: true });
      notify("success", t("fourEyes.asked"));
      onClose();
      await refreshAfter(fourEyesCalls.askRoles);
    });
  };
  return (
    <Dialog
      open
      title={t("fourEyes.askTitle", { name: user.name })}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("fourEyes.ask")}
      busy={busy}
      dirty={reason !== "" || phone !== ""}
      width={560}
    >
      <div className="grant-roles">
        <p className="form-hint">{t("fourEyes.about")}</p>
        <Radio.Group
          value={kind}
          onChange={(event) => setKind(event.target.value as TwoKind)}
          options={Object.entries(fourEyesKind.codes).map(([value, words]) => ({ value, label: label(words) }))}
          aria-label={label(FourEyesRequest.fields.kind)}
        />
        {kind === "roles" && (
          <>
            <label htmlFor="two-roles">{label(FourEyesRequest.fields.roleName)}</label>
            <RolesControl id="two-roles" value={roleIds} onChange={setRoleIds} aria-invalid={tried && issues.roles} />
            {tried && issues.roles && <Issue>{label(["请至少选择一个角色", "Choose at least one role"])}</Issue>}
            <p className="field-hint">{endDate ? t("fourEyes.lentUntil", { day: endDate }) : t("fourEyes.replaces")}</p>
          </>
        )}
        {kind === "phone" && (
          <>
            <label htmlFor="two-phone">{label(FourEyesRequest.fields.phone)}</label>
            <Input
              id="two-phone"
              value={phone}
              onChange={(event) => setPhone(event.target.value.trim())}
              maxLength={11}
              inputMode="numeric"
              autoComplete="off"
              aria-invalid={tried && issues.phone}
            />
            {tried && issues.phone && <Issue>{t("fourEyes.phoneNeeded")}</Issue>}
          </>
        )}
        {kind !== "roles" && <p className="field-hint">{t(`fourEyes.effect.${kind}`)}</p>}
        <label htmlFor="two-reason">{label(FourEyesRequest.fields.reason)}</label>
        <Input.TextArea
          id="two-reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={500}
          showCount
          autoSize={{ minRows: 2, maxRows: 8 }}
          aria-invalid={tried && issues.reason}
        />
        {tried && issues.reason && <Issue>{t("fourEyes.reasonNeeded")}</Issue>}
        {error && <FailureList error={error} />}
      </div>
    </Dialog>
  );
}

const Issue = ({ children }: { children: string }) => (
  <p role="alert" className="field-issue">
    {children}
  </p>
);
