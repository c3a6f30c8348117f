import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { anOpenClass, type OpenClass } from "../../../test/factories/open-class.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

let app: TestApp;
let open: OpenClass;
before(async () => {
  app = await startTestApp();
  open = await anOpenClass(app);
});
after(() => app.close());

const get = async (url: string) => {
  const answer = await app.http.inject({ url });
  assert.equal(answer.statusCode, 200, url);
  return { text: answer.body, headers: answer.headers };
};

describe("/catalogue", () => {
  it("shows courses in both languages, each under an address of its own that names the other", async () => {
    const { rows } = await sql<{
      courseName: string;
    }>`select course_name from course where id = ${open.facts.courseId}`.execute(app.db);
    const { courseName } = rows[0]!;
    for (const [lang, tag, heading] of [
      ["zh", "zh-CN", "培训目录"],
      ["en", "en", "Training catalogue"],
    ] as const) {
      const { text, headers } = await get(`/catalogue?lang=${lang}&q=${encodeURIComponent(courseName)}`);
      assert.match(text, new RegExp(`<html lang="${tag}">.*<meta name="description" content="[^"]{30,}"`));
      assert.ok(text.includes(heading) && text.includes(`>${courseName}</a`));
      assert.equal((text.match(/rel="alternate" hreflang/g) ?? []).length, 2);
      assert.doesNotMatch(text, /<script/);
      assert.equal(headers["x-robots-tag"], undefined);
    }
  });

  it("shows of a course its conditions, its institutions and the classes that take sign-ups, and nobody's name or number", async () => {
    const { text } = await get(`/catalogue?course=${open.facts.courseId}&lang=zh`);
    assert.ok(text.includes(open.facts.className));
    const { rows } = await sql<{ orgName: string; contact: string; legalPerson: string }>`
      select org_name, contact, legal_person from organisation where id = ${open.orgId}`.execute(app.db);
    assert.ok(text.includes(rows[0]!.orgName));
    const people = await sql<{
      name: string;
    }>`select t.name from teacher t join organisation_teacher o on o.teacher_id = t.id where o.org_id = ${open.orgId}`.execute(
      app.db,
    );
    for (const name of [rows[0]!.contact, rows[0]!.legalPerson, ...people.rows.map((one) => one.name)])
      assert.ok(!text.includes(name), name);
    assert.doesNotMatch(text, /1[3-9]\d{9}/);
  });

  it("shows no class that is not open, no institution that is not active, no course out of use", async () => {
    assert.ok((await get("/catalogue?part=classes")).text.includes(open.facts.className));
    await sql`update training_class set sign_end_date = sign_start_date where id = ${open.classId}`.execute(app.db);
    assert.ok(!(await get("/catalogue?part=classes")).text.includes(open.facts.className));
    const { rows } = await sql<{
      name: string;
    }>`select org_name as name from organisation where id = ${open.orgId}`.execute(app.db);
    assert.ok((await get("/catalogue?part=institutions")).text.includes(rows[0]!.name));
    await sql`update organisation set state = 'unUser' where id = ${open.orgId}`.execute(app.db);
    assert.ok(!(await get("/catalogue?part=institutions")).text.includes(rows[0]!.name));
    await sql`update course set is_valid = 'unValid' where id = ${open.facts.courseId}`.execute(app.db);
    assert.match((await get(`/catalogue?course=${open.facts.courseId}&lang=en`)).text, /out of use/);
  });

  it("takes any parameter, and shows what was typed as text", async () => {
    for (const url of [
      "/catalogue?course=x",
      "/catalogue?page=-3",
      "/catalogue?page=99999999",
      "/catalogue?part=none&q=%25_",
    ])
      await get(url);
    assert.ok((await get("/catalogue?q=%3Cscript%3E")).text.includes('value="&#60;script&#62;"'));
  });
});

describe("/robots.txt and /sitemap.xml", () => {
  it("name the catalogue, and nothing behind the login", async () => {
    const { facts } = await anOpenClass(app);
    const robots = await get("/robots.txt");
    assert.match(String(robots.headers["content-type"]), /^text\/plain/);
    assert.match(robots.text, /Allow: \/catalogue\n[^]*Disallow: \/\n[^]*Sitemap: http/);
    const sitemap = await get("/sitemap.xml");
    assert.match(String(sitemap.headers["content-type"]), /^application\/xml/);
    for (const view of ["", "part=classes&#38;", "part=institutions&#38;", `course=${facts.courseId}&#38;`])
      for (const lang of ["zh", "en"]) assert.ok(sitemap.text.includes(`/catalogue?${view}lang=${lang}</loc>`), view);
  });
});
