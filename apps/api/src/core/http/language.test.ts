import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FastifyRequest } from "fastify";
import { preferredLanguage } from "./language.ts";

describe("preferredLanguage", () => {
  it("is Chinese where the header asks for it first or is missing, else English", () => {
    const cases = {
      "zh-CN,zh;q=0.9,en;q=0.8": "zh",
      " ZH": "zh",
      "": "zh",
      "en-GB,en;q=0.9": "en",
      "en,zh": "en",
      "fr-FR,zh;q=0.5": "en",
    };
    for (const [header, language] of Object.entries(cases))
      assert.equal(preferredLanguage({ headers: { "accept-language": header } } as FastifyRequest), language, header);
    assert.equal(preferredLanguage({ headers: {} } as FastifyRequest), "zh");
  });
});
