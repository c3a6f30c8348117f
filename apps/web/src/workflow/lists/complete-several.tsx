import type { FlowTaskRow } from "@jipei/contract/workflow/flow-task.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { Input, Radio } from "antd";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { FieldTable } from "../../core/ui/field-table.tsx";
import { useTexts } from "../texts.ts";

interface Decision {
  pass: boolean;
  comment: string;
}
type Answers = NonNullable<(typeof workCalls.completeAll)["output"]["$value"]>;

interface Props {
  tasks: readonly FlowTaskRow[];
  onDone: () => void;
  onClose: () => void;
}

/** Several tasks in one dialog, each with its own decision. What is refused stays there with its reason; the others are done. */
export function CompleteSeveral({ tasks, onDone, onClose }: Props) {
  const t = useTexts();
  const { busy, error, attempt } = useAttempt();
  const [decisions, setDecisions] = useState<Readonly<Record<string, Decision>>>({});
  const [answers, setAnswers] = useState<Answers>([]);
  const [tried, setTried] = useState(false);
  const isDone = (id: string) => answers.some(({ taskId, done }) => taskId === id && done);
  const open = tasks.filter(({ id }) => !isDone(id));
  const get = (id: string): Decision => decisions[id] ?? { pass: true, comment: "" };
  const isMissing = (id: string) => !get(id).pass && get(id).comment.trim() === "";
  const send = async () => {
    const sent = open.map((task) => ({
      taskId: task.id,
      processInstanceId: task.processInstanceId ?? "",
      pass: get(task.id).pass,
      comment: get(task.id).comment.trim() || null,
    }));
    const got = await invoke(workCalls.completeAll, { tasks: sent }, { silent: true });
    const failed = got.filter(({ done }) => !done).length;
    setAnswers([...answers.filter(({ done }) => done), ...got]);
    notify(failed > 0 ? "warning" : "success", t("several.summary", { done: got.length - failed, failed }));
    onDone();
    if (failed === 0) onClose();
    await refreshAfter(workCalls.completeAll);
  };
  const submit = () => {
    setTried(true);
    if (!open.some(({ id }) => isMissing(id))) void attempt(send);
  };
  return (
    <Dialog
      open
      title={t("several.title", { count: tasks.length })}
      onClose={onClose}
      onSubmit={open.length > 0 ? submit : undefined}
      submitText={t("several.send")}
      busy={busy}
      dirty={answers.length === 0 && Object.keys(decisions).length > 0}
      width={960}
    >
      {error && <FailureList error={error} />}
      <FieldTable name={t("several.title", { count: tasks.length })}>
        <thead>
          <tr>
            <th scope="col">{t("several.task")}</th>
            <th scope="col">{t("several.decision")}</th>
            <th scope="col">{t("form.opinion")}</th>
            {answers.length > 0 && <th scope="col">{t("several.result")}</th>}
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              decision={get(task.id)}
              answer={answers.find(({ taskId }) => taskId === task.id)}
              answered={answers.length > 0}
              missing={tried && isMissing(task.id)}
              onChange={(decision) => setDecisions((all) => ({ ...all, [task.id]: decision }))}
            />
          ))}
        </tbody>
      </FieldTable>
    </Dialog>
  );
}

interface RowProps {
  task: FlowTaskRow;
  decision: Decision;
  answer: Answers[number] | undefined;
  answered: boolean;
  missing: boolean;
  onChange: (decision: Decision) => void;
}

function TaskRow({ task, decision, answer, answered, missing, onChange }: RowProps) {
  const t = useTexts();
  const label = useLabel();
  const title = task.title ?? "";
  const done = answer?.done ?? false;
  return (
    <tr>
      <th scope="row">
        {title} <small className="unit">{task.taskName}</small>
      </th>
      <td>
        <Radio.Group
          aria-label={`${t("several.decision")} ${title}`}
          value={decision.pass}
          disabled={done}
          onChange={(event) => onChange({ ...decision, pass: event.target.value === true })}
          options={[
            { value: true, label: t("form.agree") },
            { value: false, label: t("form.refuse") },
          ]}
        />
      </td>
      <td>
        <Input.TextArea
          aria-label={t("form.opinionOf", { title })}
          aria-invalid={missing}
          status={missing ? "error" : undefined}
          placeholder={decision.pass ? t("form.optional") : t("form.needed")}
          value={decision.comment}
          disabled={done}
          maxLength={500}
          autoSize={{ minRows: 1, maxRows: 4 }}
          onChange={(event) => onChange({ ...decision, comment: event.target.value })}
        />
      </td>
      {answered && (
        <td className={answer && !done ? "bad" : undefined}>
          {done ? t("several.done") : answer && label({ zh: answer.msg ?? "", en: answer.msgEn ?? "" })}
        </td>
      )}
    </tr>
  );
}
