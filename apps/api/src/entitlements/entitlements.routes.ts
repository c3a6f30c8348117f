import { answers } from "../core/foundation/ports.ts";
import type { Domain } from "../core/http/implement.ts";
import { trainingBlockers } from "../training/training.queries.ts";
import { findBlockers } from "./blockers.ts";

/** What people have been subsidised for, so that nobody is paid for twice. It has no calls of its own. */
export const entitlements: Domain = {
  name: "entitlements",
  routes: [],
  holds: [answers(trainingBlockers, findBlockers)],
};
