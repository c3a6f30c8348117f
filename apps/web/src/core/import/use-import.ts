import type { Call } from "@jipei/contract/core/call.ts";
import { getExtension } from "@jipei/contract/core/fields/upload-rules.ts";
import type { ImportCalls, ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import { type Job, jobCancel, jobDetail } from "@jipei/contract/core/job.ts";
import { useRef, useState } from "react";
import { invoke } from "../api/call-client.ts";
import { CallError } from "../api/call-error.ts";
import { refreshAfter } from "../api/refresh-after.ts";
import { fetchFile, saveAs } from "../files/download.ts";
import { formatCount } from "../format/numbers.ts";
import type { Named } from "../i18n/language.ts";
import { awaitJob } from "../jobs/await-job.ts";
import { openJobs } from "../jobs/job-store.ts";
import { useLastingEffect } from "../page/use-lasting-effect.ts";
import { notify } from "../ui/notify.ts";
import { canCommit, confirm, findConfirmed, findParts, noEdits } from "./import-state.ts";
import type { ImportEdits } from "./import-state.ts";
import { useTexts } from "./texts.ts";

/** Extensions of the files that every import takes. */
const usualTypes = ["xlsx", "csv"];

/** Files beside workbooks that an import takes, by their extensions, and how they are written. */
export interface OtherFiles {
  types: readonly string[];
  hint: Named;
}
interface Options {
  calls: ImportCalls;
  others?: OtherFiles;
  /** Further parts of the body: the class a roster is for. */
  input?: Readonly<Record<string, string>>;
  onDone?: (result: ImportResult) => void;
  onClose: () => void;
}

/** The import of a workbook: the report of its last check, the corrections since, and the functions that check and import. */
export function useImport({ calls, others, input: given, onDone, onClose }: Options) {
  const t = useTexts();
  const types = [...usualTypes, ...(others?.types ?? [])];
  const [file, setFile] = useState<File | null>(null);
  const [edits, setEdits] = useState<ImportEdits>(noEdits);
  const [edited, setEdited] = useState(false);
  const [covering, setCovering] = useState(false);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const [choosing, setChoosing] = useState(false);
  const [busy, setBusy] = useState<"checking" | "writing" | null>(null);
  const [job, setJob] = useState<Job | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const input = { ...given, ...(covering && { isCovered: "1" }) };
  const ready = canCommit(report, edited, confirmed);
  /** Grows with each correction: those that are made while a sheet is checked are not checked with it. */
  const latest = useRef(0);
  const correct = () => {
    latest.current += 1;
    setEdited(true);
  };
  const [left] = useState(() => new AbortController());
  useLastingEffect(() => () => left.abort(), [left]);

  async function send<O>(
    call: Call<unknown, O>,
    sheet: File,
    changes: ImportEdits,
    then: (answer: O) => void | Promise<void>,
  ) {
    setBusy(call === calls.commit ? "writing" : "checking");
    setError(null);
    try {
      const parts = { ...findParts(changes), ...findConfirmed(confirmed) };
      await then((await invoke(call, { ...input, ...parts, file: sheet }, { silent: true })) as O);
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      setError(problem);
    } finally {
      setBusy(null);
      setJob(null);
    }
  }

  /** The report of a long sheet, once its job is done; null when it was cancelled. */
  async function awaited(id: string): Promise<ImportReport | null> {
    const ended = await awaitJob(() => invoke(jobDetail, { id }, { silent: true }), setJob, left.signal);
    if (ended?.state === "failed") throw failed(ended);
    return ended?.state === "done" ? invoke(calls.report, { id }, { silent: true }) : null;
  }

  const check = (sheet: File, changes: ImportEdits) => {
    const sent = latest.current;
    void send(calls.dryRun, sheet, changes, async (answer) => {
      const found = answer.jobId ? await awaited(answer.jobId) : answer;
      // What was found before stays, with the corrections since.
      if (!found) return;
      setReport(found);
      setEdited(latest.current !== sent);
    });
  };
  function commit() {
    if (!file || !ready) return;
    void send(calls.commit, file, edits, (result) => {
      showResult(result, t);
      if (!left.signal.aborted) {
        onDone?.(result);
        onClose();
      }
      // A long import changes rows when its job ends; the tray sees that.
      if (!result.jobId) void refreshAfter(calls.commit);
    });
  }
  const recheck = file && edited ? () => check(file, edits) : undefined;
  return {
    types,
    file,
    /** Another file is being chosen: the report and its corrections stay until one was taken. */
    choosing,
    report,
    edits,
    edited,
    covering,
    busy,
    error,
    ready,
    confirmed,
    /** Of the job that checks a long sheet. */
    job,
    cancel() {
      if (job) void invoke(jobCancel, { id: job.id }, { silent: true }).catch(() => undefined);
    },
    confirm: (keys: readonly string[], on: boolean) =>
      setConfirmed(keys.reduce((all, key) => confirm(all, key, on), confirmed)),
    /** Imports what was checked, or checks what was changed since; undefined while there is nothing to do. */
    submit: ready ? commit : recheck,
    take([sheet]: File[]) {
      if (!sheet) return;
      if (!types.includes(getExtension(sheet.name)))
        return notify("error", t("wrongType", { types: types.map((type) => `.${type}`).join(" ") }));
      setFile(sheet);
      setChoosing(false);
      setEdits(noEdits);
      setConfirmed(new Set());
      setReport(null);
      check(sheet, noEdits);
    },
    change(next: ImportEdits) {
      setEdits(next);
      correct();
    },
    cover(on: boolean) {
      setCovering(on);
      correct();
    },
    choose: () => setChoosing(!choosing),
    saveTemplate: () => void fetchFile(calls.template, input).then(saveAs, () => undefined),
    /** The same sheet with its issues marked in it. */
    saveMarked() {
      if (file) void fetchFile(calls.marked, { ...input, ...findParts(edits), file }).then(saveAs, () => undefined);
    },
  };
}
export type Import = ReturnType<typeof useImport>;

const failed = ({ messageZh, messageEn }: Job) =>
  new CallError(409, { errorCode: "WORKBOOK_UNREADABLE", msg: messageZh ?? "", msgEn: messageEn ?? "" });

/** Says what was imported; a long import goes on as a job. */
function showResult(result: ImportResult, t: ReturnType<typeof useTexts>): void {
  if (result.jobId) {
    notify("info", t("job"));
    return openJobs();
  }
  const { inserted, updated, unchanged } = result;
  notify(
    "success",
    t("result", {
      inserted: formatCount(inserted),
      updated: formatCount(updated),
      unchanged: formatCount(unchanged),
    }),
  );
}
