import { exportCall } from "../core/export.ts";
import { byId, call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, text } from "../core/fields/field.ts";
import { record } from "../core/fields/shape.ts";

export const smsCategory = codeList("SMS_CATEGORY", "短信服务商", "SMS provider", {
  "1": ["云片", "Yunpian"],
  "2": ["七牛", "Qiniu"],
  "3": ["阿里", "Aliyun"],
  "4": ["腾讯", "Tencent"],
  "5": ["本地", "Local"],
});
export type SmsCategory = keyof (typeof smsCategory)["codes"];

export const smsState = codeList("SMS_STATE", "启用状态", "In use", {
  "1": ["停用", "Off", "neutral"],
  "2": ["启用", "In use", "good"],
});

const secret = { writeOnly: true, encrypted: true } as const;

/**
 * A provider of text messages; exactly one is in use. A setting of the same provider whose number is the name of a template, alone or with
 * a mark behind it (`SMS_CODE`, `SMS_CODE-TX`), says which template of the provider stands for ours; without one the template of the setting in use
 * gets the text as `content`. The marks let several providers have their templates, so that a switch between them loses none.
 */
export const SmsProvider = entity(
  "SmsProvider",
  "短信配置",
  "SMS provider",
  {
    smsCode: text(20, "资源编号", "Number", "required"),
    category: code(smsCategory, "分类", "Provider", "required"),
    templateId: text(64, "模板ID", "Template ID", "required"),
    accessKey: text(100, "accessKey", "Access key", "optional", secret),
    secretKey: text(100, "secretKey", "Secret key", "optional", secret),
    regionId: text(50, "区域", "Region"),
    signName: text(50, "短信签名", "Signature", "required"),
    status: code(smsState, "启用状态", "In use", "computed", { always: true }),
  },
  {
    title: "smsCode",
    filters: ["smsCode", "category", "status"],
    sorts: ["smsCode", "createTime"],
    order: ["-createTime"],
  },
);
export interface SmsProviderRow extends Row<typeof SmsProvider> {}

const path = "/api/blade-resource/sms";

/** Numbers of mobile phones with commas between them, at most 500. */
export const phoneNumbers = text(6000, "接收号码", "Numbers", "required");
export const groupAnswer = record({ groupId: text(32, "发送批次", "Group", "required") });

export const smsProviderCalls = {
  ...crudCalls(SmsProvider, path, "sms", ["bureau"]),
  export: exportCall(SmsProvider, path, "sms", ["bureau"]),
  /** Puts one setting in use and the others out of use. */
  enable: call({
    name: "SmsProvider.enable",
    method: "POST",
    path: `${path}/enable`,
    zh: "启用短信配置",
    en: "Put an SMS provider in use",
    access: "sms_enable",
    audience: ["bureau"],
    style: "query",
    input: byId,
  }),
  /** Sends by one setting, to see whether it works; without `code` by the one in use. */
  sendMessage: call({
    name: "SmsProvider.sendMessage",
    adds: "more",
    method: "POST",
    path: `${path}/endpoint/send-message`,
    zh: "发送模板短信",
    en: "Send by a template",
    access: "sms_enable",
    audience: ["bureau"],
    style: "query",
    input: record({
      code: text(20, "资源编号", "Number"),
      phones: phoneNumbers,
      params: text(2000, "模板参数", "Template values", "required", { writeOnly: true }),
    }),
    output: groupAnswer,
  }),
};
