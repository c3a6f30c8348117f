import { language } from "../i18n/language.ts";
import type { Language } from "../i18n/language.ts";

export interface Failure {
  errorCode: string;
  id?: string;
  /** Wire name of the field the refusal is about. */
  field?: string;
  msg: string;
  msgEn: string;
}

/** A call that was refused or did not get through (status 0). */
export class CallError extends Error {
  readonly status: number;
  readonly errorCode: string;
  readonly msg: string;
  readonly msgEn: string;
  /** What the refusal carries besides its text. */
  readonly data: unknown;
  /** Every guard or row that failed, where the server collects them. */
  readonly failures: readonly Failure[];
  /** The id under which the server has logged the call; '' where it did not answer. */
  readonly requestId: string;
  /** Whether the server said nothing about it. */
  readonly isWordless: boolean;
  /** Message by field of the input, for forms. */
  readonly fields: Readonly<Record<string, Failure>>;

  constructor(
    status: number,
    answer: { errorCode?: string; msg?: string; msgEn?: string; data?: unknown },
    requestId: string | null = "",
  ) {
    const msg = answer.msg || "未知错误";
    super(msg);
    this.name = "CallError";
    this.status = status;
    this.errorCode = answer.errorCode ?? "UNKNOWN";
    this.msg = msg;
    this.msgEn = answer.msgEn || (answer.msg ?? "Unknown error");
    this.data = answer.data;
    this.isWordless = !answer.msg;
    this.requestId = requestId ?? "";
    this.failures = (answer.data as { failures?: Failure[] } | null | undefined)?.failures ?? [];
    this.fields = Object.fromEntries(
      this.failures.flatMap((failure) =>
        failure.field ? getNames(failure.field).map((name) => [name, failure] as const) : [],
      ),
    );
  }

  /** The same refusal, in these words where the server gave none. */
  orSaying([msg, msgEn]: readonly [zh: string, en: string]): CallError {
    if (!this.isWordless) return this;
    return new CallError(this.status, { errorCode: this.errorCode, msg, msgEn, data: this.data }, this.requestId);
  }

  /** The message in the language of the user; for an error of the server with the id of the request, which the user can report to the support. */
  text(of: Language = language()): string {
    const id = this.status === 500 ? this.requestId : "";
    if (of === "zh") return id ? `${this.msg}（请求编号 ${id}）` : this.msg;
    return id ? `${this.msgEn} (request ${id})` : this.msgEn;
  }
}

/** A field of a nested part (`courseDTO.courseName`) is also found under its own name, which the form of that part uses. */
const getNames = (path: string): string[] => [...new Set([path, path.slice(path.lastIndexOf(".") + 1)])];

export const networkError = () =>
  new CallError(0, {
    errorCode: "NETWORK",
    msg: "网络异常，请检查网络后重试",
    msgEn: "No connection to the server. Check the network and try again.",
  });
