import { flowCategory } from "@jipei/contract/core/fields/codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import { Select } from "antd";
import { useId, useState } from "react";
import { useSend } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { DropZone } from "../../core/files/drop-zone.tsx";
import { FieldIssue } from "../../core/form/field-issue.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import "../workflow.css";

type Category = CodeOf<typeof flowCategory>;
const categories = Object.keys(flowCategory.codes) as Category[];

/** Deploys BPMN files that were drawn elsewhere: all of them, or none. */
export function DeployFiles({ onClose }: { onClose: () => void }) {
  const label = useLabel();
  const id = useId();
  const [category, setCategory] = useState<Category>("9");
  const [files, setFiles] = useState<readonly File[]>([]);
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error } = useSend(flowDefinitionCalls.deployUpload, { silent: true });
  const submit = () => {
    setTried(true);
    if (files.length === 0) return;
    const sent = { category, files: [...files] };
    mutate(sent, {
      onSuccess: () => {
        notify("success", label(["已部署", "Deployed"]));
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      title={label(["上传部署", "Deploy files"])}
      onClose={onClose}
      onSubmit={submit}
      submitText={label(["部署", "Deploy"])}
      busy={isPending}
      dirty={files.length > 0}
      width={560}
    >
      {error && <FailureList error={error} />}
      <div className="opinion-fields">
        <div>
          <label htmlFor={id}>{label(flowCategory)}</label>
          <Select
            id={id}
            value={category}
            onChange={setCategory}
            options={categories.map((value) => ({ value, label: label(flowCategory.codes[value]) }))}
            style={{ width: "100%" }}
          />
        </div>
        <DropZone
          text={label(["点击或将 BPMN 文件拖到此处", "Drop BPMN files here, or click"])}
          hint={label(["BPMN 2.0，单个不超过 25 MB", "BPMN 2.0, at most 25 MB each"])}
          types={["bpmn", "xml"]}
          multiple
          onFiles={(more) => setFiles((all) => [...all, ...more])}
        />
        {tried && files.length === 0 && <FieldIssue>{label(["请选择文件", "Choose a file"])}</FieldIssue>}
        <ul>
          {files.map((file, place) => (
            <li key={`${place}${file.name}`}>
              {file.name}{" "}
              <button
                type="button"
                className="link-button danger"
                onClick={() => setFiles(files.filter((one) => one !== file))}
              >
                {label(["移除", "Remove"])}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
