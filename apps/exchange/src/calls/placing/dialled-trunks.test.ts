import { describe, expect, test } from "vitest";

import { CoreUnderTest, STATION } from "../../testing/core-under-test.ts";

const TARGET = "+61491570158";
const program = {
  type: "url" as const,
  url: "http://app.test/answered",
  method: "POST" as const,
};

describe("with trunks", () => {
  test("[XR67] the dialler gets the credentials and the requested trunk", () => {
    const it = new CoreUnderTest();
    const credentials = { username: "ann", password: "secret" };
    it.core.calls.create({ to: "sip:a@b", from: STATION, program, credentials, byoc: "BY1" });

    expect(it.sip.last.request).toMatchObject({ credentials, byoc: "BY1" });
  });

  test("[XR67] an unknown trunk is refused for a call to a number, and ignored for a `sip:` address", () => {
    const it = new CoreUnderTest();
    const sip = Object.assign(it.sip, { knowsTrunk: (sid: string) => sid === "BY2" });
    it.core.edges.setDialers({ client: it.client, sip });
    const byNumber = { to: TARGET, from: STATION, program };

    expect(() => it.core.calls.create({ ...byNumber, byoc: "BY1" })).toThrow("'Byoc'");
    it.core.calls.create({ ...byNumber, byoc: "BY2" });
    it.core.calls.create({ to: "sip:a@b", from: STATION, program, byoc: "BY1" });
    expect(it.sip.dialled).toHaveLength(2);
  });

  test("[XR272] a number of the account is dialled by the named trunk, and inside the exchange without a named trunk", () => {
    const it = new CoreUnderTest();
    const sip = Object.assign(it.sip, { knowsTrunk: (sid: string) => sid === "BY2" });
    it.core.edges.setDialers({ client: it.client, sip });
    const ours = { to: STATION, from: STATION, program };

    it.core.calls.create(ours);
    expect(it.sip.dialled).toHaveLength(0);
    expect(() => it.core.calls.create({ ...ours, byoc: "BY1" })).toThrow("'Byoc'");
    it.core.calls.create({ ...ours, byoc: "BY2" });

    expect(it.sip.last.request).toMatchObject({ to: STATION, byoc: "BY2" });
  });

  test("[XR272] a number of the account with DialledWithin false is dialled by a trunk if one exists", async () => {
    const it = new CoreUnderTest();
    const { numbers } = it.core.directory;
    const { sid = "" } = numbers.findByNumber(STATION) ?? {};
    let hasTrunk = true;
    const sip = Object.assign(it.sip, { hasTrunk: () => hasTrunk });
    it.core.edges.setDialers({ client: it.client, sip });
    const ours = { to: STATION, from: STATION, program };

    it.core.calls.create(ours);
    expect(it.sip.dialled).toHaveLength(0);
    numbers.update(sid, { dialledWithin: false });
    it.core.calls.create(ours);
    expect(it.sip.dialled).toHaveLength(1);
    expect(it.sip.last.request).toMatchObject({ to: STATION });
    await it.ringInto('<Pause length="60"/>');
    expect(it.web.requestsTo("/incoming").at(-1)).toMatchObject({ To: STATION });

    hasTrunk = false;
    it.core.calls.create(ours);
    expect(it.sip.dialled).toHaveLength(1);
  });
});
