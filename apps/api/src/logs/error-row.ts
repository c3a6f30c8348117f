import type { LogRow } from "./log-buffer.ts";
import { logText } from "./log-text.ts";

/** Upper limit for the characters of a message and of a stack. */
const longest = 8000;

/** The columns of the log that an error fills: name, message, stack and place. */
export function errorRow(error: unknown): LogRow {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return {
    exception_name: logText(name, 250),
    message: logText(message, longest),
    stack_trace: logText(stack ?? "", longest),
    ...getPlace(stack ?? ""),
  };
}

type Place = {
  file_name?: string;
  line_number?: number;
  method_name?: string | null;
  method_class?: string | null;
};

/**
 * The place of the uppermost frame of a stack: `at Name (file:line:column)` in V8, `name@file:line:column` in other engines. Anybody may send
 * a stack, so no part of the pattern matches over the end of a line: over thousands of empty lines it would take seconds.
 */
export function getPlace(stack: string): Place {
  const found = /^[ \t]*(?:at (?:async )?(?:(\S+) \()?|([^@\s]*)@)(\S+?):(\d{1,7})(?::\d+)?\)?[ \t]*$/m.exec(stack);
  if (!found) return {};
  const [, v8, other, file = "", line] = found;
  const called = v8 ?? other ?? "";
  const cut = called.lastIndexOf(".");
  return {
    file_name: logText(file.replace(/^.*\/(?=[^/]*\/[^/]*$)/, "").replace(/\?.*$/, ""), 250),
    line_number: Number(line),
    method_name: called ? logText(called.slice(cut + 1), 250) : null,
    method_class: cut > 0 ? logText(called.slice(0, cut), 250) : null,
  };
}
