import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { organisationCourseCalls } from "@jipei/contract/providers/organisation-course.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { Button, Form, Input, Space } from "antd";
import { invoke } from "../../../core/api/call-client.ts";
import type { ControlProps } from "../../../core/form/field-control.tsx";
import { usualName } from "./class-name.ts";
import { useTexts } from "../../texts.ts";

/** Asks for what the usual name is made of. */
async function askName(orgCourseId: string): Promise<string | null> {
  const [offer, organisation, before] = await Promise.all([
    invoke(organisationCourseCalls.detail, { id: orgCourseId }),
    invoke(organisationCalls.usedByOrg, undefined),
    invoke(classCalls.usedByOrg, { current: 1, size: 1, orgCourseId }),
  ]);
  const { courseName, level } = offer;
  return courseName && level ? usualName({ offer: { courseName, level }, organisation, before: before.total }) : null;
}

/** The name of a class, which can be made up from institution, course and level. */
export function ClassNameControl({ value, onChange, id, disabled }: ControlProps) {
  const t = useTexts();
  const form = Form.useFormInstance();
  const orgCourseId = Form.useWatch("orgCourseId", form) as string | undefined;
  return (
    <Space.Compact block>
      <Input
        id={id}
        disabled={disabled}
        value={(value as string | null) ?? ""}
        onChange={({ target }) => onChange?.(target.value)}
        autoComplete="off"
      />
      {/* What fails is said by the call. */}
      <Button
        disabled={disabled || !orgCourseId}
        title={orgCourseId ? undefined : t("page.nameNeedsCourse")}
        onClick={() => orgCourseId && void askName(orgCourseId).then(onChange, () => undefined)}
      >
        {t("page.makeName")}
      </Button>
    </Space.Compact>
  );
}
