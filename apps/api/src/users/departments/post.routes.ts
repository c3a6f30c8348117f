import { formImporter } from "../../core/excel/import/form-import.ts";
import { exporter } from "../../core/excel/export.ts";
import { Post, postCalls } from "@jipei/contract/users/post.ts";
import { unpaged } from "@jipei/contract/core/fields/shape.ts";
import { type CrudOptions, crudRoutes } from "../../core/entity/crud.ts";
import { type Route, reads } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { refuseDuplicate, refuseUsed } from "../../core/entity/references.ts";
import { ofTenant } from "../../core/database/rows.ts";

const options: CrudOptions<typeof Post> = {
  entity: Post,
  resource: "post",
  audited: true,
  scope: ofTenant,
  async beforeSave(tx, actor, merged, old) {
    await refuseDuplicate(tx, Post, old?.id, { postCode: merged.postCode, tenantId: actor.tenantId });
  },
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, Post, rows),
};

export const postRoutes: Route[] = [
  exporter(Post, postCalls.export, options),
  ...crudRoutes(postCalls, options),
  reads(
    postCalls.select,
    async (_db, actor, _input, app) => (await listPage(app, actor, Post, unpaged, options)).records,
  ),
];

export const postImporter = formImporter(postCalls.import, options);
