import { call } from "./call.ts";
import { type CodeOf, codeList, code, datetime, id, int, text } from "./fields/field.ts";
import { file, list, record } from "./fields/shape.ts";

/** Long work in the background (batches, long exports and imports), as its owner sees it. */

export const jobState = codeList("JOB_STATE", "任务状态", "Job state", {
  waiting: ["排队中", "Waiting", "waiting"],
  running: ["处理中", "Running", "busy"],
  done: ["已完成", "Done", "good"],
  failed: ["失败", "Failed", "bad"],
  cancelled: ["已取消", "Cancelled", "neutral"],
});

export type JobState = CodeOf<typeof jobState>;

export const job = record({
  id: id("任务", "Job", "required"),
  titleZh: text(200, "名称", "Name", "required"),
  titleEn: text(200, "英文名称", "English name", "required"),
  state: code(jobState, "状态", "State", "required"),
  done: int("已处理", "Done", "required"),
  /** 0 while nobody knows how much there is. */
  total: int("总数", "Total", "required"),
  /** What came of it, or what went wrong. */
  messageZh: text(500, "结果", "Result"),
  messageEn: text(500, "英文结果", "Result in English"),
  /** Name of the file that `jobResult` gives; none when the work has no file. */
  fileName: text(200, "文件名", "File name"),
  createTime: datetime("开始时间", "Started", "required"),
  endTime: datetime("结束时间", "Ended"),
});
export type Job = NonNullable<(typeof job)["$value"]>;

const path = "/api/jobs";
const byJob = record({ id: id("任务", "Job", "required") });

/** My jobs of the last day, newest first. */
export const jobList = call({
  name: "jobList",
  method: "GET",
  path: `${path}/list`,
  zh: "我的任务",
  en: "My jobs",
  access: "signedIn",
  output: list(job, 100),
});
export const jobDetail = call({
  name: "jobDetail",
  method: "GET",
  path: `${path}/detail`,
  zh: "任务详情",
  en: "Job",
  access: "signedIn",
  input: byJob,
  output: job,
});
/** Asks a waiting or running job of mine to stop; it ends as `cancelled` with nothing half done. */
export const jobCancel = call({
  name: "jobCancel",
  method: "POST",
  path: `${path}/cancel`,
  zh: "取消任务",
  en: "Cancel a job",
  access: "signedIn",
  input: byJob,
});
export const jobResult = call({
  name: "jobResult",
  method: "GET",
  path: `${path}/result`,
  zh: "任务结果文件",
  en: "File of a job",
  access: "signedIn",
  input: byJob,
  output: file("xlsx", "pdf", "zip"),
});

/** What an export answers with instead of the file, and what a batch call answers with. */
export const startedJob = record({ jobId: id("任务", "Job", "required") });
