import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { useLabel } from "../core/i18n/language.ts";
import { allNodes, nodeName } from "../core/tree/tree-words.ts";

/** The names of what saving would grant and revoke. */
export function GrantChanges({
  nodes,
  given,
  taken,
}: {
  nodes: readonly TreeNode[];
  given: readonly string[];
  taken: readonly string[];
}) {
  const label = useLabel();
  const byId = new Map(allNodes(nodes).map((node) => [node.id, node]));
  const getWord = (id: string) => {
    const node = byId.get(id);
    return node ? label(nodeName(node)) : id;
  };
  if (given.length + taken.length === 0) return <p className="unit">{label(["没有变更", "No changes"])}</p>;
  return (
    <div className="grant-changes" role="status">
      {[
        { ids: given, title: label([`给予（${given.length}）`, `Given (${given.length})`]), tone: "good" },
        { ids: taken, title: label([`收回（${taken.length}）`, `Taken (${taken.length})`]), tone: "bad" },
      ].map(
        ({ ids, title, tone }) =>
          ids.length > 0 && (
            <section key={tone}>
              <h3 className="section-title">{title}</h3>
              <ul>
                {ids.map((id) => (
                  <li key={id} className={`status-tag tone-${tone}`}>
                    {getWord(id)}
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  );
}
