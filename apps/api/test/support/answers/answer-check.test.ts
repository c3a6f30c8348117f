import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import type { LightMyRequestResponse } from "fastify";
import { findAnswerIssue } from "./answer-check.ts";
import { type TestApp, startTestApp } from "../test-app.ts";

let app: TestApp;
let answer: LightMyRequestResponse;
const { path } = classCalls.list;
before(async () => {
  app = await startTestApp();
  answer = await app.http.inject({ url: path, headers: { token: app.as("clerk").token } });
});
after(() => app.close());

type Body = Record<string, unknown> & { data: Record<string, unknown> };
/** The answer with a changed body. */
const changed = (change: (body: Body) => void, more: Partial<LightMyRequestResponse> = {}): LightMyRequestResponse => {
  const body = answer.json<Body>();
  change(body);
  return { ...answer, ...more, body: JSON.stringify(body) };
};

describe("answers of the tests", () => {
  it("pass as the server gives them", () => {
    assert.equal(
      findAnswerIssue(
        "GET",
        path,
        changed(() => undefined),
      ),
      null,
    );
    assert.equal(findAnswerIssue("GET", "/api/none", answer), null);
  });

  it("fail with a key too many, a key too few, null where a value belongs, another status or type", () => {
    const issue = (change: (body: Body) => void, more?: Partial<LightMyRequestResponse>) =>
      String(findAnswerIssue("GET", `${path}?current=1`, changed(change, more)));
    assert.match(
      issue((body) => (body.data.secret = 1)),
      /additional properties/,
    );
    assert.match(
      issue((body) => delete body.data.total),
      /required property 'total'/,
    );
    assert.match(
      issue((body) => (body.data.total = null)),
      /must be integer/,
    );
    assert.match(
      issue(() => undefined, { statusCode: 202 }),
      /202 is not declared/,
    );
    assert.match(
      issue(() => undefined, { statusCode: 409 }),
      /required property 'errorCode'/,
    );
    assert.match(
      issue(() => undefined, { headers: { "content-type": "text/html" } }),
      /is no text\/html/,
    );
  });
});
