import { exporter } from "../core/excel/export.ts";
import { type Draft, columns } from "../core/entity/columns.ts";
import { checkAccountPhone } from "@jipei/contract/core/fields/formats.ts";
import { SmsProvider, smsProviderCalls as calls } from "@jipei/contract/notices/sms-provider.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { type CrudOptions, crudRoutes, saveRow } from "../core/entity/crud.ts";
import { tenantOwnerRows, assertTenantOwner, isTenantOwner } from "../core/access/tenant-owner.ts";
import { type Route, writes } from "../core/http/implement.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import { Refusal, invalidField, refuseRows } from "../core/foundation/refusal.ts";
import { putInUse, withoutEmpty } from "../core/entity/setting-in-use.ts";
import { countCode, limitCodes } from "./notices.queries.ts";
import { queueSms } from "./sms-outbox.ts";

/** Upper limit for the numbers of one call. */
const most = 500;

const options: CrudOptions<typeof SmsProvider> = {
  entity: SmsProvider,
  resource: "sms",
  // Providers serve all tenants of a schema, so only those who run it see and change them.
  scope: tenantOwnerRows,
  audited: true,
  async beforeSave(tx, actor, merged, old) {
    assertTenantOwner(actor);
    checkSetting(merged);
    await refuseDuplicate(tx, SmsProvider, old?.id, { smsCode: merged.smsCode }, "DUPLICATE", {
      field: { zh: `资源编号“${merged.smsCode}”`, en: `Number “${merged.smsCode}”` },
    });
    return columns(SmsProvider, {
      signName: merged.signName.replace(/[【】[\]]/g, "").trim(),
      ...(old ? {} : { status: "1" }),
    });
  },
  async beforeRemove(_tx, _actor, rows) {
    refuseRows(
      "SMS_ENABLED",
      rows.filter((row) => row.status === "2").map((row) => row.id),
    );
  },
};

/** Checks that what goes into headers and addresses has only permitted characters. @throws FIELD_INVALID */
function checkSetting(merged: Draft<typeof SmsProvider>): void {
  const { category, accessKey, secretKey, templateId, regionId, signName } = merged;
  const wrong = (name: keyof typeof SmsProvider.fields, zh: string, en: string) =>
    invalidField(name, SmsProvider.fields[name].zh, SmsProvider.fields[name].en, zh, en);
  const returnsKey = (key: unknown) => typeof key === "string" && /^[\x21-\x7e]+$/.test(key);
  if (category !== "5" && !accessKey) throw wrong("accessKey", "不能为空", "required");
  if (["2", "3", "4"].includes(category) && !secretKey) throw wrong("secretKey", "不能为空", "required");
  if (accessKey && !returnsKey(accessKey))
    throw wrong("accessKey", "只能是字母、数字和半角符号", "letters, digits and signs only");
  if (secretKey && !returnsKey(secretKey))
    throw wrong("secretKey", "只能是字母、数字和半角符号", "letters, digits and signs only");
  if (category === "4" && !/^\d+:\d+$/.test(templateId))
    throw wrong(
      "templateId",
      "腾讯须为“应用ID:模板ID”，如1400006666:449739",
      "for Tencent “application:template”, like 1400006666:449739",
    );
  if (category !== "4" && !/^[\w-]+$/.test(templateId))
    throw wrong("templateId", "只能是字母、数字、下划线和连字符", "letters, digits, _ and - only");
  if (regionId && !/^[a-z0-9-]+$/.test(regionId))
    throw wrong(
      "regionId",
      "只能是小写字母、数字和连字符，如ap-guangzhou",
      "small letters, digits and - only, like ap-guangzhou",
    );
  if (!signName.replace(/[【】[\]\s]/g, "")) throw wrong("signName", "不能为空", "required");
}

/** Reads comma-separated numbers. @throws FIELD_INVALID */
export function splitPhones(text: string, field: string): string[] {
  const wrong = (zh: string, en: string) => invalidField(field, "接收号码", "Numbers", zh, en);
  const phones = [...new Set(text.split(/[,，;；\s]+/).filter(Boolean))];
  if (phones.length === 0) throw wrong("不能为空", "required");
  if (phones.length > most) throw wrong(`最多${most}个`, `at most ${most}`);
  const bad = phones.find((phone) => checkAccountPhone(phone));
  if (bad) throw wrong(`号码格式不正确：${bad.slice(0, 20)}`, `not a mobile number: ${bad.slice(0, 20)}`);
  return phones;
}

/** Reads the values of a template: a JSON object of texts and numbers. @throws FIELD_INVALID */
function readParams(text: string): [name: string, value: string][] {
  const wrong = invalidField(
    "params",
    "模板参数",
    "Template values",
    "须为JSON对象，值为文本或数字",
    "a JSON object of texts and numbers",
  );
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    throw wrong;
  }
  if (typeof values !== "object" || values === null || Array.isArray(values)) throw wrong;
  const entries = Object.entries(values);
  if (
    entries.length > 20 ||
    entries.some(([name, value]) => !/^\w{1,30}$/.test(name) || !["string", "number"].includes(typeof value))
  )
    throw wrong;
  return entries.map(([name, value]) => [name, String(value)]);
}

export const smsProviderRoutes: readonly Route[] = [
  exporter(SmsProvider, calls.export, options),
  ...crudRoutes(calls, options, {
    submit: writes(calls.submit, (tx, actor, input, app) =>
      saveRow(tx, actor, options, withoutEmpty(input, "accessKey", "secretKey"), app),
    ),
  }),
  writes(calls.enable, (tx, actor, { id }) => putInUse(tx, actor, SmsProvider, options.scope, id)),
  writes(calls.sendMessage, async (tx, actor, { code, phones, params }, app) => {
    const numbers = splitPhones(phones, "phones");
    const values = readParams(params);
    const setting = await tx
      .selectFrom("smsProvider")
      .select(["id", "smsCode", "tenantId"])
      .where("isDeleted", "=", 0)
      .where(code ? "smsCode" : "status", "=", code || "2")
      .executeTakeFirst();
    if (!setting || !isTenantOwner(actor)) throw new Refusal("NOT_FOUND");
    // Values of a template may contain a code, so the call is limited like one and the record shows stars.
    await limitCodes(tx, app, numbers);
    for (const number of numbers) await countCode(tx, app, number);
    const text = values.map(([, value]) => value).join(" ");
    const shown = `${setting.smsCode}: ${values.map(([name]) => `${name}=******`).join(", ")}`.slice(0, 500);
    const { groupId } = await queueSms(tx, app, {
      phones: numbers,
      template: "TEST",
      text,
      shown,
      params: values,
      messageType: "1",
      providerId: setting.id,
      userId: actor.userId,
    });
    await writeAudit(tx, actor, [
      { bizType: SmsProvider.name, bizId: setting.id, action: "sendSms", after: { groupId, count: numbers.length } },
    ]);
    return { groupId };
  }),
];
