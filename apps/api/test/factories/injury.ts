import { somebody } from "./enrolment.ts";
import { addDays, today } from "../../src/core/foundation/clock.ts";

/** An injury of three days ago, as an enterprise reports it. */
export const anInjury = (overrides: object = {}) =>
  ({
    ...somebody(),
    postName: "冲压工",
    injuryTime: `${addDays(today(), -3)} 10:30:00`,
    injuryPlace: "二号车间",
    accidentType: "03",
    injuryGrade: "1",
    lostDays: 12,
    deathCount: 0,
    cause: "防护罩未关闭",
    isTrained: "1",
    ...overrides,
  }) as never;
