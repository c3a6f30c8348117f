import { useLabel } from "../../../core/i18n/language.ts";
import { PeopleEditor } from "../../model/people-editor.tsx";
import { type People, type Signing, fromAssignment, signer, toAssignment } from "../../model/people.ts";
import { type Editing, bodyOf, childOf, textOf } from "../editing.ts";
import { PanelText } from "./panel-field.tsx";

/** Who does a task, how many of them have to agree, until when, and how urgent it is. */
export function TaskPart({ editing }: { editing: Editing }) {
  const label = useLabel();
  const loop = editing.child("loopCharacteristics");
  const { people, signing } = fromAssignment({
    assignee: editing.text("flowable:assignee"),
    candidateUsers: editing.text("flowable:candidateUsers"),
    candidateGroups: editing.text("flowable:candidateGroups"),
    ...(loop && {
      collection: textOf(loop, "flowable:collection"),
      completion: bodyOf(childOf(loop, "completionCondition")),
    }),
  });
  const change = (nextPeople: People, nextSigning: Signing) => {
    const { assignee, candidateUsers, candidateGroups, collection, completion } = toAssignment(nextPeople, nextSigning);
    editing.set({
      "flowable:assignee": assignee,
      "flowable:candidateUsers": candidateUsers || undefined,
      "flowable:candidateGroups": candidateGroups || undefined,
      loopCharacteristics: collection
        ? editing.create("bpmn:MultiInstanceLoopCharacteristics", {
            "flowable:collection": collection,
            "flowable:elementVariable": signer,
            completionCondition: editing.expression(completion ?? ""),
          })
        : undefined,
    });
  };
  return (
    <>
      <PeopleEditor people={people} signing={signing} onChange={change} />
      <PanelText
        label={label(["办理期限", "Due"])}
        hint={label([
          "如 P3D（3天）、PT8H（8小时），或表达式",
          "Such as P3D (3 days), PT8H (8 hours), or an expression",
        ])}
        value={editing.text("flowable:dueDate")}
        onCommit={(due) => editing.set({ "flowable:dueDate": due || undefined })}
      />
      <PanelText
        label={label(["优先级", "Priority"])}
        placeholder="50"
        value={editing.text("flowable:priority")}
        onCommit={(priority) => editing.set({ "flowable:priority": priority || undefined })}
      />
    </>
  );
}
