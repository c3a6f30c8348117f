import { enterpriseSignCalls as calls } from "@jipei/contract/training/enterprise-sign.ts";
import { TrainingClass, type TrainingClassRow } from "@jipei/contract/training/training-class.ts";
import { useSend } from "../../core/api/use-call.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { formatCount } from "../../core/format/numbers.ts";
import { useGo } from "../../core/page/link.ts";
import { useTexts } from "./texts.ts";

type Open = TrainingClassRow & { freeSeats: number };

/** The classes that take sign-ups today; the chosen one gets a draft, whose page opens. */
export function ClassChoice({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const go = useGo();
  const create = useSend(calls.submit);
  const choose = ({ id }: Open) =>
    create.mutate(
      { classId: id },
      {
        onSuccess: (saved) => {
          onClose();
          void go(`/enterprise/sign/${saved.id}`);
        },
      },
    );
  return (
    <Dialog open kind="drawer" width={1080} title={t("choose")} onClose={onClose}>
      <CrudPage
        entity={TrainingClass}
        calls={{ list: calls.getTrainSignClass }}
        resource="enterprise_sign"
        columns={[
          { field: "className", width: 240 },
          "orgName",
          {
            key: "freeSeats",
            title: ["剩余名额", "Free seats"],
            width: 100,
            render: ({ freeSeats }: Open) => formatCount(freeSeats),
          },
          "courseName",
          "level",
          "startDate",
          "endDate",
          "signEndDate",
          "trainPlace",
          "isSubsidy",
        ]}
        search={["className", "orgName", "courseName", "level", "trainKind", "startDate"]}
        card={["className", "orgName", "startDate"]}
        view={[
          "className",
          "orgName",
          "courseName",
          "level",
          "startDate",
          "endDate",
          "signEndDate",
          "trainPlace",
          "contact",
          "contactPhone",
          "chargeStandard",
        ]}
        rowActions={(row: Open) => [
          {
            key: "sign",
            label: t("take"),
            run: () => choose(row),
            disabled: row.freeSeats === 0 ? t("full") : null,
          },
        ]}
        embedded
      />
    </Dialog>
  );
}
