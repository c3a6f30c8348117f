import { SearchOutlined } from "@ant-design/icons";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { Input, Tree } from "antd";
import { useState } from "react";
import { useLabel } from "../core/i18n/language.ts";
import { Empty } from "../core/ui/states.tsx";
import { allNodes, nodeName, search } from "../core/tree/tree-words.ts";
import { useClear } from "../core/ui/use-clear.tsx";

interface Props {
  /** Label of the tree for screen readers. */
  name: string;
  nodes: readonly TreeNode[];
  /** Ids of the checked nodes. */
  ticked: ReadonlySet<string>;
  onChange: (ticked: ReadonlySet<string>) => void;
  /** Whether a node can be granted itself, or only holds others. */
  grantable?: (node: TreeNode) => boolean;
  /** Whether checking a node grants everything below it, so that nothing is counted. */
  whole?: boolean;
}

interface Leaf {
  key: string;
  title: string;
  node: TreeNode;
  checkable: boolean;
  children?: Leaf[];
}

const height = 380;

/** A tree with checkboxes: nodes are checked one by one or with everything below them, and found by words. */
export function GrantTree({ name, nodes, ticked, onChange, grantable = () => true, whole = false }: Props) {
  const label = useLabel();
  const clear = useClear();
  const [words, setWords] = useState("");
  const [open, setOpen] = useState<readonly string[]>([]);
  const getName = (node: TreeNode) => label(nodeName(node));
  const found = search(nodes, words, getName);
  const expanded = words.trim() === "" ? open : allNodes(found).map(({ id }) => id);
  const getLeaf = (node: TreeNode): Leaf => ({
    key: node.id,
    title: getName(node),
    node,
    checkable: grantable(node),
    ...(node.children && { children: node.children.map(getLeaf) }),
  });
  const set = (ids: readonly string[], on: boolean) => {
    const next = new Set(ticked);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  if (nodes.length === 0) return <Empty />;
  return (
    <div className="grant-tree">
      <Input
        type="search"
        prefix={<SearchOutlined />}
        allowClear={clear}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        placeholder={label(["按名称查找", "Find by name"])}
        aria-label={label([`在${name}中查找`, `Find in ${name}`])}
      />
      {found.length === 0 ? (
        <Empty text={label(["没有匹配的数据", "Nothing matches"])} />
      ) : (
        <Tree<Leaf>
          aria-label={name}
          checkable
          checkStrictly
          selectable={false}
          blockNode
          height={height}
          treeData={found.map(getLeaf)}
          checkedKeys={{
            checked: [...ticked],
            halfChecked: allNodes(nodes)
              .filter(
                (node) =>
                  !ticked.has(node.id) && node.children && allNodes(node.children).some(({ id }) => ticked.has(id)),
              )
              .map(({ id }) => id),
          }}
          expandedKeys={[...expanded]}
          onExpand={(keys) => setOpen(keys.map(String))}
          onCheck={(_keys, { node, checked }) => set([node.node.id], checked)}
          titleRender={(leaf) =>
            whole ? leaf.title : <NodeTitle leaf={leaf} ticked={ticked} grantable={grantable} onAll={set} />
          }
        />
      )}
    </div>
  );
}

function NodeTitle({
  leaf: { title, node },
  ticked,
  grantable,
  onAll,
}: {
  leaf: Leaf;
  ticked: ReadonlySet<string>;
  grantable: (node: TreeNode) => boolean;
  onAll: (ids: readonly string[], on: boolean) => void;
}) {
  const label = useLabel();
  if (!node.children) return <>{title}</>;
  const ids = allNodes([node])
    .filter(grantable)
    .map(({ id }) => id);
  const given = ids.filter((id) => ticked.has(id)).length;
  const whole = given === ids.length;
  return (
    <span className="grant-branch">
      {title}{" "}
      <span className="unit numeric">
        {given}/{ids.length}
      </span>
      <button
        type="button"
        className="link-button"
        aria-label={
          whole
            ? label([`全不选“${title}”及其下级`, `None of “${title}”`])
            : label([`全选“${title}”及其下级`, `All of “${title}”`])
        }
        onClick={(event) => {
          event.stopPropagation();
          onAll(ids, !whole);
        }}
      >
        {whole ? label(["全不选", "None"]) : label(["全选", "All"])}
      </button>
    </span>
  );
}
