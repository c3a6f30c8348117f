import { lazy } from "react";
import type { ComponentType } from "react";
import { withTexts } from "../i18n/texts.ts";

/**
 * A component that is fetched when it is first shown. Unlike React's own `lazy` its type keeps the component's type parameters, so that the
 * fields a page names stay checked.
 *
 *     const RowForm = lazyPart(() => import("../dialog/row-form.tsx").then(({ RowForm }) => RowForm));
 */
export const lazyPart = <C extends ComponentType<never>>(load: () => Promise<C>): C =>
  // React types what `lazy` answers as an object, and takes it wherever a component stands.
  lazy(() => withTexts(load).then((part) => ({ default: part as ComponentType<object> }))) as unknown as C;
