import { certKind, classMode, level, orgType, trainKind } from "@jipei/contract/core/fields/codes.ts";
import type { CodeEntry, CodeList } from "@jipei/contract/core/fields/field.ts";
import { type OpenCourse, findOpenCourse, getConditions, getOpenCourses } from "../../catalogue/catalogue.queries.ts";
import { type Html, html } from "../../core/api-docs/html.ts";
import type { HtmlPage } from "../../core/http/implement.ts";
import type { Db } from "../../core/database/db.ts";
import { type OpenInstitution, getOpenInstitutions } from "../../providers/providers.queries.ts";
import { type OpenClassFacts, getOpenClasses } from "../../training/training.queries.ts";
import {
  type Place,
  addressOf,
  buildDocument,
  cards,
  cataloguePath,
  pageSize as size,
  paged,
  pages,
  readQuery,
  searchForm,
} from "../public-site/site-frame.ts";
import type { Language } from "../public-site/site-words.ts";
import { words } from "./catalogue-words.ts";

/** The catalogue for everybody: courses with their conditions, institutions, open classes; nothing about people. Works without script. */
export const cataloguePage: HtmlPage = {
  path: cataloguePath,
  isListed: true,
  async render(query, preferred, _ip, { db, settings: { publicUrl } }) {
    const { said, language, page } = readQuery(query, preferred);
    const t = words[language];
    const courseId = said("course");
    const part = said("part");
    const asked = { db, language, page, name: said("q") };
    const show = parts.get(part) ?? showCourses;
    const { view, title, body } = courseId ? await showCourse(asked, courseId) : await show(asked);
    return buildDocument({ place: at(language, view), publicUrl, title, description: t.description, body });
  },
};

interface Asked {
  db: Db;
  language: Language;
  page: number;
  name: string;
}
interface Shown {
  view: Place["view"];
  title: string;
  body: Html;
}

const word = (language: Language, codes: CodeList, value: string | null): string => {
  const entry = (codes.codes as Record<string, CodeEntry>)[value ?? ""];
  return entry ? entry[language === "zh" ? 0 : 1] : "";
};

/** A place of the catalogue. */
const at = (language: Language, view: Place["view"]): Place => ({ path: cataloguePath, language, view });

async function showCourses(asked: Asked): Promise<Shown> {
  const { db, language, page, name } = asked;
  const t = words[language];
  const { courses, total } = await getOpenCourses(db, { name: name || null, size, skip: (page - 1) * size });
  const view: Record<string, string> = name ? { q: name } : {};
  const form = searchForm({ path: cataloguePath, language }, name, t.find);
  const list = cards(
    language,
    courses.map(
      (course) =>
        html`<li>
          <h3><a href="${addressOf(at(language, { course: course.id }))}">${course.courseName}</a></h3>
          <p>${facts(language, course)}</p>
        </li>`,
    ),
  );
  const body = html`<h1>${t.courses}</h1>
    ${form}${list}${pages(at(language, view), page, total)}`;
  return { view: paged(view, page), title: `${t.title} · ${t.courses}`, body };
}

const facts = (language: Language, course: OpenCourse): string =>
  [
    word(language, level, course.level),
    word(language, trainKind, course.trainKind),
    words[language].hours(course.minHours),
  ]
    .filter(Boolean)
    .join(" · ");

async function showCourse({ db, language }: Asked, id: string): Promise<Shown> {
  const t = words[language];
  const course = /^\d{1,18}$/.test(id) ? await findOpenCourse(db, id) : undefined;
  if (!course)
    return {
      view: {},
      title: t.title,
      body: html`<h1>${t.title}</h1>
        <p>${t.missing}</p>`,
    };
  const conditions = await getConditions(db, course.occupationCode, course.level);
  const of = { courseId: course.id, size, skip: 0 };
  const { institutions } = await getOpenInstitutions(db, of);
  const { classes } = await getOpenClasses(db, of);
  const admitted =
    conditions.length > 0
      ? html`<ol>
          ${conditions.map(({ conditionText }) => html`<li>${conditionText}</li>`)}
        </ol>`
      : html`<p>${t.noConditions}</p>`;
  const body = html`<p><a href="${addressOf(at(language, {}))}">‹ ${t.back}</a></p>
    <h1>${course.courseName}</h1>
    <div class="box">
      <dl>
        ${fact(t.level, word(language, level, course.level))}${fact(t.kind, word(language, trainKind, course.trainKind))}${fact(t.certificate, word(language, certKind, course.certKind))}${fact("", t.hours(course.minHours))}
      </dl>
    </div>
    <h2>${t.conditions}</h2>
    <div class="box">${admitted}</div>
    <h2>${t.openClasses}</h2>
    ${cards(
      language,
      classes.map((one) => classCard(language, one)),
    )}
    <h2>${t.offeredBy}</h2>
    ${cards(
      language,
      institutions.map((one) => institutionCard(language, one)),
    )}`;
  return { view: { course: course.id }, title: `${course.courseName} · ${t.title}`, body };
}

const fact = (name: string, value: string): Html | string =>
  value
    ? html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`
    : "";

async function showClasses(asked: Asked): Promise<Shown> {
  const { db, language, page } = asked;
  const t = words[language];
  const { classes, total } = await getOpenClasses(db, { courseId: null, size, skip: (page - 1) * size });
  const view = { part: "classes" };
  const list = cards(
    language,
    classes.map((one) => classCard(language, one)),
  );
  return {
    view: paged(view, page),
    title: `${t.title} · ${t.classes}`,
    body: html`<h1>${t.classes}</h1>
      ${list}${pages(at(language, view), page, total)}`,
  };
}

function classCard(language: Language, one: OpenClassFacts): Html {
  const t = words[language];
  const fee = Number(one.chargeStandard) > 0 ? t.yuan(one.chargeStandard) : t.free;
  return html`<li>
    <h3>${one.className}</h3>
    <p class="open">${t.seats(one.freeSeats)}</p>
    <p>${one.orgName}</p>
    <p>${t.days}: ${one.startDate} – ${one.endDate}</p>
    ${one.signEndDate ? html`<p>${t.until}: ${one.signEndDate}</p>` : ""}
    <p>${t.mode}: ${word(language, classMode, one.classMode)} · ${t.place}: ${one.trainPlace}</p>
    <p>${t.fee}: ${fee}</p>
    <a class="signup" href="/login">${t.signUp}</a>
  </li>`;
}

async function showInstitutions(asked: Asked): Promise<Shown> {
  const { db, language, page } = asked;
  const t = words[language];
  const { institutions, total } = await getOpenInstitutions(db, { courseId: null, size, skip: (page - 1) * size });
  const view = { part: "institutions" };
  const list = cards(
    language,
    institutions.map((one) => institutionCard(language, one)),
  );
  return {
    view: paged(view, page),
    title: `${t.title} · ${t.institutions}`,
    body: html`<h1>${t.institutions}</h1>
      ${list}${pages(at(language, view), page, total)}`,
  };
}

function institutionCard(language: Language, one: OpenInstitution): Html {
  const t = words[language];
  return html`<li>
    <h3>${one.orgName}</h3>
    <p>${t.orgType}: ${word(language, orgType, one.orgType)}</p>
    <p>${t.address}: ${one.address}</p>
    <p>${t.scope}: ${one.trainScope}</p>
  </li>`;
}

const parts: ReadonlyMap<string, (asked: Asked) => Promise<Shown>> = new Map([
  ["classes", showClasses],
  ["institutions", showInstitutions],
]);
