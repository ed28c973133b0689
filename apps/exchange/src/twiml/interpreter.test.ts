import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, aCallInto } from "../testing/core-under-test.ts";
import { APP, twiml } from "../testing/scripted-web.ts";

describe("documents", () => {
  test("[XT1] run their verbs in order, and the end hangs up", async () => {
    const { it, call } = await aCallInto(`<Play>${APP}/one.wav</Play><Play>${APP}/two.wav</Play>`);
    expect(call.leg.rings).toBe(1);
    expect(call.leg.answers).toBe(1);
    expect(it.soundOf(call)).toBe(`${APP}/one.wav`);
    await it.finish(call);
    expect(it.soundOf(call)).toBe(`${APP}/two.wav`);
    await it.finish(call);

    expect(call.leg.hungUp).toMatchObject({ cause: "hangup" });
    expect(it.status(call.sid)).toBe("completed");
  });

  test("[XT1] are replaced by a Redirect, and relative and empty URLs resolve", async () => {
    const it = new CoreUnderTest();
    let requestCount = 0;
    it.web.on("/incoming", () =>
      twiml(requestCount++ === 0 ? "<Redirect/>" : "<Redirect>menu/main</Redirect><Hangup/>"),
    );
    it.web.respondWith("/menu/main", `<Play>sound.wav</Play>`);

    const call = await it.ring();

    expect(it.web.requestsTo("/incoming")).toHaveLength(2);
    expect(it.soundOf(call)).toBe(`${APP}/menu/sound.wav`);
  });

  test("[XT23] with malformed TwiML create 12100, an apology and a hang-up", async () => {
    const it = new CoreUnderTest();
    it.web.on("/incoming", "<Response><Say></Response>");

    const call = await it.ring();
    expect(it.soundOf(call)).toBe("apology");
    await it.finish(call);

    expect(it.errorsOf(call.sid)).toContain(12100);
    expect(it.status(call.sid)).toBe("completed");
  });

  test("[XW7] that fail are replaced by the fallback, with code and URL", async () => {
    const it = new CoreUnderTest();
    const [number] = it.core.directory.numbers.list();
    it.core.directory.numbers.update(number?.sid ?? "", { voiceFallbackUrl: `${APP}/fallback` });
    it.web
      .on("/incoming", { status: 500 })
      .respondWith("/fallback", `<Play>${APP}/sorry.wav</Play>`);

    const call = await it.ring();

    expect(it.web.requestsTo("/fallback")[0]).toMatchObject({
      ErrorCode: "11200",
      ErrorUrl: `${APP}/incoming`,
    });
    expect(it.soundOf(call)).toBe(`${APP}/sorry.wav`);
  });

  test("[XW7] request their fallback by its method, even for an application", async () => {
    const it = new CoreUnderTest();
    const settings = {
      voiceUrl: `${APP}/incoming`,
      voiceFallbackUrl: `${APP}/fallback`,
      voiceFallbackMethod: "GET" as const,
    };
    const { sid } = it.core.directory.applications.create(settings);
    it.core.directory.numbers.create({ phoneNumber: "+61255500102", ...settings });
    it.core.directory.numbers.create({ phoneNumber: "+61255500103", voiceApplicationSid: sid });
    it.web.on("/incoming", { status: 500 }).respondWith("/fallback", "");

    await it.ring({ to: "+61255500102" });
    await it.ring({ to: "+61255500103" });
    await settled();

    const requests = it.web.requests.filter(({ path }) => path === "/fallback");
    expect(requests.map(({ method }) => method)).toEqual(["GET", "GET"]);
  });

  test("[XW7] send the fallback the parameters of the failed request", async () => {
    const it = new CoreUnderTest();
    it.core.directory.numbers.create({
      phoneNumber: "+61255500102",
      voiceUrl: `${APP}/incoming`,
      voiceFallbackUrl: `${APP}/fallback`,
    });
    it.web
      .respondWith("/incoming", `<Gather numDigits="1" action="/digits"/>`)
      .respondWith("/fallback", "");
    const call = await it.ring({ to: "+61255500102" });

    call.sink.onDigit("7");
    await settled();

    expect(it.web.requestsTo("/fallback")[0]).toMatchObject({
      Digits: "7",
      CallSid: call.sid,
      ErrorCode: "11200",
      ErrorUrl: `${APP}/digits`,
    });
  });

  test("[XW7] without a fallback end with an apology and a hang-up", async () => {
    const it = new CoreUnderTest();
    it.web.on("/incoming", { status: 500 });

    const call = await it.ring();
    expect(it.soundOf(call)).toBe("apology");
    await it.finish(call);

    expect(it.errorsOf(call.sid)).toContain(11200);
    expect(it.status(call.sid)).toBe("completed");
  });

  test("with a wrong content type create 12300", async () => {
    const it = new CoreUnderTest();
    it.web.on("/incoming", { contentType: "application/json", body: "{}" });

    const call = await it.ring();

    expect(it.errorsOf(call.sid)).toContain(12300);
  });

  test("[XW17] that are unavailable leave the caller ringing while the application restarts", async () => {
    const it = new CoreUnderTest();
    it.web.isUnreachable = true;
    const call = await it.ringInto(`<Play>${APP}/hello.wav</Play>`);
    await it.clock.advance(5_000);
    expect(it.status(call.sid)).toBe("ringing");

    it.web.isUnreachable = false;
    await it.clock.advance(5_000);

    expect(it.soundOf(call)).toBe(`${APP}/hello.wav`);
  });

  test("[XW17] that are late leave the answered caller on music, and then continue", async () => {
    const it = new CoreUnderTest();
    it.web.hangs = true;
    const call = await it.ringInto(`<Play>${APP}/hello.wav</Play>`);
    await it.clock.advance(0);

    expect(it.status(call.sid)).toBe("in-progress");
    expect(it.soundOf(call)).toBe("hold-music");

    await it.clock.advance(20_000);
    it.web.hangs = false;
    await it.clock.advance(5_000);
    expect(it.soundOf(call)).toBe(`${APP}/hello.wav`);
  });

  test("[XW17] that are unavailable for 45 s fail", async () => {
    const it = new CoreUnderTest();
    it.web.isUnreachable = true;
    const call = await it.ringInto("<Pause/>");

    await it.clock.advance(46_000);

    expect(it.soundOf(call)).toBe("apology");
    expect(it.errorsOf(call.sid)).toContain(11205);
  });

  test("[XW17] of an answered call are requested again for 2 min", async () => {
    const it = new CoreUnderTest();
    const call = await it.ringInto(`<Pause length="1"/><Redirect>${APP}/next</Redirect>`);
    it.web.isUnreachable = true;
    await it.clock.advance(100_000);
    expect(it.soundOf(call)).toBe("hold-music");

    it.web.isUnreachable = false;
    it.web.respondWith("/next", `<Play>${APP}/hello.wav</Play>`);
    await it.clock.advance(5_000);

    expect(it.soundOf(call)).toBe(`${APP}/hello.wav`);
  });

  test("[XW17] that are postponed by 503 with Retry-After leave the caller on music for 2 min", async () => {
    const it = new CoreUnderTest();
    it.web.on("/incoming", { status: 503, namesRetry: true });
    const saved = await it.ring();
    await it.clock.advance(4_000);
    expect(it.status(saved.sid)).toBe("ringing");
    await it.clock.advance(6_000);
    expect(it.soundOf(saved)).toBe("hold-music");

    await it.clock.advance(100_000);
    it.web.respondWith("/incoming", `<Play>${APP}/hello.wav</Play>`);
    await it.clock.advance(5_000);
    expect(it.soundOf(saved)).toBe(`${APP}/hello.wav`);

    it.web.on("/incoming", { status: 503, namesRetry: true });
    const lost = await it.ring();
    await it.clock.advance(121_000);
    expect(it.soundOf(lost)).toBe("apology");
  });

  test("[XW17] that are unavailable are replaced at once by a fallback that answers, and retried with it", async () => {
    const it = new CoreUnderTest();
    it.core.directory.numbers.create({
      phoneNumber: "+61255500102",
      voiceUrl: `${APP}/incoming`,
      voiceFallbackUrl: `${APP}/fallback`,
    });
    it.web.on("/incoming", { status: 503 }).on("/fallback", { status: 503 });
    const call = await it.ring({ to: "+61255500102" });
    await it.clock.advance(20_000);
    expect(it.status(call.sid)).toBe("ringing");

    it.web.respondWith("/fallback", `<Play>${APP}/hello.wav</Play>`);
    await it.clock.advance(5_000);
    expect(it.soundOf(call)).toBe(`${APP}/hello.wav`);

    const next = await it.ring({ to: "+61255500102" });
    expect(it.soundOf(next)).toBe(`${APP}/hello.wav`);
  });

  test("[XR13] are stopped by a redirect by REST, which starts the new document", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/elsewhere", `<Play>${APP}/other.wav</Play>`);
    const call = await it.ringInto(`<Play loop="0">${APP}/one.wav</Play>`);

    await it.redirect(call.sid, "/elsewhere");

    expect(it.soundOf(call)).toBe(`${APP}/other.wav`);
  });

  test("[XR13] end when REST completes their call, and a second update gets 21220", async () => {
    const { it, call } = await aCallInto("<Pause length='60'/>");

    it.core.calls.update(call.sid, { status: "completed" });
    await settled();

    expect(call.leg.isOver).toBe(true);
    expect(() => it.core.calls.update(call.sid, { status: "completed" })).toThrow(
      expect.objectContaining({ twilioCode: 21220 }),
    );
  });
});
