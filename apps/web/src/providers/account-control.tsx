import { checkCreditCode } from "@jipei/contract/core/fields/credit-code.ts";
import { Form } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { type ControlProps, FieldControl } from "../core/form/field-control.tsx";

/** The name an institution signs in with: of a new one its credit code in small letters, until somebody types another. */
export function AccountControl(props: ControlProps) {
  const { value, onChange, disabled } = props;
  const creditCode = String(Form.useWatch("creditCode") ?? "").trim();
  /** What stands here by itself; null where a name was given before. */
  const [usual, setUsual] = useState<string | null>(value ? null : "");
  const follow = useEffectEvent((code: string) => {
    if (disabled || usual === null || (value ?? "") !== usual || checkCreditCode(code.toUpperCase())) return;
    setUsual(code.toLowerCase());
    onChange?.(code.toLowerCase());
  });
  // oxlint-disable-next-line react/set-state-in-effect -- the credit code is another field's; it is read from the form
  useEffect(() => follow(creditCode), [creditCode]);
  return <FieldControl {...props} />;
}
