import { enterpriseSignCalls as calls, signedStaffImport } from "@jipei/contract/training/enterprise-sign.ts";
import { SignUp, type SignUpRow, signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { useState } from "react";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { idNumberColumn } from "../../core/list/columns/id-number-column.ts";
import { useRemove } from "../../core/moves/use-remove.tsx";
import { useIsOf } from "../../core/session/session.ts";
import { institutionMachine } from "../sign-ups/institution-machine.ts";
import { AddStaff } from "./add-staff.tsx";
import type { WholeSign } from "./whole-sign.ts";
import { StaffForm } from "./staff-form.tsx";
import { useTexts } from "./texts.ts";

const columns = [
  "name",
  "confirmStatus",
  idNumberColumn,
  "phone",
  "postName",
  "entryDate",
  "education",
  "personCategory",
  "isInsured",
  { field: "backReason", width: 220 },
  "isReSign",
  "signNo",
] as const;
const search = ["name", "confirmStatus"] as const;
const card = ["name", "confirmStatus", "postName"] as const;

interface Props {
  row: WholeSign;
  /** Whether this user may change who is in it. */
  isDraft: boolean;
  onDone: () => void;
}

/** The people of a sign-up: while it is a draft the enterprise adds and removes them, afterwards the institution decides on each. */
export function StaffList(props: Props) {
  const t = useTexts();
  const isOwn = useIsOf("enterprise");
  return (
    <section aria-labelledby="sign-staff">
      <h2 id="sign-staff" className="section-title">
        {t("staff")}
      </h2>
      {isOwn ? <OwnStaff {...props} /> : <DecidedStaff {...props} />}
    </section>
  );
}

function OwnStaff({ row, isDraft, onDone }: Props) {
  const t = useTexts();
  const [editing, setEditing] = useState<SignUpRow | null>(null);
  const removal = useRemove(
    isDraft ? calls.submit : undefined,
    (person: SignUpRow) => person.name,
    onDone,
    (removed) => ({
      id: row.id,
      version: row.version,
      persons: row.persons.filter(
        ({ id, confirmStatus }) => confirmStatus !== "Invalidate" && !removed.some((person) => person.id === id),
      ),
    }),
  );
  return (
    <>
      <CrudPage
        entity={SignUp}
        calls={{ list: calls.getTrainSign, ...(isDraft && { import: signedStaffImport }) }}
        resource="enterprise_sign"
        title={["报名人员", "Staff"]}
        columns={columns}
        search={search}
        card={card}
        fixed={{ entSignId: row.id }}
        importWith={{ entSignId: row.id }}
        importCovers
        actions={() => isDraft && <AddStaff row={row} onDone={onDone} />}
        rowActions={(person: SignUpRow) =>
          isDraft
            ? [
                {
                  key: "edit",
                  label: t("edit"),
                  run: () => setEditing(row.persons.find(({ id }) => id === person.id) ?? null),
                },
                { key: "remove", label: t("remove"), danger: true, run: () => removal.ask([person]) },
              ]
            : []
        }
        embedded
        numbered
      />
      {removal.dialogs}
      {editing && <StaffForm sign={row} person={editing} onDone={onDone} onClose={() => setEditing(null)} />}
    </>
  );
}

function DecidedStaff({ row }: Props) {
  return (
    <CrudPage
      entity={SignUp}
      calls={{ list: signUpCalls.list, detail: signUpCalls.detail }}
      resource="sign"
      title={["报名人员", "Staff"]}
      columns={columns}
      search={search}
      card={card}
      fixed={{ entSignId: row.id }}
      machine={institutionMachine}
      moves={{ confirm: signUpCalls.confirm, back: signUpCalls.back, invalidate: signUpCalls.invalidate }}
      embedded
      numbered
    />
  );
}
