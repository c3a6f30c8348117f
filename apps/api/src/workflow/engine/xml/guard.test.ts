import assert from "node:assert/strict";
import { test } from "node:test";
import { findFault, most } from "./guard.ts";

const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);

test("what is let near the parser", () => {
  for (const xml of [
    `<?xml version="1.0"?><a b="x > y"><c/></a>`,
    `<a>&amp;&lt;&#20013;&#x4e2d;</a>`,
    `<a><!-- <!DOCTYPE x> & --><![CDATA[<!ENTITY & ]]></a>`,
    nested(most.depth),
  ])
    assert.equal(findFault(xml), null, xml.slice(0, 60));
});

test("what is not", () => {
  const faults: readonly (readonly [string, string])[] = [
    ["", "EMPTY"],
    ["  \n", "EMPTY"],
    [`<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>`, "DOCTYPE"],
    [`<!DOCTYPE a [<!ENTITY x "xxx">]><a>&x;</a>`, "DOCTYPE"],
    [`<a><!ENTITY x SYSTEM "http://example.com/x"></a>`, "ENTITY"],
    [`<a>&x;</a>`, "ENTITY"],
    [`<a b="&x;"/>`, "ENTITY"],
    [`<a>x & y</a>`, "ENTITY"],
    [`<?xml-stylesheet href="http://example.com/x.xsl"?><a/>`, "INSTRUCTION"],
    [`<a><xi:include href="file:///etc/passwd"/></a>`, "EXTERNAL"],
    [nested(most.depth + 1), "TOO_DEEP"],
    [nested(1_000_000).slice(0, 10_000_000), "TOO_LARGE"],
    [nested(200_000), "TOO_DEEP"],
    [`<a>${"<b/>".repeat(most.tags)}</a>`, "TOO_MANY_TAGS"],
    [`<a>${"中".repeat(700_000)}</a>`, "TOO_LARGE"],
    ["<a>", "BROKEN"],
    ["</a>", "BROKEN"],
    [`<a b="x`, "BROKEN"],
    ["<a <b/>", "BROKEN"],
    ["<!-- open", "BROKEN"],
  ];
  for (const [xml, fault] of faults) assert.equal(findFault(xml), fault, xml.slice(0, 60));
});

test("ten megabytes of nesting are refused at once", () => {
  const xml = "<a>".repeat(3_500_000);
  const begun = performance.now();
  assert.equal(findFault(xml), "TOO_LARGE");
  assert.ok(performance.now() - begun < 500);
});
