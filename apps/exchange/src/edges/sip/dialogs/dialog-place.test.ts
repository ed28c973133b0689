import { describe, expect, test } from "vitest";

import { answered, phoneRequest, phoneSdp } from "../../../testing/sip/scripted-phone.ts";
import { phoneAt } from "../../../testing/sip/test-bench.ts";

describe("[XI66] the requests within a call", () => {
  test.each([
    ["INVITE", phoneSdp()],
    ["UPDATE", phoneSdp()],
    ["UPDATE", ""],
  ])("go to the Contact of the caller's last %s", async (method, body) => {
    const { bench, toTag } = await answered();
    const moved = phoneRequest(method, { cseq: 2, toTag, body });
    await bench.receive(moved.replace(/^Contact: .*$/m, "Contact: <sip:jo@192.0.2.44:5099>"));
    if (method === "INVITE") {
      await bench.receive(phoneRequest("ACK", { cseq: 2, toTag }));
    }
    bench.sent();

    bench.intake.call().leg.hangUp();

    const bye = bench.sent()[0];
    expect(bye?.text).toMatch(/^BYE sip:jo@192\.0\.2\.44:5099 SIP/);
    expect(bye?.target).toEqual({ address: "192.0.2.44", port: 5099 });
  });

  test("go through the proxies of the INVITE in their order, which the answer repeats", async () => {
    const routes = ["<sip:192.0.2.31:5070;lr;r2=on>", "<sip:192.0.2.31;transport=tcp;lr;r2=on>"];
    const { bench, ok } = await answered([
      `Record-Route: ${routes[0]}, ${routes[1]}`,
      "Record-Route: <sip:192.0.2.32;lr>",
    ]);
    bench.sent();

    bench.intake.call().leg.hangUp();

    const all = [...routes, "<sip:192.0.2.32;lr>"];
    const bye = bench.sent()[0];
    expect([...ok.matchAll(/^Record-Route: (.*)\r$/gm)].map(([, one]) => one)).toEqual(all);
    expect([...(bye?.text ?? "").matchAll(/^Route: (.*)\r$/gm)].map(([, one]) => one)).toEqual(all);
    expect(bye?.target).toEqual({ address: "192.0.2.31", port: 5070 });
  });

  test("do not go to the Contact of a refused offer", async () => {
    const { bench, toTag } = await answered();
    const body = phoneSdp({ line: "18" });
    const moved = phoneRequest("INVITE", { cseq: 2, toTag, body });
    await bench.receive(moved.replace(/^Contact: .*$/m, "Contact: <sip:jo@192.0.2.44:5099>"));
    await bench.receive(phoneRequest("ACK", { cseq: 2, toTag, branch: "2-INVITE" }));
    bench.sent();

    bench.intake.call().leg.hangUp();

    expect(bench.sent()[0]?.target).toEqual(phoneAt);
  });
});
