import { type RegionNode, regionCalls, rootCode } from "@jipei/contract/settings/region.ts";
import { useQueries } from "@tanstack/react-query";
import { Tree } from "antd";
import { useState } from "react";
import { invoke } from "../core/api/call-client.ts";
import { useLabel } from "../core/i18n/language.ts";
import { Failed, Skeleton } from "../core/ui/states.tsx";

interface Props {
  picked: string;
  /** null: the country. */
  onPick: (region: RegionNode | null) => void;
}

interface Branch {
  key: string;
  title: string;
  isLeaf: boolean;
  node: RegionNode | null;
  children?: Branch[];
}

/** Regions level by level: what is opened is asked for, and asked for again when a region was saved. */
export function RegionTree({ picked, onPick }: Props) {
  const label = useLabel();
  const [open, setOpen] = useState<readonly string[]>([rootCode]);
  const levels = useQueries({
    queries: open.map((parentCode) => ({
      queryKey: [regionCalls.lazyTree.path, { parentCode }],
      queryFn: () => invoke(regionCalls.lazyTree, { parentCode }, { silent: true }),
      staleTime: 60_000,
    })),
  });
  const nodes = new Map(open.map((code, i) => [code, levels[i]?.data]));
  const below = (code: string): Branch[] | undefined =>
    nodes
      .get(code)
      ?.map((node) => ({ key: node.id, title: node.title, isLeaf: !node.hasChildren, node, children: below(node.id) }));
  const provinces = below(rootCode);
  if (levels[0]?.isError) return <Failed error={levels[0].error} onRetry={() => void levels[0]?.refetch()} />;
  if (!provinces) return <Skeleton />;
  return (
    <div className="region-tree">
      <Tree<Branch>
        aria-label={label(["区划树", "Region tree"])}
        blockNode
        treeData={[{ key: rootCode, title: label(["中国", "China"]), isLeaf: false, node: null, children: provinces }]}
        expandedKeys={[...open]}
        onExpand={(keys) => setOpen([...new Set([rootCode, ...keys.map(String)])])}
        selectedKeys={[picked]}
        onSelect={(_keys, { node }) => onPick(node.node)}
      />
    </div>
  );
}
