import { ImportBatch, type ImportBatchRow, importBatchCalls, importState } from "@jipei/contract/core/import-batch.ts";
import { useState } from "react";
import { useCall } from "../core/api/use-call.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { Loaded } from "../core/ui/states.tsx";
import { StatusTag } from "../core/format/status-tag.tsx";
import { UndoQuestion } from "./undo-question.tsx";
import { useTexts } from "./texts.ts";

/** What was imported, by whom, from which file, into which list; each can be undone until something was built on it. */
export default function ImportBatchPage() {
  const t = useTexts();
  const [undoing, setUndoing] = useState<ImportBatchRow | null>(null);
  return (
    <>
      <CrudPage
        entity={ImportBatch}
        calls={{ list: importBatchCalls.list, detail: importBatchCalls.detail, export: importBatchCalls.export }}
        resource="import_batch"
        columns={[
          { field: "fileName", width: 220 },
          "listName",
          "target",
          {
            field: "state",
            width: 100,
            render: (row: ImportBatchRow) => <StatusTag codes={importState} value={row.state} />,
          },
          { field: "inserted", width: 80 },
          { field: "updated", width: 80 },
          { field: "unchanged", width: 80 },
          "importer",
          { field: "createTime", title: ["导入时间", "Imported"] },
        ]}
        search={["fileName", "listName", "state", "importer", "createTime"]}
        card={["fileName", "state", "createTime"]}
        view={[
          {
            fields: [
              "fileName",
              "listName",
              "target",
              "state",
              "rows",
              "inserted",
              "updated",
              "unchanged",
              "importer",
              "createTime",
              "undoName",
              "undoTime",
              "fileSize",
            ],
          },
          { fields: ["sha256"] },
        ]}
        rowActions={(row: ImportBatchRow) => [
          {
            key: "undo",
            label: t("undo"),
            danger: true,
            disabled: row.state === "undone" ? t("isUndone") : null,
            run: () => setUndoing(row),
          },
        ]}
        below={(row: ImportBatchRow) => (row.state === "done" ? <Obstacles id={row.id} /> : null)}
      />
      {undoing && <UndoQuestion row={undoing} onClose={() => setUndoing(null)} />}
    </>
  );
}

/** What was built on the import since, so that it cannot be undone. */
function Obstacles({ id }: { id: string }) {
  const t = useTexts();
  const label = useLabel();
  const batch = useCall(importBatchCalls.detail, { id });
  return (
    <section aria-label={t("builtOn")}>
      <h3>{t("builtOn")}</h3>
      <Loaded query={batch}>
        {({ obstacles }) =>
          obstacles.length === 0 ? (
            <p>{t("nothingBuilt")}</p>
          ) : (
            <ul>
              {obstacles.map(({ id: of, title, zh, en }) => (
                <li key={`${of}/${en}`}>
                  <strong>{title}</strong> {label({ zh, en })}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
