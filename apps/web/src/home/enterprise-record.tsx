import type { enterpriseHome } from "@jipei/contract/home/enterprise-home.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import { Alert } from "antd";
import { Link } from "../core/page/link.ts";
import { chinaToday } from "../core/format/dates.ts";
import { useTexts } from "./texts.ts";

type RecordState = NonNullable<OutputOf<typeof enterpriseHome>["record"]>;

/** The record of this year: whether it is filled in, and whether the enterprise can be paid. */
export function EnterpriseRecord({ record }: { record: RecordState | null | undefined }) {
  const t = useTexts();
  return (
    <section className="home-panel" aria-labelledby="home-record">
      <h2 id="home-record">{t("enterprise.record", { year: chinaToday().slice(0, 4) })}</h2>
      {record?.isBlack === "1" && <Alert type="error" showIcon title={t("enterprise.arrears")} />}
      {record ? <Account record={record} /> : <p>{t("enterprise.noRecord")}</p>}
      <p>
        <Link to="/ent/total">{t(record ? "enterprise.open" : "enterprise.fill")}</Link>
      </p>
    </section>
  );
}

function Account({ record: { accountState, accountReason } }: { record: RecordState }) {
  const t = useTexts();
  const states = {
    "0": t("enterprise.noAccount"),
    "1": t("enterprise.inForce"),
    "2": t("enterprise.waiting"),
    "3": t("enterprise.accountReturned", { reason: accountReason ?? "" }),
  };
  const isBad = accountState === "0" || accountState === "3";
  return (
    <p>
      {t("enterprise.account")} <span className={isBad ? "bad-word" : undefined}>{states[accountState]}</span>
    </p>
  );
}
