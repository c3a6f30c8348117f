import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ImportCalls } from "@jipei/contract/core/import.ts";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTexts } from "../i18n/core-texts.ts";
import { lazyPart } from "../ui/lazy-part.ts";

const ImportDialog = lazyPart(() => import("./import-dialog.tsx").then(({ ImportDialog }) => ImportDialog));

interface Props {
  entity: Entity;
  calls: ImportCalls;
  onDone: () => void;
}

/** Opens the import into a list that is no `CrudPage`. */
export function ImportButton({ entity, calls, onDone }: Props) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("list.import")}</Button>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog entity={entity} calls={calls} onDone={onDone} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
