import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { formatDateTime } from "../../core/format/dates.ts";
import { useTexts } from "../texts.ts";

interface Props {
  phone?: string | null;
  presentRoles?: string | null;
  madeBy?: string | null;
  madeTime?: string | null;
  lastLoginTime?: string | null;
}

/** What helps to see whether the account of a request is whose it should be. */
export function SubjectFacts({ phone, presentRoles, madeBy, madeTime, lastLoginTime }: Props) {
  const t = useTexts();
  const core = useCoreTexts();
  const none = core("common.none");
  return (
    <dl className="own-facts">
      {phone && (
        <>
          <dt>{t("fourEyes.callFirst")}</dt>
          <dd>{phone}</dd>
        </>
      )}
      <dt>{t("fourEyes.presentRoles")}</dt>
      <dd>{presentRoles ?? none}</dd>
      <dt>{t("fourEyes.made")}</dt>
      <dd>
        {madeTime ? formatDateTime(madeTime) : none} {madeBy}
      </dd>
      <dt>{t("fourEyes.lastLogin")}</dt>
      <dd>{lastLoginTime ? formatDateTime(lastLoginTime) : t("fourEyes.never")}</dd>
    </dl>
  );
}
