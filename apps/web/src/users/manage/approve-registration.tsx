import { roles } from "@jipei/contract/core/roles.ts";
import type { RegistrationRow } from "@jipei/contract/users/registration.ts";
import { User, userCalls } from "@jipei/contract/users/user.ts";
import { roleCalls } from "@jipei/contract/access/role.ts";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter, useCall } from "../../core/api/use-call.ts";
import { DepartmentControl, RolesControl } from "./tree-controls.tsx";
import "../users.css";

/** The usual role of each kind of applicant, by its name in the tree of roles. */
const usual: Readonly<Record<string, string>> = {
  "1": roles.orgAdmin.zh,
  "2": roles.entAdmin.zh,
  "3": roles.student.zh,
};
const allNodes = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.children ?? [])]);

/** Approves a registration with a role, and for an enterprise with the department that stands for it. */
export function ApproveRegistration({ registration, onClose }: { registration: RegistrationRow; onClose: () => void }) {
  const label = useLabel();
  const { data } = useCall(roleCalls.tree, {});
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [deptId, setDeptId] = useState<string | null>(null);
  const [missing, setMissing] = useState<"roles" | "dept" | null>(null);
  const { busy, error, attempt } = useAttempt();
  const suggested = allNodes(data ?? [])
    .filter(({ title }) => title === usual[registration.applyKind ?? ""])
    .map(({ id }) => id);
  const roleIds = chosen ?? suggested;
  const needsDepartment = registration.applyKind === "2";

  const findMissing = () => {
    if (roleIds.length === 0) return "roles";
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
        },
        { silent: true },
      );
      notify("success", label(["审核通过，已短信通知本人", "Approved; the applicant is told by SMS"]));
      onClose();
      await refreshAfter(userCalls.update);
    });
  };
  return (
    <Dialog
      open
      title={label([`审核通过：${registration.name}`, `Approve ${registration.name}`])}
      onClose={onClose}
      onSubmit={submit}
      submitText={label(["通过", "Approve"])}
      busy={busy}
      dirty={chosen !== null || deptId !== null}
      width={560}
    >
      <div className="grant-roles">
        <label htmlFor="approve-roles">{label(["角色", "Roles"])}</label>
        <RolesControl id="approve-roles" value={roleIds} onChange={setChosen} aria-invalid={missing === "roles"} />
        {missing === "roles" && (
          <p role="alert" className="field-issue">
            {label(["请至少选择一个角色", "Choose at least one role"])}
          </p>
        )}
        <label htmlFor="approve-dept">{label(["所属部门(单位)", "Department"])}</label>
        <DepartmentControl
          id="approve-dept"
          field={User.fields.deptId}
          value={deptId}
          onChange={(value) => setDeptId((value as string | undefined) ?? null)}
        />
        {missing === "dept" && (
          <p role="alert" className="field-issue">
            {label(["企业账号须选择所属单位", "An enterprise needs the department that stands for it"])}
          </p>
        )}
        <p className="field-hint">
          {needsDepartment
            ? label(["企业账号只能看到所选单位的数据。", "An enterprise sees the rows of this department only."])
            : label([
                "机构账号登录后自行备案；学员账号可不选部门。",
                "An institution files itself after signing in; a student needs no department.",
              ])}
        </p>
        {error && <FailureList error={error} />}
      </div>
    </Dialog>
  );
}
