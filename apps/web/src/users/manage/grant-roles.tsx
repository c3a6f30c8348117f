import { longestLoan, userCalls } from "@jipei/contract/users/user.ts";
import { Radio } from "antd";
import { Suspense, useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useCall } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { FieldIssue } from "../../core/form/field-issue.tsx";
import { chinaToday } from "../../core/format/dates.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { joinNames } from "../../core/i18n/join-names.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import { notify } from "../../core/ui/notify.ts";
import { Skeleton } from "../../core/ui/states.tsx";
import { AskTwoButton } from "./ask-two-button.tsx";
import type { AskTwoProps } from "./ask-two.tsx";
import { RolesField } from "./roles-field.tsx";
import { LentRoles } from "./user-state.tsx";

const DateControl = lazyPart(() =>
  import("../../core/form/dates/date-controls.tsx").then(({ DateControl }) => DateControl),
);

interface Props {
  /** Asks a second administrator instead, where one alone may not. */
  onTwo?: (asked: Omit<AskTwoProps, "onClose">) => void;
  users: readonly { id: string; name: string }[];
  onClose: () => void;
}

/** Gives users their roles, or lends them some for a time. */
export function GrantRoles({ users, onTwo, onClose }: Props) {
  const label = useLabel();
  const core = useCoreTexts();
  const { only, roleIds, chosen, choose, lent, setLent, endDate, setEndDate, ...grant } = useGrant(users, onClose);
  const names = joinNames(users.map(({ name }) => name));
  const askTwo = () => {
    onClose();
    if (only) onTwo?.({ user: only, kind: "roles", roleIds, ...(lent && { endDate }) });
  };
  return (
    <Dialog
      open
      title={label([`授权：${names}`, `Roles of ${names}`])}
      onClose={onClose}
      onSubmit={grant.submit}
      submitText={core("common.save")}
      busy={grant.busy}
      dirty={chosen}
      width={560}
    >
      {grant.loading ? (
        <Skeleton rows={4} />
      ) : (
        <div className="grant-roles">
          <Radio.Group
            value={lent}
            onChange={(event) => setLent(event.target.value as boolean)}
            options={[
              { value: false, label: label(["替换现有角色", "Replace current roles"]) },
              { value: true, label: label(["临时授权", "Grant temporarily"]) },
            ]}
            aria-label={label(["授权方式", "How"])}
          />
          <RolesField id="grant-roles" value={roleIds} onChange={choose} missing={grant.missing === "roles"} />
          {lent ? (
            <LastDay value={endDate} onChange={setEndDate} missing={grant.missing === "day"} />
          ) : (
            <p className="field-hint">
              {label([
                "以所选角色替换全部角色，临时角色随即收回。",
                "The chosen roles replace all others; temporary roles are withdrawn now.",
              ])}
            </p>
          )}
          {grant.lentNow.length > 0 && <LentRoles roles={grant.lentNow} />}
          {grant.error && <FailureList error={grant.error} />}
          <AskTwoButton error={grant.error} onAsk={only && onTwo && askTwo} />
        </div>
      )}
    </Dialog>
  );
}

/** What is chosen in the dialog, and the call that grants it. */
function useGrant(users: Props["users"], onClose: () => void) {
  const label = useLabel();
  const only = users.length === 1 ? users[0] : undefined;
  const present = useCall(userCalls.detail, { id: only?.id ?? "" }, { enabled: only !== undefined, staleTime: 0 });
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [lent, setLent] = useState(false);
  const [endDate, setEndDate] = useState<string | null>(null);
  const [missing, setMissing] = useState<"roles" | "day" | null>(null);
  const { busy, error, attempt } = useAttempt();
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
  return {
    /** The user, where there is one only. */
    only,
    loading: only !== undefined && !present.isFetchedAfterMount,
    /** Roles that the user has been lent already. */
    lentNow: present.data?.roles.filter((role) => role.endDate) ?? [],
    roleIds,
    /** Whether anything was chosen yet. */
    chosen: chosen !== null,
    choose: setChosen,
    lent,
    setLent: (next: boolean) => {
      setLent(next);
      setChosen(null);
    },
    endDate,
    setEndDate,
    missing,
    busy,
    error,
    submit,
  };
}

interface LastDayProps {
  value: string | null;
  onChange: (day: string | null) => void;
  missing: boolean;
}

/** Until when roles are lent. */
function LastDay({ value, onChange, missing }: LastDayProps) {
  const label = useLabel();
  const latest = findLatestDay();
  return (
    <>
      <label htmlFor="grant-end">{label(["截止日期", "Last day"])}</label>
      <Suspense fallback={null}>
        <DateControl id="grant-end" value={value} onChange={(day: unknown) => onChange(day as string | null)} />
      </Suspense>
      <p className="field-hint">
        {label([
          `最迟${latest}，到期自动收回；现有角色不变。`,
          `Until ${latest} at the latest; the role is taken back by itself, and what the user holds now stays.`,
        ])}
      </p>
      {missing && <FieldIssue>{label(["请选择截止日期", "Choose the last day"])}</FieldIssue>}
    </>
  );
}

const dayMs = 86_400_000;
const findLatestDay = () => new Date(Date.parse(chinaToday()) + longestLoan * dayMs).toISOString().slice(0, 10);
