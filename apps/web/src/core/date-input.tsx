import { lazy, Suspense } from "react";

const DateControl = lazy(() => import("./date-controls.tsx").then(({ DateControl }) => ({ default: DateControl })));

/** A day outside of an entity's form, written yyyy-MM-dd in both languages; the browser's own field writes it as the system likes. */
export const DateInput = (props: { value: string | null; onChange: (day: string | null) => void }) => (
  <Suspense fallback={null}>
    <DateControl {...props} />
  </Suspense>
);
