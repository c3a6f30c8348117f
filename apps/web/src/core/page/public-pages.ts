import type { PublicPageAddress } from "@jipei/contract/pages.ts";
import { lazy } from "react";
import type { ComponentType, LazyExoticComponent } from "react";
import { withTexts } from "../i18n/texts.ts";

/**
 * Pages open to everybody, exported as `publicPages` by `<domain>/<domain>.public.ts`. They stand in the public frame and must
 * not import antd. `zh` and `en` name them in the frame's navigation and on the login page.
 *
 *     export const publicPages: PublicPages = { '/certInfo': { zh: '证书查询', en: 'Certificate check', load: () => import('./…') } }
 */
export type PublicPages = { readonly [address in PublicPageAddress]?: PublicPage };

export interface PublicPage {
  zh: string;
  en: string;
  load: () => Promise<{ default: ComponentType }>;
}

export interface OpenPage extends PublicPage {
  path: PublicPageAddress;
  component: LazyExoticComponent<ComponentType>;
}

const modules = import.meta.glob<{ publicPages: PublicPages }>("../../*/**/*.public.ts", { eager: true });

export const openPages: readonly OpenPage[] = Object.values(modules)
  .flatMap((module) => Object.entries(module.publicPages) as [PublicPageAddress, PublicPage][])
  .map(([path, page]) => ({ ...page, path, component: lazy(() => withTexts(page.load)) }));
