import type { PageLink } from "@jipei/contract/pages.ts";
import { flowRoute } from "@jipei/contract/workflow/flow-route.ts";

interface Placed {
  processDefinitionKey: string | null;
  processInstanceId: string | null;
  businessId: string | null;
}

/** Stands in addresses for the row of a process that is about none. */
const noRow = "-";

const base = (key: string | null) => flowRoute(key ?? "") as `/work/process/${string}`;

export const formLink = ({ key, id }: { key: string; id: string }): PageLink => `${base(key)}/form/${id}`;

export const handleLink = (row: Placed & { id: string }): PageLink =>
  `${base(row.processDefinitionKey)}/handle/${row.id}/${row.processInstanceId}/${row.businessId ?? noRow}`;

/** A copy that was not read yet is when it is opened. */
export const copyLink = (row: Placed & { readTime: string | null }): PageLink =>
  row.readTime ? detailLink(row) : `${detailLink(row)}?${unreadCopy}`;
export const unreadCopy = "unread";

export const detailLink = (row: Placed): PageLink =>
  `${base(row.processDefinitionKey)}/detail/${row.processInstanceId}/${row.businessId ?? noRow}`;
