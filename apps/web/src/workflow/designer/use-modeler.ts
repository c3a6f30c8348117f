import Modeler from "bpmn-js/lib/Modeler";
import { useCallback, useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { type Canvas, type ElementRegistry, type Shape, colours, letters } from "../diagram/bpmn-services.ts";
import { useLastingEffect } from "../../core/page/use-lasting-effect.ts";
import { flowable } from "./flowable.ts";
import { modelerParts } from "./modeler-parts.ts";
import "bpmn-js/dist/assets/bpmn-font/css/bpmn.css";
import "bpmn-js/dist/assets/bpmn-js.css";
import "bpmn-js/dist/assets/diagram-js.css";

interface EventBus {
  on: (names: string | string[], listener: () => void) => void;
}
interface Selection {
  get: () => Shape[];
  select: (shape: Shape) => void;
}
export interface CommandStack {
  undo: () => void;
  redo: () => void;
  canUndo: () => boolean;
  canRedo: () => boolean;
}

export interface Designing {
  modeler: Modeler;
  /** What is selected; with nothing, the process. */
  element: Shape | null;
  /** Grows with every change, so that what is shown is read again. */
  revision: number;
  /** Whether the last file could not be read. */
  failed: boolean;
  open: (xml: string) => Promise<boolean>;
  getXml: () => Promise<string>;
  /** Selects an element and brings it into sight. */
  show: (id: string) => void;
}

const makeModeler = () =>
  new Modeler({
    additionalModules: [modelerParts],
    moddleExtensions: { flowable },
    bpmnRenderer: colours,
    textRenderer: { defaultStyle: letters },
  });

/**
 * The modeler in a box of the page, and what of its state the page shows. While the tab of the page is hidden the box is empty, and the
 * modeler keeps what was drawn, with the steps that can be undone.
 */
export function useModeler(box: RefObject<HTMLDivElement | null>, onChange: () => void): Designing {
  const [modeler] = useState(makeModeler);
  const [element, setElement] = useState<Shape | null>(null);
  const [revision, setRevision] = useState(0);
  const [failed, setFailed] = useState(false);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  useEffect(() => {
    if (!box.current) return;
    modeler.attachTo(box.current);
    return () => modeler.detach();
  }, [modeler, box]);
  useLastingEffect(() => {
    const read = () => {
      const chosen = modeler.get<Selection>("selection").get();
      const only = chosen.length === 1 ? chosen[0] : undefined;
      setElement(only?.labelTarget ?? only ?? modeler.get<Canvas>("canvas").getRootElement());
      setRevision((before) => before + 1);
    };
    const events = modeler.get<EventBus>("eventBus");
    events.on(["selection.changed", "import.done"], read);
    events.on("commandStack.changed", () => {
      read();
      changed.current();
    });
    return () => modeler.destroy();
  }, [modeler]);
  const open = useCallback(
    async (xml: string) => {
      try {
        await modeler.importXML(xml);
        modeler.get<Canvas>("canvas").zoom("fit-viewport", "auto");
        setFailed(false);
        return true;
      } catch {
        setFailed(true);
        return false;
      }
    },
    [modeler],
  );
  const getXml = useCallback(async () => {
    // Until a file is open there is nothing to write.
    if (!modeler.getDefinitions()) return "";
    return (await modeler.saveXML({ format: true })).xml ?? "";
  }, [modeler]);
  const show = (id: string) => {
    const shape = modeler.get<ElementRegistry>("elementRegistry").get(id);
    if (!shape) return;
    modeler.get<Selection>("selection").select(shape);
    modeler.get<Canvas>("canvas").scrollToElement(id);
  };
  return { modeler, element, revision, failed, open, getXml, show };
}
