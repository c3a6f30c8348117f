import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { User } from "@jipei/contract/users/user.ts";
import { useState } from "react";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useMenuName } from "../../core/page/use-menu-name.ts";
import { DepartmentTree } from "./department-tree.tsx";
import { UserList } from "./user-list.tsx";
import "../users.css";

/** 用户: departments as a tree, beside them their people. */
export default function UserPage() {
  const label = useLabel();
  const menuName = useMenuName();
  const [picked, setPicked] = useState<TreeNode | null>(null);
  return (
    <>
      <PageHeader title={label(menuName ?? User)} />
      <div className="beside tree">
        <section aria-label={label(["部门", "Departments"])}>
          <DepartmentTree picked={picked} onPick={setPicked} />
        </section>
        <section aria-labelledby="users-below">
          <UserList key={picked?.id ?? "all"} department={picked} />
        </section>
      </div>
    </>
  );
}
