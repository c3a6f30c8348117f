import { whyCalls } from "@jipei/contract/access/why.ts";
import { type Route, reads } from "../../core/http/implement.ts";
import { getSubjects } from "./subjects.ts";
import { explain, getPeople } from "./why.ts";

export const whyRoutes: Route[] = [
  reads(whyCalls.explain, explain),
  reads(whyCalls.people, (db, actor, { keyword }) => getPeople(db, actor, keyword ?? "")),
  reads(whyCalls.calls, async (_db, _actor, _input, { calls }) =>
    calls.map(({ name, method, path, zh, en }) => ({ name, method, path, zh, en })),
  ),
  reads(whyCalls.subjects, async () => getSubjects()),
];
