import { getPartsOfLevel } from "@jipei/contract/assessment/parts.ts";
import type { FormInstance } from "antd";
import { useEffect, useRef } from "react";
import type { Values } from "../../core/form/form-values.ts";

type Level = string | null | undefined;

/** Starts a new application with the parts that its class is assessed in. @param level of the class; undefined until it is known */
export function usePartsOfLevel(form: FormInstance<Values>, level: Level): void {
  // Effects run again when a hidden tab is shown: what was chosen since stays.
  const begun = useRef<Level>(undefined);
  useEffect(() => {
    if (level === undefined || level === begun.current) return;
    begun.current = level;
    form.setFieldValue("subjects", getPartsOfLevel(level));
  }, [form, level]);
}
