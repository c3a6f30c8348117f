import { personFields } from "@jipei/contract/core/fields/blocks.ts";
import { education } from "@jipei/contract/core/fields/codes.ts";
import { type CodeOf, orderedCodes } from "@jipei/contract/core/fields/field.ts";
import { roles } from "@jipei/contract/core/roles.ts";
import type { RegistrationRow } from "@jipei/contract/users/registration.ts";
import { User, userCalls } from "@jipei/contract/users/user.ts";
import { roleCalls } from "@jipei/contract/access/role.ts";
import { Input, Select } from "antd";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useCall } from "../../core/api/use-call.ts";
import { RolesField } from "./roles-field.tsx";
import { DepartmentControl } from "./tree-controls.tsx";
import { FieldIssue } from "../../core/form/field-issue.tsx";
import { allNodes } from "../../core/tree/tree-words.ts";
import { useTexts } from "../../core/i18n/core-texts.ts";
import "../users.css";

/** The usual role of each kind of applicant, by its name in the tree of roles. */
const usual: Readonly<Record<string, string>> = {
  "1": roles.orgAdmin.zh,
  "2": roles.entAdmin.zh,
  "3": roles.student.zh,
};
/** What a student account needs besides the registration. */
interface Card {
  idNumber: string;
  education: CodeOf<typeof education> | null;
}

const noCard: Card = { idNumber: "", education: null };

interface Props {
  registration: RegistrationRow;
  onClose: () => void;
}

/** Approves a registration with a role, and for an enterprise with the department that stands for it. */
export function ApproveRegistration({ registration, onClose }: Props) {
  const t = useTexts();
  const label = useLabel();
  const { roleIds, chooseRoles, deptId, setDeptId, needsDepartment, isStudent, card, setCard, missing, ...approval } =
    useApproval(registration, onClose);
  return (
    <Dialog
      open
      title={label([`审核通过：${registration.name}`, `Approve ${registration.name}`])}
      onClose={onClose}
      onSubmit={approval.submit}
      submitText={t("common.approve")}
      busy={approval.busy}
      dirty={approval.dirty}
      width={560}
    >
      <div className="grant-roles">
        <RolesField id="approve-roles" value={roleIds} onChange={chooseRoles} missing={missing === "roles"} />
        <label htmlFor="approve-dept">{label(["所属部门(单位)", "Department"])}</label>
        <DepartmentControl
          id="approve-dept"
          field={User.fields.deptId}
          value={deptId}
          onChange={(value) => setDeptId((value as string | undefined) ?? null)}
        />
        {isStudent && <StudentCard card={card} onChange={setCard} missing={missing === "card"} />}
        {missing === "dept" && (
          <FieldIssue>
            {label(["企业账号须选择所属单位", "An enterprise needs the department that represents it"])}
          </FieldIssue>
        )}
        <p className="field-hint">
          {needsDepartment
            ? label(["企业账号只能看到所选单位的数据。", "An enterprise sees the data of this department only."])
            : label([
                "机构账号登录后自行备案；学员账号可不选部门。",
                "An institution files its own details after signing in; a student needs no department.",
              ])}
        </p>
        {approval.error && <FailureList error={approval.error} />}
      </div>
    </Dialog>
  );
}

/** What is chosen for the new account, and the call that approves it. */
function useApproval(registration: RegistrationRow, onClose: () => void) {
  const label = useLabel();
  const { data } = useCall(roleCalls.tree, {});
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [deptId, setDeptId] = useState<string | null>(null);
  const [card, setCard] = useState<Card>(noCard);
  const [missing, setMissing] = useState<"roles" | "dept" | "card" | null>(null);
  const { busy, error, attempt } = useAttempt();
  const suggested = allNodes(data ?? [])
    .filter(({ title }) => title === usual[registration.applyKind ?? ""])
    .map(({ id }) => id);
  const roleIds = chosen ?? suggested;
  const needsDepartment = registration.applyKind === "2";
  const isStudent = registration.applyKind === "3";

  const findMissing = () => {
    if (roleIds.length === 0) return "roles";
    if (isStudent && !(card.idNumber.trim() && card.education)) return "card";
    return needsDepartment && !deptId ? "dept" : null;
  };
  const submit = () => {
    const issue = findMissing();
    setMissing(issue);
    if (issue) return;
    void attempt(async () => {
      await invoke(
        userCalls.update,
        {
          id: registration.id,
          version: registration.version,
          status: "1",
          roleId: [...roleIds],
          ...(deptId && { deptId }),
          ...(isStudent && card),
        },
        { silent: true },
      );
      notify("success", label(["审核通过，已短信通知本人", "Approved; the applicant has been notified by SMS"]));
      onClose();
      await refreshAfter(userCalls.update);
    });
  };
  return {
    roleIds,
    chooseRoles: setChosen,
    deptId,
    setDeptId,
    needsDepartment,
    isStudent,
    card,
    setCard,
    missing,
    dirty: chosen !== null || deptId !== null || card !== noCard,
    busy,
    error,
    submit,
  };
}

interface CardProps {
  card: Card;
  onChange: (card: Card) => void;
  /** One of the two is not filled in, and both have to be. */
  missing: boolean;
}

/** The number that the administrator reads from the card of a student, and their education. */
function StudentCard({ card, onChange, missing }: CardProps) {
  const label = useLabel();
  return (
    <>
      <label htmlFor="approve-number">{label(["居民身份证号码", "Number of the resident identity card"])}</label>
      <Input
        id="approve-number"
        value={card.idNumber}
        onChange={({ target }) => onChange({ ...card, idNumber: target.value })}
        maxLength={personFields.idNumber.length}
        autoComplete="off"
        aria-invalid={missing}
      />
      <label htmlFor="approve-education">{label(personFields.education)}</label>
      <Select
        id="approve-education"
        value={card.education}
        onChange={(value) => onChange({ ...card, education: value })}
        options={orderedCodes(education).map(([value, entry]) => ({ value, label: label(entry) }))}
        aria-invalid={missing}
      />
      {missing && <FieldIssue>{label(["请填写身份证号码和学历", "Enter the ID number and the education"])}</FieldIssue>}
    </>
  );
}
