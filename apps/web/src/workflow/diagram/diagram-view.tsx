import { MinusOutlined, PlusOutlined } from "@ant-design/icons";
import NavigatedViewer from "bpmn-js/lib/NavigatedViewer";
import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import "bpmn-js/dist/assets/diagram-js.css";
import { useTexts } from "../texts.ts";
import { type Canvas, type ElementRegistry, type ZoomScroll, colours, letters } from "./bpmn-services.ts";
import "./diagram.css";

/** Elements of the diagram by how they are coloured. */
export type Marks = Readonly<Record<string, readonly string[]>>;

interface Props {
  xml: string;
  /** What the picture shows, for screen readers; the steps stand beside it as a list. */
  label: string;
  marks?: Marks;
}

/** A process as it is drawn, to be looked at. In a file of its own: the library is fetched where a diagram is shown. */
export default function DiagramView({ xml, label, marks }: Props) {
  const t = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const viewer = useRef<NavigatedViewer | null>(null);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  useEffect(() => {
    if (!box.current) return;
    const made = new NavigatedViewer({
      container: box.current,
      bpmnRenderer: colours,
      textRenderer: { defaultStyle: letters },
    });
    viewer.current = made;
    made.importXML(xml).then(
      () => {
        if (viewer.current !== made) return;
        fit(made);
        setState("shown");
      },
      () => viewer.current === made && setState("failed"),
    );
    return () => {
      viewer.current = null;
      made.destroy();
    };
  }, [xml]);
  useEffect(() => {
    const made = viewer.current;
    if (state === "shown" && made && marks) return mark(made, marks);
  }, [state, marks]);
  const step = (by: number) => viewer.current?.get<ZoomScroll>("zoomScroll").stepZoom(by);
  return (
    <figure className="diagram" aria-label={label}>
      <div ref={box} className="diagram-canvas" />
      {state === "failed" && <p className="diagram-failed">{t("process.failedDiagram")}</p>}
      <div className="diagram-zoom">
        <Button size="small" aria-label={t("process.zoomIn")} icon={<PlusOutlined />} onClick={() => step(1)} />
        <Button size="small" aria-label={t("process.zoomOut")} icon={<MinusOutlined />} onClick={() => step(-1)} />
        <Button size="small" onClick={() => viewer.current && fit(viewer.current)}>
          {t("process.fit")}
        </Button>
      </div>
    </figure>
  );
}

/** Shows the whole diagram with some space around it, but never larger than it is drawn. */
function fit(viewer: NavigatedViewer): void {
  const canvas = viewer.get<Canvas>("canvas");
  canvas.zoom(Math.min(1, canvas.zoom("fit-viewport", "auto") * 0.92), "auto");
}

/** Colours elements. @returns takes the colours away */
function mark(viewer: NavigatedViewer, marks: Marks): () => void {
  const canvas = viewer.get<Canvas>("canvas");
  const registry = viewer.get<ElementRegistry>("elementRegistry");
  const all = Object.entries(marks).flatMap(([name, ids]) =>
    ids.filter((id) => registry.get(id)).map((id) => [id, `mark-${name}`] as const),
  );
  for (const [id, name] of all) canvas.addMarker(id, name);
  return () => {
    for (const [id, name] of all) if (registry.get(id)) canvas.removeMarker(id, name);
  };
}
