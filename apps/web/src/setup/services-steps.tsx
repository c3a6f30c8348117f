import { ossAddressing, ossCategory, storageProviderCalls } from "@jipei/contract/files/storage-provider.ts";
import { smsCategory, smsProviderCalls } from "@jipei/contract/notices/sms-provider.ts";
import { isCodeInList } from "@jipei/contract/core/fields/field.ts";
import { type SetupState, setupCalls } from "@jipei/contract/setup/setup.ts";
import { useState } from "react";
import { CallError } from "../core/api/call-error.ts";
import { invoke } from "../core/api/call-client.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import { phoneIssue } from "../public/account-rules.ts";
import { PlainForm } from "./plain-form.tsx";

interface Props {
  state: SetupState;
  reload: () => Promise<void>;
}

const without = (
  codes: Readonly<Record<string, readonly [string, string, ...unknown[]]>>,
  local: string,
): Record<string, Named> => Object.fromEntries(Object.entries(codes).filter(([key]) => key !== local));
const key = (zh: string, en: string) => ({
  label: [zh, en] as const,
  input: { autoComplete: "off", spellCheck: false, maxLength: 100 },
});
const secretKey = (zh: string, en: string) => ({
  label: [zh, en] as const,
  input: { type: "password", autoComplete: "off", maxLength: 100 },
});

const newSms = {
  category: "3",
  smsCode: "SMS",
  signName: "",
  templateId: "",
  accessKey: "",
  secretKey: "",
  regionId: "",
  phone: "",
};

/** Chooses the provider of text messages. */
export function SmsStep({ reload }: Props) {
  const label = useLabel();
  const [round, setRound] = useState(0);
  const save = async ({ phone, category, ...setting }: Record<keyof typeof newSms, string>) => {
    if (!isCodeInList(smsCategory, category)) return;
    const { id } = await invoke(smsProviderCalls.submit, { ...setting, category }, { silent: true });
    await invoke(smsProviderCalls.enable, { id }, { silent: true });
    if (phone)
      await invoke(
        smsProviderCalls.sendMessage,
        { code: setting.smsCode, phones: phone, params: '{"content":"测试短信"}' },
        { silent: true },
      );
    notify(
      "success",
      label(phone ? ["已启用，测试短信已发送", "Enabled; the test message has been sent"] : ["已启用", "In use"]),
    );
    setRound(round + 1);
    await reload();
  };
  return (
    <>
      <p>
        {label([
          "没有短信服务时，验证码和重置的密码发不出去。可稍后在“资源管理 › 短信”中设置。",
          "Without an SMS service, codes and reset passwords cannot be delivered. You can set it up later, under Resources › SMS.",
        ])}
      </p>
      <PlainForm
        key={round}
        entries={{
          category: { label: ["服务商", "Provider"], choices: without(smsCategory.codes, "5") },
          smsCode: key("资源编号", "Number"),
          signName: key("短信签名", "Signature"),
          templateId: key("模板ID", "Template ID"),
          accessKey: key("accessKey", "Access key"),
          secretKey: secretKey("secretKey", "Secret key"),
          regionId: { ...key("区域", "Region"), mayBeEmpty: true },
          phone: {
            label: ["测试短信发往（可空）", "Send a test message to (optional)"],
            input: { inputMode: "numeric", maxLength: 11 },
            mayBeEmpty: true,
          },
        }}
        initial={newSms}
        check={({ phone }) => ({ phone: phone ? phoneIssue(phone) : undefined })}
        send={save}
        submit={["保存并启用", "Save and enable"]}
      />
    </>
  );
}

const newBucket = {
  category: "1",
  ossCode: "OSS",
  endpoint: "",
  bucketName: "",
  accessKey: "",
  secretKey: "",
  region: "",
  addressing: "1",
};

