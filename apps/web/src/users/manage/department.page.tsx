import { Department, departmentCalls, hasCreditCode } from "@jipei/contract/users/department.ts";
import { withFields } from "../../core/form/fields.ts";
import { TreePage } from "../../core/tree/tree-page.tsx";
import { getPart } from "../../core/tree/tree-words.ts";
import { aboveOf, DepartmentControl } from "./tree-controls.tsx";

const PlacedDepartment = withFields(Department, { parentName: getPart("上级部门") });

/** 部门: sections of the bureau, institutions, enterprises and towns as a tree. */
export default function DepartmentPage() {
  return (
    <TreePage
      entity={PlacedDepartment}
      resource="dept"
      calls={departmentCalls}
      titleOf={(row) => row.orgName}
      columns={[
        { field: "orgName", width: 240 },
        "deptCategory",
        "fullName",
        "creditCode",
        "regionCode",
        "sort",
        "remark",
        "updateTime",
      ]}
      card={["orgName", "deptCategory", "fullName"]}
      search={["orgName", "deptCategory"]}
      form={["parentId", "orgName", "fullName", "deptCategory", "creditCode", "regionCode", "sort", "remark"]}
      view={[
        "orgName",
        "fullName",
        "parentName",
        "deptCategory",
        "creditCode",
        "regionCode",
        "sort",
        "remark",
        "createTime",
        "updateTime",
      ]}
      initial={(above) => ({
        sort: 1,
        deptCategory: above ? above.deptCategory : "1",
        ...(above && { parentId: above.id }),
      })}
      controls={(row) => ({ parentId: row ? aboveOf(row.id) : DepartmentControl })}
      when={{ creditCode: (values) => hasCreditCode(values.deptCategory) }}
    />
  );
}
