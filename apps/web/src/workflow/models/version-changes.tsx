import { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import { Suspense, lazy, useMemo } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { useLabel } from "../../core/i18n/language.ts";
import type { Named } from "../../core/i18n/language.ts";
import { Skeleton, Unanswered } from "../../core/ui/states.tsx";
import { type ModelChanges, compareModels } from "./compare-models.ts";
import "./versions.css";

const DiagramView = lazy(() => import("../diagram/diagram-view.tsx"));

const parse = (xml: string) => new DOMParser().parseFromString(xml, "text/xml").documentElement;

/** Two versions of a process side by side, with what was added, changed or removed in colour and as a list. */
export function VersionChanges({ before, after }: { before: string; after: string }) {
  const label = useLabel();
  const old = useCall(flowDefinitionCalls.detail, { processDefinitionId: before });
  const now = useCall(flowDefinitionCalls.detail, { processDefinitionId: after });
  const [oldXml, nowXml] = [old.data?.xml, now.data?.xml];
  const found = useMemo(() => {
    if (!oldXml || !nowXml) return null;
    const roots = [parse(oldXml), parse(nowXml)] as const;
    return { changes: compareModels(...roots), names: new Map([...namesIn(roots[0]), ...namesIn(roots[1])]) };
  }, [oldXml, nowXml]);
  if (!oldXml || !nowXml || !found) return <Unanswered queries={[old, now]} />;
  const { changes, names } = found;
  return (
    <>
      <ChangeList changes={changes} names={names} />
      <div className="version-pictures">
        <Picture
          title={["原版本", "Before"]}
          xml={oldXml}
          marks={{ removed: changes.removed, changed: changes.changed }}
        />
        <Picture title={["新版本", "After"]} xml={nowXml} marks={{ added: changes.added, changed: changes.changed }} />
      </div>
      <p className="visually-hidden">{label(["变化见上方列表", "The changes are listed above"])}</p>
    </>
  );
}

function Picture({ title, xml, marks }: { title: Named; xml: string; marks: Readonly<Record<string, string[]>> }) {
  const label = useLabel();
  return (
    <section>
      <h3 className="section-title">{label(title)}</h3>
      <Suspense fallback={<Skeleton rows={6} />}>
        <DiagramView xml={xml} label={label(title)} marks={marks} />
      </Suspense>
    </section>
  );
}

const kinds = [
  ["added", ["新增", "Added"], "good"],
  ["changed", ["修改", "Changed"], "waiting"],
  ["removed", ["删除", "Removed"], "bad"],
] as const;

function ChangeList({ changes, names }: { changes: ModelChanges; names: ReadonlyMap<string, string> }) {
  const label = useLabel();
  const all = kinds.flatMap(([kind, words, tone]) => changes[kind].map((id) => ({ id, words, tone })));
  if (all.length === 0) return <p>{label(["两个版本办理方式相同", "Both versions do the same"])}</p>;
  return (
    <ul className="version-changes" aria-label={label(["变化", "Changes"])}>
      {all.map(({ id, words, tone }) => (
        <li key={id}>
          <span className={`status-tag tone-${tone}`}>{label(words)}</span> {names.get(id) || id}
        </li>
      ))}
    </ul>
  );
}

const namesIn = (root: Element): [id: string, name: string][] =>
  [...root.querySelectorAll("[id][name]")].map((element) => [
    element.getAttribute("id") ?? "",
    element.getAttribute("name") ?? "",
  ]);
