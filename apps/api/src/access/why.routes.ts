import { whyCalls } from "@jipei/contract/access/why.ts";
import { type Route, reads } from "../core/implement.ts";
import { subjectsOf } from "./subjects.ts";
import { explain, peopleOf } from "./why.ts";

export const whyRoutes: Route[] = [
  reads(whyCalls.explain, explain),
  reads(whyCalls.people, (db, actor, { keyword }) => peopleOf(db, actor, keyword ?? "")),
  reads(whyCalls.calls, async (_db, _actor, _input, { calls }) =>
    calls.map(({ name, method, path, zh, en }) => ({ name, method, path, zh, en })),
  ),
  reads(whyCalls.subjects, async () => subjectsOf()),
];
