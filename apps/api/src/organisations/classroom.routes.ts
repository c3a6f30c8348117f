import { Classroom, classroomCalls as calls } from "@jipei/contract/organisations/classroom.ts";
import { type CrudOptions, crud, crudRoutes } from "../core/crud.ts";
import { reads } from "../core/implement.ts";
import { refuseTwin, refuseUsed } from "../core/references.ts";
import { invalidField } from "../core/refusal.ts";
import { ownRows } from "../core/rows.ts";

const options: CrudOptions = {
  entity: Classroom,
  resource: "classroom_files",
  scope: ownRows,
  async beforeSave(tx, actor, merged, old) {
    const orgId = old?.["orgId"] ?? actor.orgId;
    if (merged["classroomType"] === "2" && !merged["workstationCount"])
      throw invalidField(
        "workstationCount",
        "实操工位数",
        "Workstations",
        "实操车间须填写",
        "needed for a practice workshop",
      );
    if (merged["ownership"] === "2" && !merged["leaseExpireDate"])
      throw invalidField("leaseExpireDate", "租赁到期日", "Lease ends", "租赁场地须填写", "needed for a leased room");
    await refuseTwin(tx, Classroom, merged["id"], { classroomNo: merged["classroomNo"], orgId });
    return { orgId };
  },
  beforeRemove: (tx, _actor, rows) =>
    refuseUsed(
      tx,
      "CLASSROOM_IN_USE",
      rows.map((row) => row["id"]),
      ["lesson.classroom_id", "training_class.classroom_id"],
    ),
};
const { list } = crud(options);

export const classroomRoutes = [
  ...crudRoutes(calls as never, options),
  reads(calls.usedByOrg, list as never),
  reads(calls.usedByManage, list as never),
];
