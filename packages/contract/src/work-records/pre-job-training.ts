import { code, codeList, int } from "../core/fields/field.ts";
import { everyUnit, recordEntity, recordKind } from "./record-kind.ts";
import { people } from "./work-record.ts";

export const gqKind = codeList("GQ_KIND", "岗前培训类型", "Kind of pre-job training", {
  "1": ["岗前", "Pre-job"],
  "2": ["转岗", "Transfer"],
});

/** Training before a job or a change of job, in a period. */
export const PreJobTraining = recordEntity(
  "PreJobTraining",
  "岗前培训台账",
  "Pre-job training",
  {
    gqKind: code(gqKind, "培训类型", "Kind", "required"),
    newHireCount: int("新招用人数", "New staff", "required", people),
    contractCount: int("签订合同人数", "With a contract", "required", people),
  },
  { filters: ["gqKind"] },
);

export const preJobTrainingKind = recordKind(PreJobTraining, "train_gqpx", everyUnit);
