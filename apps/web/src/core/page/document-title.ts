import { useEffect } from "react";
import { productName } from "../session/constants.ts";
import { useLabel } from "../i18n/language.ts";

/** Names the browser tab after the page, in the language of the user. */
export function useDocumentTitle(title: string | null): void {
  const product = useLabel()(productName);
  useEffect(() => {
    document.title = title ? `${title} - ${product}` : product;
  }, [title, product]);
}
