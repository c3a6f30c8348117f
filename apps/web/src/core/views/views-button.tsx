import type { Entity } from "@jipei/contract/core/entity.ts";
import { StarOutlined } from "@ant-design/icons";
import { Button, Popover } from "antd";
import { Suspense } from "react";
import type { Crud } from "../crud/use-crud.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { lazyPart } from "../ui/lazy-part.ts";

const Panel = lazyPart(() => import("./views-panel.tsx").then(({ ViewsPanel }) => ViewsPanel));

interface Props<E extends Entity, R extends object, D extends object, L, S, A extends string> {
  page: { entity: Entity };
  crud: Pick<Crud<E, R, D, L, S, A>, "views" | "currentView" | "state">;
}

/** Opens the user's views of a list: what is shown now is kept, others are renamed, linked to, removed. */
export function ViewsButton<E extends Entity, R extends object, D extends object, L, S, A extends string>({
  page,
  crud,
}: Props<E, R, D, L, S, A>) {
  const t = useTexts();
  const panel = (
    <Suspense>
      <Panel entity={page.entity} views={crud.views} current={crud.currentView} onOpen={crud.state.open} />
    </Suspense>
  );
  return (
    <Popover content={panel} trigger="click" placement="bottomRight" destroyOnHidden>
      <Button icon={<StarOutlined />} aria-label={t("views.title")} title={t("views.title")} />
    </Popover>
  );
}
