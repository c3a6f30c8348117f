import { type UserRow, userCalls, userPlatform } from "@jipei/contract/users/user.ts";
import { Input } from "antd";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useTexts } from "../texts.ts";
import { FieldIssue } from "../../core/form/field-issue.tsx";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";

type Platform = keyof typeof userPlatform.codes;
const platforms = Object.keys(userPlatform.codes) as Platform[];

interface Props {
  user: UserRow;
  /** Else the data are only shown. */
  mayEdit: boolean;
  onClose: () => void;
}

/** What other systems keep about a user for the web, the app and others: a JSON object for each. */
export function PlatformData({ user, mayEdit, onClose }: Props) {
  const t = useTexts();
  const core = useCoreTexts();
  const label = useLabel();
  const stored = useCall(userCalls.platformDetail, { id: user.id }, { staleTime: 0 });
  const [typed, setTyped] = useState<Partial<Record<Platform, string>>>({});
  const [wrong, setWrong] = useState<readonly Platform[]>([]);
  const { busy, error, attempt } = useAttempt();
  const storedOf = (platform: Platform) =>
    pretty(stored.data?.platforms.find(({ userType }) => userType === platform)?.userExt ?? "");
  const changed = platforms.filter(
    (platform) => typed[platform] !== undefined && typed[platform] !== storedOf(platform),
  );

  const submit = () => {
    const issues = changed.filter((platform) => !isObject(typed[platform] ?? ""));
    setWrong(issues);
    if (issues.length > 0) return;
    void attempt(async () => {
      for (const userType of changed)
        await invoke(
          userCalls.updatePlatform,
          { userId: user.id, userType, userExt: typed[userType] as string },
          { silent: true },
        );
      notify("success", core("form.updated"));
      onClose();
      await refreshAfter(userCalls.platformDetail);
    });
  };

  const ready = stored.isFetchedAfterMount && stored.data !== undefined;
  return (
    <Dialog
      open
      title={t("platform.title", { name: user.realName })}
      width={640}
      onClose={onClose}
      busy={busy}
      dirty={changed.length > 0}
      {...(mayEdit && ready ? { onSubmit: submit, submitText: core("common.save") } : { footer: null })}
    >
      {stored.isError || !ready ? (
        <Unanswered queries={[stored]} rows={6} />
      ) : (
        <div className="platform-data">
          <p className="field-hint">{t("platform.hint")}</p>
          {platforms.map((platform) => (
            <div key={platform}>
              <label htmlFor={`platform-${platform}`}>{label(userPlatform.codes[platform])}</label>
              <Input.TextArea
                id={`platform-${platform}`}
                value={typed[platform] ?? storedOf(platform)}
                readOnly={!mayEdit}
                placeholder={mayEdit ? "{ }" : undefined}
                autoSize={{ minRows: 2, maxRows: 10 }}
                spellCheck={false}
                aria-invalid={wrong.includes(platform)}
                onChange={(event) => setTyped({ ...typed, [platform]: event.target.value })}
              />
              {wrong.includes(platform) && <FieldIssue>{t("platform.wrong")}</FieldIssue>}
            </div>
          ))}
          {error && <FailureList error={error} />}
        </div>
      )}
    </Dialog>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(text: string): boolean {
  const value = parsed(text);
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const pretty = (text: string): string => (text === "" ? "" : JSON.stringify(parsed(text), null, 2));
