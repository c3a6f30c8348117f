import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { flowMay, signerPlace } from "@jipei/contract/workflow/flow-codes.ts";
import type { FlowDetail } from "@jipei/contract/workflow/flow-detail.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { Radio } from "antd";
import { useState } from "react";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts } from "../texts.ts";
import type { MoveProps, SignerProps } from "./move-props.ts";
import { OpinionDialog } from "./opinion-dialog.tsx";
import { PeopleField } from "./people-field.tsx";
import { useMove } from "./use-move.ts";
import { usePeople } from "./use-people.ts";

type Place = CodeOf<typeof signerPlace>;
const places = Object.keys(signerPlace.codes) as Place[];

/** Asks more people to sign: before, together with or after whoever adds them. */
export function AddSigners({ taskId, processInstanceId, stepSigners, onClose }: SignerProps) {
  const t = useTexts();
  const label = useLabel();
  const { send, busy, error } = useMove(workCalls.addSigner, onClose);
  const { people, ready, field } = usePeople();
  const [place, setPlace] = useState<Place>("before");
  return (
    <OpinionDialog
      title={label(flowMay.codes.addSigner)}
      label={t("move.note")}
      busy={busy}
      error={error}
      ready={ready}
      onSubmit={({ comment }) => send({ taskId, processInstanceId, userIds: people.join(","), place, comment })}
      onClose={onClose}
    >
      <PeopleField multiple except={stepSigners} {...field} />
      <fieldset className="plain-fieldset">
        <legend>{t("move.place")}</legend>
        <Radio.Group
          value={place}
          onChange={(event) => setPlace(places.find((one) => one === event.target.value) ?? "before")}
          options={places.map((value) => ({ value, label: label(signerPlace.codes[value]) }))}
        />
      </fieldset>
    </OpinionDialog>
  );
}

/** Takes off a signer whom the reader has added, to their task or in front of themselves, and who has not answered yet. */
export function RemoveSigner({
  signers,
  processInstanceId,
  onClose,
}: MoveProps & { signers: FlowDetail["addedSigners"] }) {
  const t = useTexts();
  const label = useLabel();
  const { send, busy, error } = useMove(workCalls.removeSigner, onClose);
  const [userId, setUserId] = useState(signers[0]?.userId ?? "");
  return (
    <OpinionDialog
      title={label(flowMay.codes.removeSigner)}
      label={t("move.note")}
      danger
      busy={busy}
      error={error}
      onSubmit={({ comment }) => send({ processInstanceId, userId, comment })}
      onClose={onClose}
    >
      <fieldset className="plain-fieldset">
        <legend>{t("move.signer")}</legend>
        <Radio.Group
          vertical
          value={userId}
          onChange={(event) => setUserId(String(event.target.value))}
          options={signers.map((one) => ({ value: one.userId, label: one.name }))}
        />
      </fieldset>
    </OpinionDialog>
  );
}
