import { Input } from "antd";
import { Suspense } from "react";
import type { ReactNode } from "react";

/** A control that is fetched when it is first shown; until then a disabled input takes its place. */
export const LateControl = ({ id, children }: { id?: string; children: ReactNode }) => (
  <Suspense fallback={<Input id={id} disabled />}>{children}</Suspense>
);
