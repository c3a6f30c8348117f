import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Crud } from "../crud/use-crud.ts";
import { useTexts } from "../i18n/core-texts.ts";
import "./views.css";

interface Props<E extends Entity, R extends object, D extends object, L, S, A extends string> {
  crud: Pick<Crud<E, R, D, L, S, A>, "views" | "currentView" | "state">;
}

/** The user's views of a list, each one click away; nothing where there are none. */
export function ViewChips<E extends Entity, R extends object, D extends object, L, S, A extends string>({
  crud: { views, currentView, state },
}: Props<E, R, D, L, S, A>) {
  const t = useTexts();
  if (views.own.length === 0) return null;
  const untouched = !state.sort && !state.hidden && Object.keys(state.filters).length === 0;
  const everything = { id: "", name: t("views.all"), query: "" };
  return (
    <div className="view-chips" role="group" aria-label={t("views.title")}>
      {[everything, ...views.own].map(({ id, name, query }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id ? !untouched && query === currentView : untouched}
          onClick={() => state.open(query)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
