import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { Button, Form } from "antd";
import { invoke } from "../../../core/api/call-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { templateValues } from "./template-values.ts";
import { useTexts } from "../../texts.ts";

/** Above the form of a new class: one press fills in what the last one had, and whom the institution names as its contact. */
export function ClassTemplate() {
  const t = useTexts();
  const form = Form.useFormInstance();
  const found = useCall(classCalls.usedByOrg, { current: 1, size: 1, descs: "createTime" });
  const last = found.data?.records[0];
  const fill = async () => {
    const [before, organisation] = await Promise.all([
      last ? invoke(classCalls.detail, { id: last.id }) : null,
      invoke(organisationCalls.usedByOrg, undefined),
    ]);
    form.setFieldsValue(templateValues(before, organisation, (name) => form.getFieldValue(name)));
  };
  return (
    <p>
      {/* What fails is said by the calls. */}
      <Button size="small" disabled={found.isPending} onClick={() => void fill().catch(() => undefined)}>
        {last ? t("page.likeLast", { name: last.className }) : t("page.likeInstitution")}
      </Button>
    </p>
  );
}
