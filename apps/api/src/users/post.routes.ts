import { Post, postCalls } from "@jipei/contract/users/post.ts";
import { unpaged } from "@jipei/contract/core/shape.ts";
import { type CrudOptions, crudRoutes } from "../core/crud.ts";
import { type Route, reads } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { refuseTwin, refuseUsed } from "../core/references.ts";
import { ofTenant } from "../core/rows.ts";

const options: CrudOptions = {
  entity: Post,
  resource: "post",
  audited: true,
  scope: ofTenant,
  async beforeSave(tx, actor, merged, old) {
    await refuseTwin(tx, Post, old?.["id"], { postCode: merged["postCode"], tenantId: actor.tenantId });
    return {};
  },
  beforeRemove: (tx, _actor, rows) =>
    refuseUsed(
      tx,
      "DEPENDENCY_IN_USE",
      rows.map((row) => row["id"]),
      ["app_user.post_id"],
    ),
};

export const postRoutes: Route[] = [
  ...crudRoutes(postCalls, options),
  reads(
    postCalls.select,
    async (_db, actor, _input, app) => (await listPage<never>(app, actor, Post, unpaged, options)).records,
  ),
];
