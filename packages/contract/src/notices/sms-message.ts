import { exportCall } from "../core/export.ts";
import { call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, datetime, int, text } from "../core/fields/field.ts";
import { list, record } from "../core/fields/shape.ts";
import { groupAnswer, phoneNumbers } from "./sms-provider.ts";

export const smsType = codeList("SMS_TYPE", "消息类型", "Kind of message", {
  "1": ["验证码", "Code"],
  "2": ["业务通知", "Business"],
  "3": ["批量通知", "Batch"],
});
export const smsStatus = codeList("SMS_STATUS", "发送状态", "Sending", {
  "0": ["待发", "Waiting", "waiting"],
  "1": ["已发", "Sent", "good"],
  "2": ["失败", "Failed", "bad"],
});

/** A text message to one number, from its cause to what became of it. Codes and passwords are starred in the text. */
export const SmsMessage = entity(
  "SmsMessage",
  "短信记录",
  "Text message",
  {
    groupId: text(32, "发送批次", "Group", "computed"),
    systemId: text(20, "系统编号", "System", "computed"),
    messageType: code(smsType, "消息类型", "Kind", "computed"),
    phoneNumber: text(11, "接收号码", "Number", "computed", { masked: "phone", encrypted: true, always: true }),
    message: text(500, "内容", "Text", "computed", { encrypted: true, detailOnly: true }),
    bizType: text(60, "业务类型", "About", "computed", { exact: true }),
    bizId: text(20, "业务ID", "Row", "computed", { exact: true, within: "bizType" }),
    sendStatus: code(smsStatus, "发送状态", "Sending", "computed", { always: true }),
    sendTime: datetime("发送时间", "Sent", "computed"),
    attempts: int("尝试次数", "Attempts", "computed", { always: true }),
    failReason: text(200, "失败原因", "Reason for failure", "computed"),
  },
  {
    title: "groupId",
    filters: ["groupId", "phoneNumber", "sendStatus", "messageType", "sendTime", "createTime"],
    sorts: ["sendTime", "createTime"],
    order: ["-createTime"],
  },
);
export interface SmsMessageRow extends Row<typeof SmsMessage> {}

const path = "/api/blade-sms/notify";
const { list: listed, detail } = crudCalls(SmsMessage, path, "sms_notify", ["bureau"]);

export const smsMessageCalls = {
  list: listed,
  detail,
  export: exportCall(SmsMessage, path, "sms_notify", ["bureau"]),
  send: call({
    name: "SmsMessage.send",
    adds: "more",
    method: "POST",
    path: `${path}/SendSms`,
    zh: "发送短信",
    en: "Send a text message",
    access: "sms_notify_add",
    audience: ["bureau"],
    input: record({
      phoneNumbers,
      systemId: text(20, "系统编号", "System", "required"),
      messageType: code(smsType, "消息类型", "Kind", "required"),
      message: text(500, "内容", "Text", "required"),
    }),
    output: groupAnswer,
  }),
  /** What became of the messages of a group, a line for each number. */
  statusByGroup: call({
    name: "SmsMessage.statusByGroup",
    method: "GET",
    path: `${path}/querySendStatusByGroup`,
    zh: "按批次查询短信发送状态",
    en: "Sending of a group",
    access: "sms_notify_view",
    audience: ["bureau"],
    input: record({ groupId: text(32, "发送批次", "Group", "required") }),
    output: list(
      record({
        phoneNumber: text(11, "接收号码", "Number", "required"),
        sendStatus: code(smsStatus, "发送状态", "Sending", "required"),
        sendTime: datetime("发送时间", "Sent"),
        failReason: text(200, "失败原因", "Reason for failure"),
      }),
      500,
    ),
  }),
};
