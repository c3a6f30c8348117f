import { Report, type ReportRow, reportCalls as calls } from "@jipei/contract/reports/report.ts";
import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { useGo } from "../core/page/link.ts";
import { useCan, useSession } from "../core/session/session.ts";
import { isAuthor } from "./report-rights.ts";

const { list, remove, export: exported } = calls;

/** 报表: those that one may look at, and for designers those that they have made. */
export default function ReportsPage() {
  const label = useLabel();
  const go = useGo();
  const session = useSession();
  const mayAdd = useCan("report_add");
  const mayEdit = useCan("report_edit");
  return (
    <CrudPage
      entity={Report}
      calls={{ list, remove, export: exported }}
      resource="report"
      columns={[
        { field: "name", width: 260, render: ({ name, nameEn }: ReportRow) => label([name, nameEn || name]) },
        "kind",
        "dataSet",
        { field: "sharedWith", width: 220 },
        "versionNo",
        "updateTime",
      ]}
      search={["name", "kind", "dataSet"]}
      card={["name", "kind", "dataSet"]}
      open={({ id }: ReportRow) => `/report/view/${id}`}
      frozen={(row: ReportRow) =>
        isAuthor(row, session)
          ? null
          : ["只有设计人和系统管理员可以修改", "Its author and administrators may change it"]
      }
      rowActions={(row: ReportRow) =>
        mayEdit && isAuthor(row, session)
          ? [{ key: "design", label: label(["设计", "Design"]), run: () => void go(`/report/design/${row.id}`) }]
          : []
      }
      actions={() =>
        mayAdd && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => void go("/report/design/new")}>
            {label(["新建报表", "New report"])}
          </Button>
        )
      }
    />
  );
}
