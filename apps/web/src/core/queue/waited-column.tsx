import type { Entity } from "@jipei/contract/core/entity.ts";
import { Suspense } from "react";
import { getValue } from "../form/fields.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import type { Queue } from "./queue.ts";

// Most lists are no queues, and do without the figures of the home page.
const Waited = lazyPart(() => import("./waited.tsx").then(({ Waited }) => Waited));

/** A column of a list: since when each row waits. */
export const waitedColumn = <E extends Entity, R extends object>({ waits, since }: Queue<E, R>) => ({
  key: "waited",
  title: ["已等待", "Waiting"] as const,
  width: 120,
  render: (row: R) =>
    waits(row) && (
      <Suspense fallback={null}>
        <Waited since={getValue(row, since) as string | null} />
      </Suspense>
    ),
});
