import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { type ReactNode, useState } from "react";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { useMenuName } from "../core/page/use-menu-name.ts";
import { MenuTree } from "./menu-tree.tsx";
import { nodeName } from "../core/tree/tree-words.ts";
import "./access.css";

interface Props {
  name: Named;
  /** The list of the menu that is picked, or of all of them. */
  children: (menu: TreeNode | null, heading: ReactNode) => ReactNode;
}

/** The menu tree, and beside it the scopes of the picked menu. */
export function ScopeFrame({ name, children }: Props) {
  const label = useLabel();
  const menuName = useMenuName();
  const [picked, setPicked] = useState<TreeNode | null>(null);
  const heading = (
    <h2 id="scopes-of-menu" className="section-title">
      {picked ? label(nodeName(picked)) : label(["全部菜单", "All menus"])}
    </h2>
  );
  return (
    <>
      <PageHeader title={label(menuName ?? name)} />
      <div className="beside tree">
        <section aria-label={label(["菜单树", "Menu tree"])}>
          <MenuTree picked={picked} onPick={setPicked} />
        </section>
        <section aria-labelledby="scopes-of-menu">{children(picked, heading)}</section>
      </div>
    </>
  );
}
