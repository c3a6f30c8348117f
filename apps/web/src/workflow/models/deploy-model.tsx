import { entity } from "@jipei/contract/core/entity.ts";
import { flowCategory } from "@jipei/contract/core/fields/codes.ts";
import { code } from "@jipei/contract/core/fields/field.ts";
import { flowModelCalls } from "@jipei/contract/workflow/flow-model.ts";
import type { FlowModelRow } from "@jipei/contract/workflow/flow-model.ts";
import { FormDialog } from "../../core/dialog/form-dialog.tsx";
import { useLabel } from "../../core/i18n/language.ts";

/** What a deployment asks for. */
const Deployment = entity(
  "FlowDeployment",
  "部署流程",
  "Deployment",
  { category: code(flowCategory, "流程分类", "Category", "required") },
  { title: "category" },
);

interface Props {
  model: Pick<FlowModelRow, "id" | "name" | "category">;
  onDone?: () => void;
  onClose: () => void;
}

/** Makes the next version of a process; what runs already goes on by the version that it was started with. */
export function DeployModel({ model, onDone, onClose }: Props) {
  const label = useLabel();
  return (
    <FormDialog
      open
      title={label([`部署：${model.name}`, `Deploy: ${model.name}`])}
      entity={Deployment}
      sections={[{ fields: ["category"] }]}
      initial={{ category: model.category }}
      draftOf={model.id}
      submit={flowModelCalls.deploy}
      inputOf={(_input, { category }) => ({ modelId: model.id, category: category ?? "9" })}
      submitText={label(["部署", "Deploy"])}
      doneText={label(["已部署", "Deployed"])}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {label([
          "部署后成为新版本，之后发起的流程按新版本办理；运行中的流程仍按原版本办理。",
          "The next version is for processes started from now on; those that run go on by their own.",
        ])}
      </p>
    </FormDialog>
  );
}
