import { describe, expect, test } from "vitest";

import { childElements } from "./element.ts";
import { parseTwiml } from "./parse-twiml.ts";
import { buildSsml } from "./ssml.ts";

function ssmlIn(say: string): string | null {
  const [element] = childElements(parseTwiml(`<Response>${say}</Response>`));
  if (!element) {
    throw new Error("there is no Say");
  }
  return buildSsml(element);
}

describe("[XT5] SSML in Say", () => {
  test("text alone has no marks", () => {
    expect(ssmlIn("<Say>a &amp; b</Say>")).toBeNull();
  });

  test("the marks that are known stay, with their own attributes", () => {
    const spoken = ssmlIn(
      `<Say>a &lt; b <prosody rate="slow" onload="x">slowly</prosody><say-as interpret-as="digits">12</say-as></Say>`,
    );

    expect(spoken).toBe(
      `<speak>a &lt; b <prosody rate="slow">slowly</prosody><say-as interpret-as="digits">12</say-as></speak>`,
    );
  });

  test("of others only the text is said, so that no file is ever read", () => {
    const spoken = ssmlIn(`<Say><audio src="/etc/passwd">not this</audio><mark name="x"/>ok</Say>`);

    expect(spoken).toBe("<speak>not thisok</speak>");
  });

  test("breaks are at most 10 s long, and a minute all together", () => {
    expect(ssmlIn(`<Say><break time="90s"/></Say>`)).toContain('time="10000ms"');
    const many = ssmlIn(`<Say>${'<break time="10s"/>'.repeat(20)}</Say>`) ?? "";

    expect(many.match(/<break/g)).toHaveLength(6);
  });
});
