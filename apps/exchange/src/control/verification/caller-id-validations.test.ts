import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, STATION, ends, answers } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const NUMBER = "+61255509999";

function aCheck() {
  const it = new CoreUnderTest();
  it.web.on("/verified", "");
  const statusCallback = { url: `${APP}/verified`, method: "POST" as const };
  const check = it.core.directory.callerIdValidations.begin({
    phoneNumber: NUMBER,
    statusCallback,
  });
  return { it, check, callbacks: () => it.web.requestsTo("/verified") };
}

async function key(it: CoreUnderTest, digits: string): Promise<void> {
  for (const digit of digits) {
    it.sip.last.sink.onDigit(digit);
  }
  await settled();
}

describe("the verification of a caller id", () => {
  test("[XR47] asks for the code, and adds the number", async () => {
    const { it, check, callbacks } = aCheck();
    const { request, sink, leg } = it.sip.last;
    sink.onAnswered();
    await settled();
    expect(it.media.soundOf(leg.id)).toBe("enter-code");
    await key(it, check.code);

    expect(request).toMatchObject({ to: NUMBER, from: STATION, callSid: check.callSid });
    const [callerId] = it.core.directory.callerIds.list();
    expect(callerId).toMatchObject({ phoneNumber: NUMBER });
    expect(callbacks()).toMatchObject([
      {
        VerificationStatus: "success",
        OutgoingCallerIdSid: callerId?.sid,
        CallSid: check.callSid,
        To: NUMBER,
      },
    ]);
    expect(it.media.soundOf(leg.id)).toBe("code-accepted");
    it.media.finish(leg.id);
    await settled();
    expect(it.status(check.callSid)).toBe("completed");
    expect(callbacks()).toHaveLength(1);
  });

  test("[XR47] allows three attempts in total", async () => {
    const { it, check, callbacks } = aCheck();
    const wrong = check.code === "000000" ? "000001" : "000000";
    await answers(it.sip.last);

    await key(it, wrong);
    const prompt = it.media.soundOf(it.sip.last.leg.id);
    await key(it, "12#");
    await it.clock.advance(10_000);
    it.media.finish(it.sip.last.leg.id);
    await key(it, wrong);
    await it.clock.advance(11_000);
    const refused = it.media.soundOf(it.sip.last.leg.id);
    await it.finish(it.sip.last);

    expect([prompt, refused]).toEqual(["wrong-code", "code-refused"]);
    expect(it.core.directory.callerIds.list()).toEqual([]);
    expect(callbacks()).toMatchObject([{ VerificationStatus: "failed", CallStatus: "completed" }]);
    expect(callbacks()[0]).not.toHaveProperty("OutgoingCallerIdSid");
  });

  test("[XR47] fails without an answer, without a code, or when the number cannot be called", async () => {
    const silent = aCheck();
    await silent.it.clock.advance(61_000);
    const patient = aCheck();
    patient.it.sip.last.sink.onAnswered();
    for (let at = 0; at < 4; at += 1) {
      await settled();
      patient.it.media.finish(patient.it.sip.last.leg.id);
      await patient.it.clock.advance(10_500);
    }
    const busy = aCheck();
    await ends(busy.it.sip.last, { cause: "busy", sipCode: 486 });

    for (const { callbacks } of [silent, patient, busy]) {
      expect(callbacks()).toMatchObject([{ VerificationStatus: "failed" }]);
    }
    expect(silent.callbacks()).toMatchObject([{ CallStatus: "no-answer" }]);
    expect(busy.callbacks()).toMatchObject([{ CallStatus: "busy" }]);
  });

  test("[XR47] refuses a number of the account, a number in verification, and an invalid number", async () => {
    const { it } = aCheck();
    it.core.directory.callerIds.add({ phoneNumber: "+61255508888" });
    function begin(phoneNumber: string) {
      return it.core.directory.callerIdValidations.begin({ phoneNumber });
    }
    function code(twilioCode: number) {
      return expect.objectContaining({ twilioCode });
    }

    expect(() => begin(STATION)).toThrow(code(21450));
    expect(() => begin("+61255508888")).toThrow(code(21450));
    expect(() => begin("0255508888")).toThrow(code(21421));
    expect(() => begin(NUMBER)).toThrow(code(20429));
    for (let n = 0; n < 9; n += 1) {
      begin(`+6125550700${n}`);
    }
    expect(() => begin("+61255507010")).toThrow(code(20429));

    await ends(it.sip.last, { cause: "busy" });
    expect(begin("+61255507010").code).toMatch(/^\d{6}$/);
  });

  test("[XR47] shows the requested number of the account or the pool, and no other", async () => {
    const pooled = "+61370105550";
    const it = new CoreUnderTest({ poolNumbers: [pooled] });
    const { numbers, callerIds, callerIdValidations } = it.core.directory;
    numbers.create({ phoneNumber: "+61255500102", voiceUrl: `${APP}/other` });
    callerIds.add({ phoneNumber: "+61255508888" });
    const shown: (string | undefined)[] = [];
    const wanted = [undefined, "+61255500102", "+61255508888", pooled];
    for (const [at, from] of wanted.entries()) {
      const phoneNumber = `+6125550990${at}`;
      callerIdValidations.begin({ phoneNumber, ...(from === undefined ? {} : { from }) });
      shown.push(it.sip.last.request.from);
    }

    expect(shown).toEqual([STATION, "+61255500102", "+61255508888", pooled]);
    const foreign = { phoneNumber: NUMBER, from: "+61255509000" };
    const refusal = expect.objectContaining({ twilioCode: 21210 });
    expect(() => callerIdValidations.begin(foreign)).toThrow(refusal);
  });

  test("[XR47] reports success only when the caller id is on the disk", async () => {
    await using folder = await temporaryFolder();
    const it = new CoreUnderTest({ dataFolder: folder.path });
    const storedAtReport: boolean[] = [];
    it.web.on("/verified", () => {
      storedAtReport.push(
        readFileSync(join(folder.path, "exchange.json"), "utf8").includes(NUMBER),
      );
      return "";
    });
    const statusCallback = { url: `${APP}/verified`, method: "POST" as const };
    const { code } = it.core.directory.callerIdValidations.begin({
      phoneNumber: NUMBER,
      statusCallback,
    });
    await answers(it.sip.last);

    await key(it, code);

    await expect.poll(() => storedAtReport, { timeout: 10_000 }).toEqual([true]);
    it.sip.last.sink.onEnded({ cause: "hangup" });
    await it.core.close();
  });
});

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "linedesk-caller-ids-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
