import type { Html } from "../../core/api-docs/html.ts";
import type { Db } from "../../core/database/db.ts";
import type { Place } from "../public-site/site-frame.ts";
import type { Language } from "../public-site/site-words.ts";

/** What each part of the portal is asked with, and what it shows. */

export interface Asked {
  db: Db;
  language: Language;
  page: number;
}
export interface Shown {
  view: Place["view"];
  title: string;
  description?: string;
  body: Html;
  /** The article that is read. */
  read?: string;
}
