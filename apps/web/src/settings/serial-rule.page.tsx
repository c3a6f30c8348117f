import {
  SerialRule,
  type SerialRuleRow,
  type SerialShape,
  getPrescribedParts,
  repeats,
  scopedSerials,
  serialNumber,
  serialRuleCalls,
  serialRules,
  serialWords,
} from "@jipei/contract/settings/serial-rule.ts";
import { Alert, Form } from "antd";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { chinaToday } from "../core/format/dates.ts";
import { useLabel } from "../core/i18n/language.ts";
import "./settings.css";

type Standing = SerialRuleRow & { currentValue?: number | null; sample?: string | null };

const isBuiltIn = (row: SerialRuleRow) => Object.hasOwn(serialRules, row.serialKey);
const isUsed = (row: Standing) => (row.currentValue ?? 0) > 0;

type Part = "serialKey" | "prefix" | "datePattern" | "seqLength" | "resetCycle";
/** The fields of a rule that can no longer be changed. A field with a prescribed value can be changed only to restore it. */
function lockedParts(row: Standing): Part[] {
  const builtIn: Part[] = isBuiltIn(row) ? ["serialKey"] : [];
  const parts: Part[] = isUsed(row) ? ["serialKey", "prefix", "datePattern", "seqLength"] : builtIn;
  const form = getPrescribedParts(row.serialKey);
  const kept = (Object.keys(form) as (keyof typeof form)[]).filter((name) => (row[name] || null) === form[name]);
  return [...parts.filter((name) => !(name in form)), ...kept];
}

/** Serial rules: the format of numbers, the state of each sequence, and the next number. */
export default function SerialRulePage() {
  const label = useLabel();
  const name = { field: "serialName", width: 170, render: (row: Standing) => label(serialWords(row)) } as const;
  return (
    <CrudPage
      entity={SerialRule}
      calls={serialRuleCalls}
      resource="wf_serial"
      columns={[
        name,
        "serialKey",
        {
          key: "sample",
          title: ["下一个号码", "Next number"],
          width: 150,
          render: (row: Standing) => <span className="numeric">{row.sample}</span>,
        },
        {
          key: "currentValue",
          title: ["当前值", "Current value"],
          width: 130,
          render: (row: Standing) => <span className="numeric">{row.currentValue ?? "—"}</span>,
        },
        "prefix",
        "datePattern",
        "seqLength",
        "resetCycle",
        "step",
      ]}
      card={[
        name,
        "serialKey",
        {
          key: "sample",
          title: ["下一个号码", "Next number"],
          render: (row: Standing) => <span className="numeric">{row.sample}</span>,
        },
      ]}
      search={["serialKey", "serialName"]}
      form={["serialKey", "serialName", "prefix", "datePattern", "seqLength", "resetCycle", "step", "remark"]}
      initial={{ datePattern: "yyyy", seqLength: 4, resetCycle: "year", step: 1 }}
      locked={(row) => (row ? lockedParts(row) : [])}
      frozen={(row, what) =>
        what === "remove" && isBuiltIn(row) ? ["内置流水号不能删除", "Built-in rules cannot be deleted"] : null
      }
      formHead={<Sample />}
    />
  );
}

/** The next number by the rule as it is entered in the form. */
function Sample() {
  const label = useLabel();
  const form = Form.useFormInstance<Partial<Standing>>();
  const rule = Form.useWatch([], form) as Partial<Standing> | undefined;
  if (!rule?.datePattern || !rule.resetCycle || !rule.seqLength || rule.seqLength > 20) return null;
  const key = rule.serialKey ?? "";
  const current = Number(form.getFieldValue("currentValue") ?? 0);
  const next = current === 0 ? 1 : current + (rule.step ?? 1);
  const twice = repeats(key, rule.datePattern, rule.resetCycle);
  return (
    <>
      <p className="form-hint" role="status">
        {label(["下一个号码：", "Next number: "])}
        <strong className="serial-sample">{serialNumber(rule as SerialShape, chinaToday(), next)}</strong>
      </p>
      {scopedSerials.has(key) && (
        <Alert
          type="info"
          showIcon
          className="form-note"
          title={label([
            "班级和证书编号按单位和年份分别计数，此处仅为序号部分。",
            "Class and certificate numbers are counted by organisation and year; this is only their sequence part.",
          ])}
        />
      )}
      {twice && (
        <Alert
          type="warning"
          showIcon
          className="form-note"
          title={label([
            "重置周期比日期段更频繁，号码会重复。",
            "It restarts more often than its date segment changes, so numbers would repeat.",
          ])}
        />
      )}
    </>
  );
}
