import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deviceName } from "./device-name.ts";

describe("deviceName", () => {
  it("names browser and system, whatever else a browser names", () => {
    for (const [agent, name] of [
      [
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
        "Chrome · Windows",
      ],
      [
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
        "Edge · Windows",
      ],
      ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox · Linux"],
      [
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
        "Safari · iPhone",
      ],
      [
        "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0",
        "微信 WeChat · Android",
      ],
    ] as const)
      assert.equal(deviceName(agent), name);
  });

  it("leaves what is no browser as it named itself", () => {
    assert.equal(deviceName("curl/8.9.1"), "curl/8.9.1");
    assert.equal(deviceName("x".repeat(200))?.length, 60);
    assert.equal(deviceName(null), null);
  });
});
