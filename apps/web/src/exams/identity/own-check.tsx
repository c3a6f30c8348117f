import type { SittingState } from "@jipei/contract/exams/sitting.ts";
import { Alert, Button } from "antd";
import { useTexts } from "../texts.ts";

/** How the identity check stands for the candidate, above the questions: these can be answered whatever it says. */
export function OwnCheck({ identity, onTake }: { identity: SittingState["identity"]; onTake: () => void }) {
  const t = useTexts();
  if (identity === "0")
    return (
      <Alert
        className="own-check"
        type="warning"
        showIcon
        role="status"
        title={t("identity.asked")}
        description={
          <>
            <p>{t("identity.consent")}</p>
            <Button type="primary" onClick={onTake}>
              {t("identity.agree")}
            </Button>
          </>
        }
      />
    );
  if (identity === "1")
    return <Alert className="own-check" type="info" showIcon role="status" title={t("identity.waits")} />;
  if (identity === "3")
    return <Alert className="own-check" type="error" showIcon role="alert" title={t("identity.rejected")} />;
  return null;
}
