import type { LogRow } from "./log-buffer.ts";
import { logText } from "./log-text.ts";

/** Longest message and stack that are kept. */
const longest = 8000;

/** What an error says of itself. */
export function faultRow(error: unknown): LogRow {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return {
    exception_name: logText(name, 250),
    message: logText(message, longest),
    stack_trace: logText(stack ?? "", longest),
    ...placeOf(stack ?? ""),
  };
}

/**
 * Where the uppermost frame of a stack stands: `at Name (file:line:column)` of V8, `name@file:line:column` of the others. Anybody may send
 * one, so that no part of the pattern runs over the end of a line: tried from each of thousands of empty ones it would take seconds.
 */
export function placeOf(stack: string): LogRow {
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
