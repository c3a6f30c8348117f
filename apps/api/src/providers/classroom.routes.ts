import { formImporter } from "../core/excel/import/form-import.ts";
import { columns } from "../core/entity/columns.ts";
import { Classroom, classroomCalls as calls } from "@jipei/contract/providers/classroom.ts";
import { type CrudOptions, crud, crudRoutes } from "../core/entity/crud.ts";
import { reads } from "../core/http/implement.ts";
import { refuseDuplicate, refuseUsed } from "../core/entity/references.ts";
import { invalidValue } from "../core/foundation/refusal.ts";
import { ownRows } from "../core/database/rows.ts";
import { getOwner } from "./owner.ts";

const options: CrudOptions<typeof Classroom> = {
  entity: Classroom,
  resource: "classroom_files",
  scope: ownRows,
  async beforeSave(tx, actor, merged, old) {
    const orgId = getOwner(actor, old);
    if (merged.classroomType === "2" && !merged.workstationCount)
      throw invalidValue(Classroom, "workstationCount", "实操车间须填写", "needed for a practice workshop");
    if (merged.ownership === "2" && !merged.leaseExpireDate)
      throw invalidValue(Classroom, "leaseExpireDate", "租赁场地须填写", "needed for a leased room");
    await refuseDuplicate(tx, Classroom, merged.id, { classroomNo: merged.classroomNo, orgId });
    return columns(Classroom, { orgId });
  },
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, Classroom, rows, "CLASSROOM_IN_USE"),
};
const { list } = crud(options);

export const classroomRoutes = [
  ...crudRoutes(calls, options),
  reads(calls.usedByOrg, list),
  reads(calls.usedByManage, list),
];

export const classroomImporter = formImporter(calls.import, options);
