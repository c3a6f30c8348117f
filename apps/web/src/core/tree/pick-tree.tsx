import { SearchOutlined } from "@ant-design/icons";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { Input, Tree } from "antd";
import { useState } from "react";
import type { CallError } from "../api/call-error.ts";
import { type Named, useLabel } from "../i18n/language.ts";
import { Unanswered } from "../ui/states.tsx";
import { allNodes, nodeName, search } from "./tree-words.ts";
import { useClear } from "../ui/use-clear.tsx";
import "./pick-tree.css";

interface Leaf {
  key: string;
  title: string;
  node: TreeNode | null;
  children?: Leaf[];
}
const everything = "all";

interface Props {
  tree: UseQueryResult<TreeNode[], CallError>;
  words: Record<"tree" | "find" | "all", Named>;
  /** Whether the first level stands open. */
  opened?: boolean;
  /** null: everything. */
  picked: TreeNode | null;
  onPick: (node: TreeNode | null) => void;
}

/** A tree beside a list, to pick the node whose rows are listed. */
export function PickTree({ tree, words, opened = false, picked, onPick }: Props) {
  const label = useLabel();
  const clear = useClear();
  const [text, setText] = useState("");
  const [open, setOpen] = useState<readonly string[] | null>(null);
  if (tree.isError || !tree.data) return <Unanswered queries={[tree]} />;
  const found = search(tree.data, text, (node) => label(nodeName(node)));
  const first = opened ? tree.data.map(({ id }) => id) : [];
  const getLeaf = (node: TreeNode): Leaf => ({
    key: node.id,
    title: label(nodeName(node)),
    node,
    ...(node.children && { children: node.children.map(getLeaf) }),
  });
  return (
    <div className="pick-tree">
      <Input
        type="search"
        prefix={<SearchOutlined />}
        allowClear={clear}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={label(["按名称查找", "Find by name"])}
        aria-label={label(words.find)}
      />
      <Tree<Leaf>
        aria-label={label(words.tree)}
        blockNode
        treeData={[{ key: everything, title: label(words.all), node: null, children: found.map(getLeaf) }]}
        expandedKeys={
          text.trim() === ""
            ? [...(open ?? [everything, ...first])]
            : [everything, ...allNodes(found).map(({ id }) => id)]
        }
        onExpand={(keys) => setOpen(keys.map(String))}
        selectedKeys={[picked?.id ?? everything]}
        onSelect={(_keys, { node }) => onPick(node.node)}
      />
    </div>
  );
}
