import { type Explanation, type Ground, type Reason, whyStep } from "@jipei/contract/access/why.ts";
import { Alert } from "antd";
import { joinNames } from "../core/i18n/join-names.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";

/** Whether the user may, and each step that decided it. */
export function WhyAnswer({ answer: { allowed, user, reasons, hidden } }: { answer: Explanation }) {
  const label = useLabel();
  const words = (named: readonly Named[]) => joinNames(named.map(label));
  const roles = words(
    user.roles.map(({ zh, en, until }): Named =>
      until ? [`${zh}（至${until}）`, `${en} (until ${until})`] : [zh, en],
    ),
  );
  return (
    <div role="status">
      <Alert
        type={allowed ? "success" : "error"}
        showIcon
        title={
          allowed
            ? label([`${user.realName}可以`, `${user.realName} may`])
            : label([`${user.realName}不可以`, `${user.realName} may not`])
        }
        description={roles === "" ? label(["没有角色", "No role"]) : label([`角色：${roles}`, `Roles: ${roles}`])}
      />
      <ol className="why-steps">
        {reasons.map((reason) => (
          <Step key={reason.step} {...reason} />
        ))}
      </ol>
      {hidden.length > 0 && (
        <p>{label([`看不到的字段：${words(hidden)}`, `Fields that stay hidden: ${words(hidden)}`])}</p>
      )}
    </div>
  );
}

function Step({ step, passed, grounds }: Reason) {
  const label = useLabel();
  return (
    <li className={passed ? undefined : "refused"}>
      <div className="why-head">
        {label(whyStep.codes[step])}
        <span className={`status-tag tone-${passed ? "good" : "bad"}`}>
          {passed ? label(["通过", "Passes"]) : label(["拒绝", "Refuses"])}
        </span>
      </div>
      {grounds.length === 0 ? (
        <span className="unit">{label(nothing[step] ?? ["没有限制", "No limit"])}</span>
      ) : (
        <ul>
          {grounds.map((ground, i) => (
            <li key={i}>
              <GroundLine {...ground} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** What decides where nothing is named. */
const nothing: Partial<Record<Reason["step"], Named>> = {
  session: ["任何登录用户", "Any signed-in user"],
  tenant: ["平台管理的接口只对平台租户开放", "Calls that manage the installation are open to the platform tenant only"],
  password: ["密码由他人设置时须先修改", "Must be changed first if someone else set it"],
  factor: ["角色要求两步验证时须先设置", "Must be set up first if a role requires it"],
  audience: ["各端均可", "Every audience"],
  apiScope: ["没有接口权限覆盖该接口", "No API scope covers the call"],
  domainScope: [
    "由业务本身决定：本机构、本人或全部数据",
    "Decided by the business itself: own organisation, own data, or all",
  ],
  dataScope: ["没有数据权限限制该用户", "No data scope restricts this user"],
};

function GroundLine({ zh, en, roles, counts }: Ground) {
  const label = useLabel();
  const held = joinNames(roles.map((role) => label(role)));
  return (
    <>
      {label([zh, en])}{" "}
      <span className={`status-tag tone-${counts ? "good" : "neutral"}`}>
        {counts ? label(["满足", "Holds"]) : label(["不满足", "Does not hold"])}
      </span>{" "}
      {held !== "" && <span className="unit">{label([`来自角色：${held}`, `from the roles: ${held}`])}</span>}
    </>
  );
}
