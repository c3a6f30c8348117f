import { type RecordEntity, figuresOf, type recordCalls } from "@jipei/contract/work-records/work-record.ts";
import { isCodeInList } from "@jipei/contract/core/fields/field.ts";
import { findLast, workPeriod as periods } from "@jipei/contract/work-records/work-period.ts";
import { Button, Form } from "antd";
import { useEffect, useEffectEvent, useRef } from "react";
import { invoke } from "../core/api/call-client.ts";
import { useCall } from "../core/api/use-call.ts";
import { isBlank } from "../core/form/field-value.tsx";
import { defaultFormFields, getField, getId, getValue } from "../core/form/fields.ts";
import type { Values } from "../core/form/form-values.ts";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import { ChainComparison } from "./chain-comparison.tsx";

interface Props {
  entity: RecordEntity;
  calls: ReturnType<typeof recordCalls>;
  /** What a record is about. */
  subject: readonly string[];
  /** Fields by which the system finds what it counts. */
  countedBy: readonly string[];
  isNew: boolean;
  isBureau: boolean;
}

/** What seldom changes is taken over from the last record: everything but its period, figures and files. */
const ofItsPeriod: ReadonlySet<string> = new Set(["workYear", "workPeriod", "differReason", "attachmentList"]);

/**
 * Above the form of a record: what the system counts for its period. A new record has these figures until somebody types others; into an existing
 * one they are filled by a button.
 */
export function ChainHead({ entity, calls, subject, countedBy, isNew, isBureau }: Props) {
  const label = useLabel();
  const form = Form.useFormInstance<Values>();
  const typed = Form.useWatch<Values>([], form) ?? {};
  const names = figuresOf(entity);
  const question = Object.fromEntries(["workYear", "workPeriod", ...countedBy].map((name) => [name, typed[name]]));
  // A list may be empty: nothing is named, and nothing counted.
  const isAsked = Object.entries(question).every(
    ([name, value]) => !isBlank(value) || getField(entity, name).kind === "refs",
  );
  const { data: chain } = useCall(calls.chain, question, { enabled: isAsked, staleTime: 60_000 });

  // What was filled in here is filled in anew for another period; what somebody typed stays.
  const filled = useRef<Values>({});
  const isFree = (name: string) => {
    const value: unknown = form.getFieldValue(name);
    return isBlank(value) || value === filled.current[name];
  };
  function fillIn(all: boolean): void {
    if (!chain) return;
    const free = names.filter((name) => all || isFree(name));
    filled.current = Object.fromEntries(free.map((name) => [name, chain.figures[name]]));
    form.setFieldsValue(filled.current);
  }
  const fillFree = useEffectEvent(() => fillIn(false));
  useEffect(() => {
    if (isNew && chain) fillFree();
  }, [isNew, chain]);

  async function copyLast(): Promise<void> {
    const { workYear, workPeriod } = typed;
    if (typeof workYear !== "number" || typeof workPeriod !== "string" || !isCodeInList(periods, workPeriod)) return;
    const chosen = subject.filter((name) => !isBlank(typed[name]));
    const { records } = await invoke(calls.list, {
      current: 1,
      size: 200,
      workYear_ge: workYear - 1,
      workYear_le: workYear,
      ...Object.fromEntries(chosen.map((name): [string, unknown] => [name, typed[name]])),
      ...(isBureau && { unitId_null: "1" }),
    });
    const last = findLast(records, { workYear, workPeriod });
    if (!last) return notify("info", label(["没有上期台账", "There is no earlier record"]));
    const full = await invoke(calls.detail, { id: getId(last) });
    const kept = defaultFormFields(entity).filter(
      (name) => !ofItsPeriod.has(name) && !names.some((one) => one === name),
    );
    form.setFieldsValue(Object.fromEntries(kept.map((name) => [name, getValue(full, name)])));
  }

  return (
    <div className="form-note">
      {isNew ? (
        <Button onClick={() => void copyLast()}>{label(["复制上期", "Copy the last period"])}</Button>
      ) : (
        <Button disabled={!chain} onClick={() => fillIn(true)}>
          {label(["按系统数据填入", "Fill in what the system counts"])}
        </Button>
      )}
      {chain && <ChainComparison entity={entity} row={typed} chain={chain} />}
    </div>
  );
}
