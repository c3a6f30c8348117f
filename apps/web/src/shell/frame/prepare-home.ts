import { homePath } from "../../core/session/constants.ts";
import { language } from "../../core/i18n/language.ts";
import { findPage } from "../../core/page/registry.ts";
import type { LoginVariant } from "../../core/session/sign-in.ts";
import { loadTexts as loadCommonTexts } from "../../core/i18n/core-texts.ts";
import { loadHome } from "../../home/load-home.ts";
import { loadTexts as loadHomeTexts } from "../../home/texts.ts";
import { loadJobTray } from "./load-shell.ts";
import { loadTexts } from "../texts.ts";

const homes = { business: "bureau", institution: "institution", student: "student", phone: "student" } as const;

/** Fetches the code and the words of frame and home page before there is a session; what fails is asked for again when it is needed. */
export async function prepareHome(variant: LoginVariant): Promise<void> {
  findPage(homePath)?.preload();
  const now = language();
  await Promise.allSettled([
    loadHome[homes[variant]](),
    loadTexts(now),
    loadCommonTexts(now),
    loadHomeTexts(now),
    loadJobTray(),
  ]);
}
