import { type SmsProviderRow, smsProviderCalls as calls } from "@jipei/contract/notices/sms-provider.ts";
import { notify } from "../core/ui/notify.ts";
import { useSend } from "../core/api/use-call.ts";
import { SmsForm } from "./sms-form.tsx";
import { useTexts } from "./texts.ts";

/** Sends by one setting, in use or not, to see whether it works. */
export function SmsTest({ setting, onClose }: { setting: SmsProviderRow; onClose: () => void }) {
  const t = useTexts();
  const send = useSend(calls.sendMessage, { silent: true });
  return (
    <SmsForm
      title={t("sms.testTitle", { name: setting.smsCode })}
      of="params"
      initial={{ text: '{"content":"测试短信"}' }}
      busy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSend={({ phones, text }) =>
        send.mutate(
          { code: setting.smsCode, phones, params: text },
          {
            onSuccess: () => {
              notify("success", t("sms.sent"));
              onClose();
            },
          },
        )
      }
    />
  );
}
