import { Suspense } from "react";
import { lazyPart } from "../../ui/lazy-part.ts";

const DateControl = lazyPart(() => import("./date-controls.tsx").then(({ DateControl }) => DateControl));

/** A day outside of an entity's form, written yyyy-MM-dd in both languages; the browser's own field writes it as the system likes. */
export const DateInput = (props: { value: string | null; onChange: (day: string | null) => void }) => (
  <Suspense fallback={null}>
    <DateControl {...props} />
  </Suspense>
);
