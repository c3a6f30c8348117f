import type { testEligible } from "@jipei/contract/assessment/test-application.calls.ts";
import { testKind as kinds } from "@jipei/contract/core/fields/codes.ts";
import { isCodeInList } from "@jipei/contract/core/fields/field.ts";
import { Alert, Button, Form } from "antd";
import type { FormInstance } from "antd";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useCall } from "../../core/api/use-call.ts";
import type { Values } from "../../core/form/form-values.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import type { TestSide } from "./test-side.ts";
import { useTexts } from "../texts.ts";
import "../assessment.css";

/** The class and the kind of assessment that are chosen in the form of a new application, or by its address. */
export function useChosen(form: FormInstance<Values>): { classId: string | undefined; testKind: "1" | "2" } {
  const [params] = useSearchParams();
  const classId = Form.useWatch("classId", form) as string | undefined;
  const chosen = (Form.useWatch("testKind", form) as string | undefined) ?? params.get("testKind") ?? "1";
  return { classId, testKind: isCodeInList(kinds, chosen) ? chosen : "1" };
}

interface Props {
  side: TestSide;
  classId: string | undefined;
  testKind: "1" | "2";
  busy: boolean;
  onSubmit: () => void;
  /** The form. */
  children: ReactNode;
}

/** A new application: includes everybody who may be assessed, and names the others with the reason. */
export function NewTest({ side, classId, testKind, busy, onSubmit, children }: Props) {
  const t = useTexts();
  const people = useCall(side.eligible, { classId: classId ?? "", testKind }, { enabled: Boolean(classId) });
  const unable = (people.data ?? []).filter((one) => one.eligible === 0);
  const able = (people.data?.length ?? 0) - unable.length;
  const nobody = people.data !== undefined && able === 0;
  return (
    <div className="page">
      <PageHeader
        title={t("test.add")}
        actions={
          <Button
            type="primary"
            loading={busy}
            disabled={nobody}
            title={nobody ? t("test.nobody") : undefined}
            onClick={onSubmit}
          >
            {t("test.add")}
          </Button>
        }
      />
      {children}
      {people.data && (
        <Alert
          type={nobody ? "warning" : "info"}
          showIcon
          title={nobody ? t("test.nobody") : t("test.able", { n: able })}
        />
      )}
      {unable.length > 0 && <Unable people={unable} />}
    </div>
  );
}

type Person = NonNullable<(typeof testEligible)["output"]["$value"]>[number];

/** Who cannot be assessed, and why. */
function Unable({ people }: { people: readonly Person[] }) {
  const t = useTexts();
  const label = useLabel();
  return (
    <section aria-labelledby="unable">
      <h2 id="unable" className="section-title">
        {t("test.unable", { n: people.length })}
      </h2>
      <ul className="exam-people">
        {people.map((one) => (
          <li key={one.studentId}>
            <strong>{one.name}</strong> <span className="unit">{one.studentNo}</span>{" "}
            {label({ zh: one.message ?? "", en: one.messageEn ?? "" })}
          </li>
        ))}
      </ul>
    </section>
  );
}
