import { longestLoan, userCalls } from "@jipei/contract/users/user.ts";
import { Button, Radio } from "antd";
import { Suspense, useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { chinaToday } from "../../core/format/dates.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { Skeleton } from "../../core/ui/states.tsx";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter, useCall } from "../../core/api/use-call.ts";
import type { AskTwoProps } from "./ask-two.tsx";
import { useTexts } from "../texts.ts";
import { RolesControl } from "./tree-controls.tsx";
import { LentRoles } from "./user-state.tsx";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import { joinNames } from "../../core/i18n/join-names.ts";

const DateControl = lazyPart(() => import("../../core/form/date-controls.tsx").then(({ DateControl }) => DateControl));

interface Props {
  /** Asks a second administrator instead, where one alone may not. */
  onTwo?: (asked: Omit<AskTwoProps, "onClose">) => void;
  users: readonly { id: string; name: string }[];
  onClose: () => void;
}

const dayMs = 86_400_000;

/** Gives users their roles, or lends them some for a time. */
export function GrantRoles({ users, onTwo, onClose }: Props) {
  const label = useLabel();
  const t = useTexts();
  const only = users.length === 1 ? users[0] : undefined;
  const present = useCall(userCalls.detail, { id: only?.id ?? "" }, { enabled: only !== undefined, staleTime: 0 });
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [lent, setLent] = useState(false);
  const [endDate, setEndDate] = useState<string | null>(null);
  const [missing, setMissing] = useState<"roles" | "day" | null>(null);
  const { busy, error, attempt } = useAttempt();
  const waiting = only !== undefined && !present.isFetchedAfterMount;
  const lentNow = present.data?.roles.filter(({ endDate }) => endDate) ?? [];
  const roleIds = chosen ?? (lent ? [] : (present.data?.roleId ?? []));

  const findMissing = () => {
    if (roleIds.length === 0) return "roles";
    return lent && !endDate ? "day" : null;
  };
  const submit = () => {
    const issue = findMissing();
    setMissing(issue);
    if (issue) return;
    void attempt(async () => {
      await invoke(
        userCalls.grant,
        { userIds: users.map(({ id }) => id).join(), roleIds: roleIds.join(), ...(lent && { endDate }) },
        { silent: true },
      );
      notify("success", label(["授权成功", "Roles granted"]));
      onClose();
      await refreshAfter(userCalls.grant);
    });
  };
  const names = joinNames(users.map(({ name }) => name));
  return (
    <Dialog
      open
      title={label([`授权：${names}`, `Roles of ${names}`])}
      onClose={onClose}
      onSubmit={submit}
      submitText={label(["保存", "Save"])}
      busy={busy}
      dirty={chosen !== null}
      width={560}
    >
      {waiting ? (
        <Skeleton rows={4} />
      ) : (
        <div className="grant-roles">
          <Radio.Group
            value={lent}
            onChange={(event) => {
              setLent(event.target.value as boolean);
              setChosen(null);
            }}
            options={[
              { value: false, label: label(["替换现有角色", "Replace the roles"]) },
              { value: true, label: label(["临时授权", "Lend for a time"]) },
            ]}
            aria-label={label(["授权方式", "How"])}
          />
          <label htmlFor="grant-roles">{label(["角色", "Roles"])}</label>
          <RolesControl id="grant-roles" value={roleIds} onChange={setChosen} aria-invalid={missing === "roles"} />
          {missing === "roles" && (
            <p role="alert" className="field-issue">
              {label(["请至少选择一个角色", "Choose at least one role"])}
            </p>
          )}
          {!lent && (
            <p className="field-hint">
              {label([
                "以所选角色替换全部角色，临时角色随即收回。",
                "The chosen roles replace all others; roles lent are taken back now.",
              ])}
            </p>
          )}
          {lent && (
            <>
              <label htmlFor="grant-end">{label(["截止日期", "Last day"])}</label>
              <Suspense fallback={null}>
                <DateControl
                  id="grant-end"
                  value={endDate}
                  onChange={(day: unknown) => setEndDate(day as string | null)}
                />
              </Suspense>
              <p className="field-hint">
                {label([
                  `最迟${lastDay()}，到期自动收回；现有角色不变。`,
                  `Until ${lastDay()} at the latest; the role is taken back by itself, and what the user holds now stays.`,
                ])}
              </p>
              {missing === "day" && (
                <p role="alert" className="field-issue">
                  {label(["请选择截止日期", "Choose the last day"])}
                </p>
              )}
            </>
          )}
          {lentNow.length > 0 && <LentRoles roles={lentNow} />}
          {error && <FailureList error={error} />}
          {error?.errorCode === "SECOND_PERSON" && only && onTwo && (
            <Button
              onClick={() => {
                onClose();
                onTwo({ user: only, kind: "roles", roleIds, ...(lent && { endDate }) });
              }}
            >
              {t("fourEyes.ask")}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

const lastDay = () => new Date(Date.parse(chinaToday()) + longestLoan * dayMs).toISOString().slice(0, 10);
