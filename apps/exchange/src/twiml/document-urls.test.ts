import { describe, expect, test } from "vitest";

import { CoreUnderTest } from "../testing/core-under-test.ts";
import { APP } from "../testing/scripted-web.ts";

describe("the URL of a document", () => {
  test.each([{ contentType: "application/json" }, { body: "no TwiML" }])(
    "[XW7] [XW28] that is invalid (%o) is reported to the fallback without its password",
    async (answer) => {
      const it = new CoreUnderTest();
      const [number] = it.core.directory.numbers.list();
      const voiceUrl = `${APP.replace("//", "//ann:secret@")}/incoming`;
      const urls = { voiceUrl, voiceFallbackUrl: `${APP}/fallback` };
      it.core.directory.numbers.update(number?.sid ?? "", urls);
      it.web.on("/incoming", { body: "{}", ...answer }).respondWith("/fallback", "<Pause/>");

      await it.ring();

      expect(it.web.requestsTo("/fallback")).toMatchObject([{ ErrorUrl: `${APP}/incoming` }]);
    },
  );

  test("[XW77] is the last one after redirects, and relative URLs resolve against it", async () => {
    const it = new CoreUnderTest();
    it.web.on("/incoming", { status: 302, location: "/moved/document" });
    it.web.respondWith("/moved/document", "<Play>sound.wav</Play>");

    const call = await it.ring();

    expect(it.soundOf(call)).toBe(`${APP}/moved/sound.wav`);
  });
});
