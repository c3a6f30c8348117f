import { profile, provePhone } from "@jipei/contract/users/profile.ts";
import { Alert, Button, Form } from "antd";
import { notify } from "../../core/ui/notify.ts";
import { encryptForServer } from "../../core/session/sign-in.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useSend } from "../../core/api/use-call.ts";
import { PhoneProof } from "./phone-proof.tsx";
import { showIssues } from "./server-issues.ts";
import { useTexts } from "../texts.ts";

/** A number that an administrator entered: it opens nothing until its owner proves it here. */
export function ProvePhone({ phone }: { phone: string }) {
  const t = useTexts();
  const [form] = Form.useForm();
  const send = useSend(provePhone, { silent: true });
  async function submit({ phoneCode, password }: Record<string, string>) {
    try {
      await send.mutateAsync({ phoneCode: phoneCode!, password: await encryptForServer(password!) });
      notify("success", t("phone.proven"));
      await refreshAfter(profile);
    } catch (error) {
      showIssues(form, error);
    }
  }
  return (
    <section className="prove-phone" aria-label={t("phone.prove")}>
      <Alert type="warning" showIcon title={t("phone.unproven", { phone })} description={t("phone.unprovenText")} />
      <Form
        form={form}
        layout="vertical"
        className="own-form"
        onFinish={(values: Record<string, string>) => void submit(values)}
      >
        <PhoneProof phone={phone} />
        <Button htmlType="submit" type="primary" loading={send.isPending}>
          {t("phone.prove")}
        </Button>
      </Form>
    </section>
  );
}
