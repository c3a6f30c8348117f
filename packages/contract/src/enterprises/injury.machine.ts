import { machine } from "../core/machine.ts";
import { injuryLock } from "./injury-record.ts";

/** What the bureau has locked is read only and counted; it is opened again for a reason alone. */
export const injuryMachine = machine({
  name: "injury",
  zh: "工伤记录",
  en: "Injury record",
  entity: "InjuryRecord",
  field: "isLock",
  resource: "injury_record",
  states: injuryLock,
  initial: "0",
  actions: {
    lock: { zh: "锁定", en: "Lock", from: ["0"], to: "1", by: ["clerk"] },
    unlock: { zh: "解锁", en: "Unlock", from: ["1"], to: "0", by: ["sysAdmin"], reason: true, danger: true },
  },
});
