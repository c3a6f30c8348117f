import { flowRoute } from "./flow-route.ts";

/** Addresses of the pages of a process, for lists and for what people are told. */

/** What names a process in an address. */
interface Placed {
  processDefinitionKey: string | null;
  processInstanceId: string | null;
  businessId: string | null;
}

type ProcessLink = `/work/process/${string}`;

/** Stands in addresses for the row of a process that is about none. */
const noRow = "-";

export const formLink = ({ key, id }: { key: string; id: string }): ProcessLink => `${flowRoute(key)}/form/${id}`;

/** @param task with its id */
export const handleLink = (task: Placed & { id: string }): ProcessLink =>
  `${flowRoute(task.processDefinitionKey ?? "")}/handle/${task.id}/${task.processInstanceId}/${task.businessId ?? noRow}`;

export const detailLink = (row: Placed): ProcessLink =>
  `${flowRoute(row.processDefinitionKey ?? "")}/detail/${row.processInstanceId}/${row.businessId ?? noRow}`;

/** A copy that was not read yet is when it is opened. */
export const copyLink = (row: Placed & { readTime: string | null }): ProcessLink =>
  row.readTime ? detailLink(row) : `${detailLink(row)}?${unreadCopy}`;
export const unreadCopy = "unread";
