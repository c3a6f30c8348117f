import { call } from "../../core/call.ts";
import { type Row, entity } from "../../core/entity.ts";
import { code, date, datetime, files, id, int, long, ref, text } from "../../core/fields/field.ts";
import { record, saveShape } from "../../core/fields/shape.ts";
import { machine } from "../../core/machine.ts";
import { resource } from "../../core/resource.ts";
import { noticeStatus } from "../notice-status.ts";
import { publication, publish, publishing, withdraw } from "./publication.ts";

/** News with a cover. Its text is HTML that the server has cut down; the pictures in it are among its files. */
export const TrainNews = entity(
  "TrainNews",
  "培训资讯",
  "News",
  {
    title: text(200, "标题", "Title", "required"),
    coverAttId: ref("Attachment", "封面", "Cover", "optional", { upload: "pic" }),
    source: text(100, "来源", "Source"),
    author: text(50, "作者", "Author"),
    content: long("内容", "Content", "required"),
    publishStatus: code(noticeStatus, "发布状态", "Status", "computed", { always: true }),
    publishTime: datetime("发布时间", "Published", "computed"),
    expireDate: date("失效日期", "Expires"),
    readCount: int("阅读数", "Reads", "computed", { always: true }),
    attachmentList: files(),
  },
  {
    idName: "newsId",
    title: "title",
    filters: ["title", "publishStatus", "publishTime"],
    sorts: ["publishTime", "readCount", "title"],
    order: ["-publishTime"],
    grams: ["title"],
    openTo: { institution: "everything", enterprise: "everything", person: "everything" },
  },
);
export interface TrainNewsRow extends Row<typeof TrainNews> {}

/** Published by saving it, hence with the right to change it. */
export const trainNewsMachine = machine({
  ...publication,
  name: "trainNews",
  zh: "培训资讯",
  en: "News",
  entity: "TrainNews",
  resource: "train_news",
  actions: {
    publish: { ...publish, permission: "train_news_edit" },
    withdraw: { ...withdraw, permission: "train_news_edit" },
  },
});

export const trainNewsResource = resource(TrainNews, {
  resource: "train_news",
  path: "/api/zjgrsj-train/trainingManagement/train_news",
  page: "/information/news",
  menu: { no: "B1304", en: "News", roles: ["clerk"] },
  rights: "LCED LCED L L L L L V V V V V V",
  ownRoutes: true,
});
const { calls } = trainNewsResource;

export const trainNewsCalls = {
  ...calls,
  /** Opening an article counts as reading it, once a reader. */
  detail: call({ ...calls.detail, writes: true }),
  /** Saves; with a `publishStatus` that the article does not have, publishes or withdraws it. */
  submit: call({
    ...calls.submit,
    input: saveShape(TrainNews, publishing),
    output: record({ id: id("主键", "Id", "required") }),
  }),
};
