import { OrganisationTeacher } from "@jipei/contract/providers/organisation-teacher.ts";
import { Teacher } from "@jipei/contract/providers/teacher.ts";
import { TeacherEngagement } from "@jipei/contract/providers/teacher-engagement.ts";
import { TeacherHire } from "@jipei/contract/providers/teacher-hire.ts";
import { useSearchParams } from "react-router";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { Tabs } from "../../core/ui/tabs/tabs.tsx";
import { EngagementList } from "./engagement-list.tsx";
import { FilingList } from "./filing-list.tsx";
import { HireList } from "./hire-list.tsx";
import { TeacherList } from "./own-teacher-list.tsx";

const lists = [
  { key: "filing", of: OrganisationTeacher, List: FilingList },
  { key: "teacher", of: Teacher, List: TeacherList },
  { key: "hire", of: TeacherHire, List: HireList },
  { key: "engagement", of: TeacherEngagement, List: EngagementList },
] as const;

/** The teachers of the own institution: who may teach, who they are, how long they are hired, what they have taught. */
export default function MyTeacherPage() {
  const label = useLabel();
  const [search, setSearch] = useSearchParams();
  const title = label(["师资管理", "Teachers"]);
  return (
    <>
      <PageHeader
        title={title}
        subtitle={label([
          "先登记教师和聘用合同，再报备可授课程，经审核后方可排课",
          "Enter the teacher and the contract, then file the courses they may teach; once approved they can be scheduled",
        ])}
      />
      <Tabs
        label={title}
        active={search.get("list") ?? "filing"}
        onChange={(list) => setSearch({ list }, { replace: true })}
        forget
        items={lists.map(({ key, of, List }) => ({ key, label: label(of), content: <List /> }))}
      />
    </>
  );
}
