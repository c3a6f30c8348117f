import { SmsProvider, type SmsProviderRow, smsProviderCalls as calls } from "@jipei/contract/notices/sms-provider.ts";
import { Form } from "antd";
import { useState } from "react";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { Dialog } from "../core/dialog/dialog.tsx";
import type { Values } from "../core/form/form-values.ts";
import { notify } from "../core/ui/notify.ts";
import { useCan } from "../core/session/session.ts";
import { useSend } from "../core/api/use-call.ts";
import { SmsTest } from "./sms-test.tsx";
import { useTexts } from "./texts.ts";
import "./sms.css";

/** Providers of text messages; one is in use. */
export default function SmsProviderPage() {
  const t = useTexts();
  const maySwitch = useCan(["sms_enable"]);
  const [asked, setAsked] = useState<SmsProviderRow | null>(null);
  const [tested, setTested] = useState<SmsProviderRow | null>(null);
  return (
    <>
      <CrudPage
        entity={SmsProvider}
        calls={calls}
        resource="sms"
        columns={[
          "smsCode",
          "category",
          "status",
          "signName",
          "templateId",
          { field: "regionId", width: 110 },
          "remark",
          "updateTime",
        ]}
        search={["smsCode", "category", "status"]}
        card={["smsCode", "category", "status"]}
        form={["smsCode", "category", "signName", "templateId", "accessKey", "secretKey", "regionId", "remark"]}
        view={["smsCode", "category", "status", "signName", "templateId", "regionId", "remark", "updateTime"]}
        initial={{ category: "3" }}
        when={{
          accessKey: ({ category }: Values) => category !== "5",
          secretKey: ({ category }: Values) => category !== "1" && category !== "5",
          regionId: ({ category }: Values) => category === "4",
        }}
        needed={(row) => (row ? [] : ["accessKey", "secretKey"])}
        formHead={<Hints />}
        frozen={(row: SmsProviderRow, what) =>
          what === "remove" && row.status === "2"
            ? ["启用中的配置不能删除", "The enabled setting cannot be deleted"]
            : null
        }
        rowActions={(row: SmsProviderRow) =>
          maySwitch
            ? [
                {
                  key: "enable",
                  label: t("sms.enable"),
                  run: () => setAsked(row),
                  disabled: row.status === "2" ? t("sms.inUse") : null,
                },
                { key: "test", label: t("sms.test"), run: () => setTested(row) },
              ]
            : []
        }
      />
      {asked && <Enable setting={asked} onClose={() => setAsked(null)} />}
      {tested && <SmsTest setting={tested} onClose={() => setTested(null)} />}
    </>
  );
}

/** Asks before a setting takes the place of the one in use. */
function Enable({ setting, onClose }: { setting: SmsProviderRow; onClose: () => void }) {
  const t = useTexts();
  const enable = useSend(calls.enable);
  const send = () =>
    enable.mutate(
      { id: setting.id },
      {
        onSuccess: () => {
          notify("success", t("sms.enabled"));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      title={t("sms.enableTitle", { name: setting.smsCode })}
      busy={enable.isPending}
      onClose={onClose}
      onSubmit={send}
      submitText={t("sms.enable")}
    >
      <p>{t("sms.enableText")}</p>
    </Dialog>
  );
}

/** What the provider that is picked wants in the fields below. */
function Hints() {
  const t = useTexts();
  const category = Form.useWatch("category") as "1" | "2" | "3" | "4" | "5" | undefined;
  return (
    <div className="sms-hints" role="status">
      {category && <p>{t(`sms.hint${category}`)}</p>}
      {category !== "5" && <p>{t("sms.keep")}</p>}
      <p>{t("sms.hintTemplates")}</p>
    </div>
  );
}
