import { useEffect, useState } from "react";
import { chinaNow } from "../format/dates.ts";
import { getValue } from "../form/fields.ts";
import { useSession } from "../session/session.ts";
import { getStore, setStore } from "../session/storage.ts";

/**
 * Tells which rows came since the user opened the list last; where he opens it for the first time, none did.
 * @param list name of the list, unique in the product
 */
export function useNewRows(list: string): (row: object) => boolean {
  const { info } = useSession();
  const name = `seen-${info?.userId ?? "guest"}-${list}`;
  const [seen] = useState(() => getStore<string>({ name }));
  useEffect(() => setStore({ name, content: chinaNow() }), [name]);
  return (row) => {
    const created = getValue(row, "createTime");
    return seen !== null && typeof created === "string" && created > seen;
  };
}
