import { flowModelCalls as calls } from "@jipei/contract/workflow/flow-model.ts";
import { invoke } from "../../core/api/call-client.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";

/** A model as it is saved; without an id it is a new one. */
interface Saved {
  id: string | null;
  version: number | null;
  key: string;
  name: string;
  xml: string;
}

/** Saves a model, and finds out under which id a new one was stored. */
export function useSaveModel(onSaved: (id: string) => void) {
  const label = useLabel();
  const { busy, error, attempt } = useAttempt();
  const save = ({ id, version, ...model }: Saved) =>
    attempt(async () => {
      await invoke(calls.submit, { ...(id && { id, version }), ...model }, { silent: true });
      const found = id ?? (await invoke(calls.list, { modelKey_equal: model.key }, { silent: true })).records[0]?.id;
      notify("success", label(["已保存", "Saved"]));
      await refreshAfter(calls.submit);
      if (found) onSaved(found);
    });
  return { busy, error, save };
}
