import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createExchangeControl } from "../control/create-exchange-control.ts";
import { CoreUnderTest, STATION } from "../testing/core-under-test.ts";
import { FakeMedia } from "../testing/fake-media.ts";

describe("in the directory", () => {
  test("[XR23] numbers can be created, listed, changed and deleted", () => {
    const { numbers } = new CoreUnderTest().core.directory;
    const { sid } = numbers.create({ phoneNumber: "+61255500109", friendlyName: "contest" });

    expect(sid).toMatch(/^PN[0-9a-f]{32}$/);
    expect(numbers.update(sid, { voiceUrl: "http://app.test/x" }).voiceUrl).toBe(
      "http://app.test/x",
    );
    expect(numbers.list("*00109")).toHaveLength(1);
    expect(numbers.remove(sid)).toBe(true);
    expect(numbers.find(sid)).toBeNull();
  });

  test("numbers and caller ids are refused when they are invalid or exist already", () => {
    const { numbers, callerIds } = new CoreUnderTest().core.directory;

    expect(() => numbers.create({ phoneNumber: "0255500101" })).toThrow("E.164");
    expect(() => numbers.create({ phoneNumber: STATION })).toThrow("already");
    callerIds.add({ phoneNumber: "+61255509999" });
    expect(() => callerIds.add({ phoneNumber: "+61255509999" })).toThrow(
      expect.objectContaining({ twilioCode: 21450 }),
    );
  });

  test("[XR23] an application takes precedence over the voice URL", async () => {
    const it = new CoreUnderTest();
    const { sid } = it.core.directory.applications.create({
      voiceUrl: "http://app.test/application",
    });
    const [number] = it.core.directory.numbers.list();
    it.core.directory.numbers.update(number?.sid ?? "", { voiceApplicationSid: sid });
    it.web.respondWith("/application", "<Pause/>");

    await it.ring();

    expect(it.web.requests.map(({ path }) => path)).toEqual(["/application"]);
  });

  test("[XR23] a call to a missing application gets the notification 21218", async () => {
    const it = new CoreUnderTest();
    const [number] = it.core.directory.numbers.list();
    const gone = `AP${"0".repeat(32)}`;
    it.core.directory.numbers.update(number?.sid ?? "", { voiceApplicationSid: gone });

    const call = await it.ring();

    expect(it.status(call.sid)).toBe("failed");
    const [note] = it.core.reports.notifications.list(call.sid);
    expect(note).toMatchObject({ errorCode: 21218, level: "error" });
    expect(note?.message).toContain(gone);
  });

  test("[XR23] [XR47] a new number or caller id is named in the usual format", () => {
    const { numbers, callerIds } = new CoreUnderTest().core.directory;

    expect(numbers.create({ phoneNumber: "+12025550100" }).friendlyName).toBe("(202) 555-0100");
    expect(numbers.create({ phoneNumber: "+61255500199" }).friendlyName).toBe("(02) 5550 0199");
    expect(callerIds.add({ phoneNumber: "+12025550101" }).friendlyName).toBe("(202) 555-0101");
    expect(numbers.create({ phoneNumber: "+99955500155" }).friendlyName).toBe("+99955500155");
  });

  test("[XR12] numbers are found by a part of them", () => {
    const { numbers } = new CoreUnderTest().core.directory;
    numbers.create({ phoneNumber: "+12025550161" });
    function found(part: string) {
      return numbers.list(part).map((one) => one.phoneNumber);
    }

    expect(found("*61")).toEqual(["+12025550161"]);
    expect(found("61")).toEqual([STATION, "+12025550161"]);
    expect(found("+61")).toEqual([STATION]);
    expect(found("+1 (202) 555-01**")).toEqual(["+12025550161"]);
    expect(["", "+", "abc", "61x", "[0-9]"].flatMap(found)).toEqual([]);
  });

  test("[XI2] a call to an unknown number is refused with 404", async () => {
    const it = new CoreUnderTest();

    const call = await it.ring({ to: "+61255509876" });

    expect(call.leg.declined).toMatchObject({ cause: "not-found", sipCode: 404 });
    expect(it.status(call.sid)).toBe("failed");
  });

  test("[XS70] a browser's call to a missing application gets the code 31001", async () => {
    const it = new CoreUnderTest();

    const call = await it.ring({ applicationSid: `AP${"0".repeat(32)}` }, "client");

    expect(call.leg.declined).toMatchObject({ voiceCode: 31001 });
  });
});

describe("the state file", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "linedesk-state-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  function open(logger = pino({ level: "silent" })) {
    return createExchangeControl({
      media: new FakeMedia(),
      webhooks: { allowedHosts: [] },
      account: { sid: "AC1", authToken: "t" },
      logger,
      defaults: { dataFolder: folder, speech: false },
    });
  }

  test("keeps numbers, caller ids and applications across a restart", async () => {
    const before = open();
    const number = before.directory.numbers.create({
      phoneNumber: STATION,
      voiceUrl: "http://app.test/x",
    });
    const callerId = before.directory.callerIds.add({ phoneNumber: "+61255509999" });
    const application = before.directory.applications.create({ friendlyName: "console" });
    await before.close();

    const after = open();

    expect(after.directory.numbers.list()).toEqual([number]);
    expect(after.directory.callerIds.list()).toEqual([callerId]);
    expect(after.directory.applications.list()).toEqual([application]);
    await after.close();
  });

  test("[XR23] keeps a number of no numbering plan and logs its sid", async () => {
    const before = open();
    const { sid } = before.directory.numbers.create({ phoneNumber: "+99955500155" });
    before.directory.numbers.create({ phoneNumber: STATION });
    await before.close();

    const lines: string[] = [];
    const after = open(pino({ level: "warn" }, { write: (line: string) => lines.push(line) }));

    expect(after.directory.numbers.find(sid)?.phoneNumber).toBe("+99955500155");
    expect(lines.map((line) => JSON.parse(line) as { sids?: string[] })).toMatchObject([
      { sids: [sid] },
    ]);
    expect(lines.join()).not.toContain("99955500155");
    await after.close();
  });

  test("[XR23] stops the start as damaged when one of its numbers is not in E.164", async () => {
    const path = join(folder, "exchange.json");
    const before = open();
    before.directory.numbers.create({ phoneNumber: STATION });
    await before.close();
    await writeFile(path, (await readFile(path, "utf8")).replace(STATION, "0255500101"));

    expect(() => open()).toThrow("is damaged");
  });

  test("stops the start when it is damaged, and stays unchanged", async () => {
    const path = join(folder, "exchange.json");
    await writeFile(path, "{ half");

    expect(() => open()).toThrow("is damaged");
    expect(await readFile(path, "utf8")).toBe("{ half");
  });
});