/** Chooses where files are stored: the folder of the server, or a bucket. */
export function StorageStep({ reload }: Props) {
  const label = useLabel();
  const [bucket, setBucket] = useState(false);
  const tryLocal = async () => {
    try {
      const { records } = await invoke(storageProviderCalls.list, { status: "2" }, { silent: true });
      const { milliseconds } = await invoke(storageProviderCalls.test, { id: records[0]?.id ?? "" }, { silent: true });
      notify("success", label([`可以读写（${milliseconds} 毫秒）`, `It can be written and read (${milliseconds} ms)`]));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify("error", error.text());
    }
  };
  const save = async ({ category, addressing, ...setting }: Record<keyof typeof newBucket, string>) => {
    if (!isCodeInList(ossCategory, category) || !isCodeInList(ossAddressing, addressing)) return;
    const { id } = await invoke(storageProviderCalls.submit, { ...setting, category, addressing }, { silent: true });
    // Tries it, and hands use over when it works.
    await invoke(storageProviderCalls.enable, { id }, { silent: true });
    notify("success", label(["已测试并启用", "Tested and enabled"]));
    setBucket(false);
    await reload();
  };
  return (
    <>
      <p>
        {label([
          "文件默认保存在服务器的数据文件夹中；多台服务器请使用对象存储。",
          "Files are stored in the data folder of the server by default; use a bucket if there are several servers.",
        ])}
      </p>
      {bucket ? (
        <PlainForm
          entries={{
            category: { label: ["服务商", "Provider"], choices: without(ossCategory.codes, "5") },
            ossCode: key("资源编号", "Number"),
            endpoint: {
              label: ["资源地址", "Endpoint"],
              input: { placeholder: "https://", maxLength: 300, spellCheck: false },
            },
            bucketName: key("空间名", "Bucket"),
            accessKey: key("accessKey", "Access key"),
            secretKey: secretKey("secretKey", "Secret key"),
            region: { ...key("地域", "Region"), mayBeEmpty: true },
            addressing: { label: ["寻址方式", "Addressing"], choices: ossAddressing.codes },
          }}
          initial={newBucket}
          send={save}
          submit={["测试并启用", "Test and enable"]}
        />
      ) : (
        <p className="setup-buttons">
          <button type="button" className="plain-button" onClick={() => void tryLocal()}>
            {label(["测试当前存储", "Test the current storage"])}
          </button>
          <button type="button" className="plain-button" onClick={() => setBucket(true)}>
            {label(["使用对象存储", "Use a bucket"])}
          </button>
        </p>
      )}
    </>
  );
}

/** Where backups go. The server cannot see whether somebody carries them there; it is written down here and stands on the check list. */
export function BackupStep({ state, reload }: Props) {
  const label = useLabel();
  const [round, setRound] = useState(0);
  const save = async ({ place, hours }: { place: string; hours: string }) => {
    await invoke(setupCalls.backup, { place, hours: Number(hours) }, { silent: true });
    notify("success", label(["已保存", "Saved"]));
    setRound(round + 1);
    await reload();
  };
  return (
    <>
      <p>
        {label([
          "在服务器上定时运行 npm run backup，并把备份存到另一台机器；密钥另存一处。",
          "Run npm run backup on the server on a schedule and keep the copies on another machine; keep the keys in yet another place.",
        ])}
      </p>
      <PlainForm
        key={round}
        entries={{
          place: { label: ["备份位置", "Backup location"], input: { maxLength: 200 } },
          hours: { label: ["间隔小时", "Interval in hours"], input: { inputMode: "numeric", maxLength: 3 } },
        }}
        initial={{ place: state.backupPlace ?? "", hours: String(state.backupHours ?? 24) }}
        check={({ hours }) => ({
          hours:
            /^\d+$/.test(hours) && Number(hours) >= 1 && Number(hours) <= 744
              ? undefined
              : { zh: "须为1–744", en: "1 to 744" },
        })}
        send={save}
        submit={["保存", "Save"]}
      />
    </>
  );
}
