import { JsyxList } from "./jsyx-list.tsx";

/** 技师研修, for units and the bureau. */
export default function JsyxPage() {
  return <JsyxList />;
}
