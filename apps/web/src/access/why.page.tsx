import { type Explanation, type Ground, type Reason, whyCalls, whyStep } from "@jipei/contract/access/why.ts";
import { Alert, Input, Segmented, Select } from "antd";
import { useId } from "react";
import { useSearchParams } from "react-router";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { Empty, Loaded } from "../core/ui/states.tsx";
import { useTexts } from "../core/i18n/core-texts.ts";
import { useCall } from "../core/api/use-call.ts";
import { useDelayed } from "../core/ui/use-delayed.ts";
import { useMenuName } from "../core/page/use-menu-name.ts";
import { PersonSelect } from "./person-select.tsx";
import { joinNames } from "../core/i18n/join-names.ts";
import "./access.css";

/** Picks a user and a call or a row, and shows step by step what allows or refuses it. The question is kept in the address. */
export default function WhyPage() {
  const t = useTexts();
  const label = useLabel();
  const menuName = useMenuName();
  const id = useId();
  const [params, setParams] = useSearchParams();
  const asked = {
    user: params.get("user"),
    call: params.get("call"),
    entity: params.get("entity"),
    row: params.get("row"),
  };
  const aboutRow = params.get("about") === "row";
  const set = (part: Record<string, string | null>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(part)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParams(next, { replace: true });
  };
  const calls = useCall(whyCalls.calls, undefined, { staleTime: 3_600_000 });
  const subjects = useCall(whyCalls.subjects, undefined, { staleTime: 3_600_000, enabled: aboutRow });
  const row = useDelayed(asked.row, 400);
  const ready =
    asked.user !== null &&
    (aboutRow ? asked.entity !== null && row !== null && /^\d{1,18}$/.test(row) : asked.call !== null);
  const input = {
    userId: asked.user ?? "",
    ...(aboutRow ? { entity: asked.entity, rowId: row } : { callName: asked.call }),
  };
  const answer = useCall(whyCalls.explain, input, { enabled: ready, staleTime: 0 });
  return (
    <>
      <PageHeader title={label(menuName ?? whyCalls.explain)} />
      <Segmented
        aria-label={label(["查询内容", "What to ask about"])}
        value={aboutRow ? "row" : "call"}
        onChange={(about) => set({ about })}
        options={[
          { value: "call", label: label(["能否调用接口", "A call"]) },
          { value: "row", label: label(["能否看到数据", "A row"]) },
        ]}
      />
      <div className="why-form">
        <div>
          <label htmlFor={`${id}user`}>{label(["用户", "User"])}</label>
          <PersonSelect id={`${id}user`} value={asked.user} onChange={(user) => set({ user })} />
        </div>
        {aboutRow ? (
          <>
            <div>
              <label htmlFor={`${id}entity`}>{label(["业务对象", "Entity"])}</label>
              <Select
                id={`${id}entity`}
                value={asked.entity ?? undefined}
                onChange={(entity: string | undefined) => set({ entity: entity ?? null })}
                options={(subjects.data ?? []).map((one) => ({
                  value: one.name,
                  label: `${label(one)} · ${one.name}`,
                }))}
                placeholder={t("form.choose")}
                showSearch={{ optionFilterProp: "label" }}
                allowClear
                style={{ width: "100%" }}
              />
            </div>
            <div>
              <label htmlFor={`${id}row`}>{label(["数据主键", "Id of the row"])}</label>
              <Input
                id={`${id}row`}
                value={asked.row ?? ""}
                onChange={(event) => set({ row: event.target.value.trim() })}
                inputMode="numeric"
                autoComplete="off"
              />
            </div>
          </>
        ) : (
          <div>
            <label htmlFor={`${id}call`}>{label(["接口", "Call"])}</label>
            <Select
              id={`${id}call`}
              value={asked.call ?? undefined}
              onChange={(call: string | undefined) => set({ call: call ?? null })}
              options={(calls.data ?? []).map((one) => ({
                value: one.name,
                label: `${label(one)} · ${one.method} ${one.path}`,
              }))}
              placeholder={t("form.choose")}
              showSearch={{ optionFilterProp: "label" }}
              allowClear
              style={{ width: "100%" }}
            />
          </div>
        )}
      </div>
      {ready ? (
        <Loaded query={answer}>{(explanation) => <Answer answer={explanation} />}</Loaded>
      ) : (
        <Empty
          text={label([
            "选择用户和接口（或数据），逐步查看是什么允许或拒绝了它。",
            "Choose a user and a call (or a row) to see step by step what allows or refuses it.",
          ])}
        />
      )}
    </>
  );
}

function Answer({ answer: { allowed, user, reasons, hidden } }: { answer: Explanation }) {
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
  session: ["任何登录用户", "Anybody who is signed in"],
  tenant: ["平台管理的接口只对平台租户开放", "What runs the installation is open to its own tenant alone"],
  password: ["密码由他人设置时须先修改", "Changed first, where somebody else made it"],
  factor: ["角色要求两步验证时须先设置", "Set up first, where a role asks for it"],
  audience: ["各端均可", "Every audience"],
  apiScope: ["没有接口权限覆盖该接口", "No API scope covers the call"],
  domainScope: [
    "由业务本身决定：本机构、本人或全部数据",
    "Decided by the business itself: rows of the unit, own rows, or all",
  ],
  dataScope: ["没有数据权限限制该用户", "No data scope cuts this user"],
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
