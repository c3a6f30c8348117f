import type { ModelIssue } from "@jipei/contract/workflow/flow-model.ts";
import type Modeler from "bpmn-js/lib/Modeler";
import { useEffect } from "react";
import type { Canvas, ElementRegistry } from "../diagram/bpmn-services.ts";

/** Marks the elements with which something is wrong. */
export function useIssueMarks(modeler: Modeler, issues: readonly ModelIssue[]): void {
  useEffect(() => {
    const canvas = modeler.get<Canvas>("canvas");
    const registry = modeler.get<ElementRegistry>("elementRegistry");
    const marked = issues.flatMap(({ elementId, severity }) =>
      elementId && registry.get(elementId) ? [[elementId, `issue-${severity}`] as const] : [],
    );
    for (const [id, marker] of marked) canvas.addMarker(id, marker);
    return () => {
      for (const [id, marker] of marked) if (registry.get(id)) canvas.removeMarker(id, marker);
    };
  }, [modeler, issues]);
}
