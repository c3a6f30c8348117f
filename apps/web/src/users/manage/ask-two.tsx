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
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useTexts } from "../texts.ts";
import { RolesField } from "./roles-field.tsx";
import { FieldIssue } from "../../core/form/field-issue.tsx";

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
export function AskTwo(props: AskTwoProps) {
  const { user, endDate, onClose } = props;
  const t = useTexts();
  const label = useLabel();
  const { kind, setKind, roleIds, setRoleIds, phone, setPhone, reason, setReason, ...request } = useRequest(props);
  const { issues } = request;
  return (
    <Dialog
      open
      title={t("fourEyes.askTitle", { name: user.name })}
      onClose={onClose}
      onSubmit={request.submit}
      submitText={t("fourEyes.ask")}
      busy={request.busy}
      dirty={request.dirty}
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
            <RolesField
              id="two-roles"
              name={FourEyesRequest.fields.roleName}
              value={roleIds}
              onChange={setRoleIds}
              missing={issues.roles}
            />
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
              aria-invalid={issues.phone}
            />
            {issues.phone && <FieldIssue>{t("fourEyes.phoneNeeded")}</FieldIssue>}
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
          aria-invalid={issues.reason}
        />
        {issues.reason && <FieldIssue>{t("fourEyes.reasonNeeded")}</FieldIssue>}
        {request.error && <FailureList error={request.error} />}
      </div>
    </Dialog>
  );
}

/** What is asked for, and the call that asks for it. */
function useRequest({ user, kind: first = "roles", roleIds: chosen = [], endDate, onClose }: AskTwoProps) {
  const t = useTexts();
  const [kind, setKind] = useState<TwoKind>(first);
  const [begun] = useState(chosen);
  const [roleIds, setRoleIds] = useState(begun);
  const [phone, setPhone] = useState("");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const { busy, error, attempt } = useAttempt();
  const wrong = {
    roles: kind === "roles" && roleIds.length === 0,
    phone: kind === "phone" && (phone === "" || checkAccountPhone(phone) !== null),
    reason: reason.trim() === "",
  };
  const submit = () => {
    setTried(true);
    if (Object.values(wrong).some(Boolean)) return;
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
  return {
    kind,
    setKind,
    roleIds,
    setRoleIds,
    phone,
    setPhone,
    reason,
    setReason,
    /** What is missing or wrong, once sending was tried. */
    issues: tried ? wrong : nothingWrong,
    dirty: roleIds !== begun || phone !== "" || reason !== "",
    busy,
    error,
    submit,
  };
}

const nothingWrong = { roles: false, phone: false, reason: false };
