import { whyCalls } from "@jipei/contract/access/why.ts";
import { Input, Segmented, Select } from "antd";
import { useId } from "react";
import { useSearchParams } from "react-router";
import { useCall } from "../core/api/use-call.ts";
import { useTexts } from "../core/i18n/core-texts.ts";
import { useLabel } from "../core/i18n/language.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { useMenuName } from "../core/page/use-menu-name.ts";
import { Empty, Loaded } from "../core/ui/states.tsx";
import { useDelayed } from "../core/ui/use-delayed.ts";
import { PersonSelect } from "./person-select.tsx";
import { WhyAnswer } from "./why-answer.tsx";
import { useClear } from "../core/ui/use-clear.tsx";
import "./access.css";

/** What is asked, as the address has it: about a call, or about a row of an entity. */
interface Question {
  about: "call" | "row";
  user: string | null;
  call: string | null;
  entity: string | null;
  row: string | null;
}
type Ask = (part: Partial<Question>) => void;

/** Picks a user and a call or a row, and shows step by step what allows or refuses it. The question is kept in the address. */
export default function WhyPage() {
  const label = useLabel();
  const menuName = useMenuName();
  const id = useId();
  const [question, ask] = useQuestion();
  const input = useInput(question);
  const answer = useCall(whyCalls.explain, input ?? { userId: "" }, { enabled: input !== null, staleTime: 0 });
  return (
    <>
      <PageHeader title={label(menuName ?? whyCalls.explain)} />
      <Segmented<Question["about"]>
        aria-label={label(["查询内容", "What to ask about"])}
        value={question.about}
        onChange={(about) => ask({ about })}
        options={[
          { value: "call", label: label(["能否调用接口", "A call"]) },
          { value: "row", label: label(["能否看到数据", "A row"]) },
        ]}
      />
      <div className="why-form">
        <div>
          <label htmlFor={`${id}user`}>{label(["用户", "User"])}</label>
          <PersonSelect id={`${id}user`} value={question.user} onChange={(user) => ask({ user })} />
        </div>
        {question.about === "row" ? (
          <RowFields question={question} ask={ask} />
        ) : (
          <CallField call={question.call} ask={ask} />
        )}
      </div>
      {input ? (
        <Loaded query={answer}>{(explanation) => <WhyAnswer answer={explanation} />}</Loaded>
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

function useQuestion(): [Question, Ask] {
  const [params, setParams] = useSearchParams();
  const question: Question = {
    about: params.get("about") === "row" ? "row" : "call",
    user: params.get("user"),
    call: params.get("call"),
    entity: params.get("entity"),
    row: params.get("row"),
  };
  const ask: Ask = (part) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(part)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParams(next, { replace: true });
  };
  return [question, ask];
}

/** What the call gets; null until the question is whole. */
function useInput({ about, user, call, entity, row: typed }: Question) {
  const row = useDelayed(typed, 400);
  if (user === null) return null;
  if (about === "call") return call === null ? null : { userId: user, callName: call };
  return entity !== null && row !== null && /^\d{1,18}$/.test(row) ? { userId: user, entity, rowId: row } : null;
}

/** Entities and calls change with the software only. */
const staleTime = 3_600_000;

function CallField({ call, ask }: { call: string | null; ask: Ask }) {
  const label = useLabel();
  const calls = useCall(whyCalls.calls, undefined, { staleTime });
  const options = (calls.data ?? []).map((one) => ({
    value: one.name,
    label: `${label(one)} · ${one.method} ${one.path}`,
  }));
  return (
    <NameField
      name={label(["接口", "Call"])}
      value={call}
      options={options}
      onChange={(chosen) => ask({ call: chosen })}
    />
  );
}

function RowFields({ question: { entity, row }, ask }: { question: Question; ask: Ask }) {
  const label = useLabel();
  const id = useId();
  const subjects = useCall(whyCalls.subjects, undefined, { staleTime });
  const options = (subjects.data ?? []).map((one) => ({ value: one.name, label: `${label(one)} · ${one.name}` }));
  return (
    <>
      <NameField
        name={label(["业务对象", "Entity"])}
        value={entity}
        options={options}
        onChange={(chosen) => ask({ entity: chosen })}
      />
      <div>
        <label htmlFor={id}>{label(["数据主键", "Id of the row"])}</label>
        <Input
          id={id}
          value={row ?? ""}
          onChange={(event) => ask({ row: event.target.value.trim() })}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </>
  );
}

interface NameFieldProps {
  name: string;
  value: string | null;
  options: { value: string; label: string }[];
  onChange: (value: string | null) => void;
}

/** Picks one of many by its name. */
function NameField({ name, value, options, onChange }: NameFieldProps) {
  const t = useTexts();
  const clear = useClear();
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{name}</label>
      <Select
        id={id}
        value={value ?? undefined}
        onChange={(chosen: string | undefined) => onChange(chosen ?? null)}
        options={options}
        placeholder={t("form.choose")}
        showSearch={{ optionFilterProp: "label" }}
        allowClear={clear}
        style={{ width: "100%" }}
      />
    </div>
  );
}
