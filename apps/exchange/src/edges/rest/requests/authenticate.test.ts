import { describe, expect, test } from "vitest";

import { authenticate } from "./authenticate.ts";

const account = { sid: "AC1", authToken: "token", apiKey: "SK1", apiSecret: "secret" };
function secretOf(sid: string) {
  return sid === "SK2" ? "made:later" : null;
}
function basic(text: string) {
  return `Basic ${Buffer.from(text).toString("base64")}`;
}

describe("credentials", () => {
  test.each([
    [basic("AC1:token"), "owner"],
    [basic("SK1:secret"), "owner"],
    [basic("SK2:made:later"), "key"],
    [basic("AC1:token").replace("Basic", "basic"), "owner"],
    [basic("AC2:token"), null],
    [basic("AC1:secret"), null],
    [basic("SK1:token"), null],
    [basic("SK2:secret"), null],
    [basic("SK2:"), null],
    [basic("SK3:made:later"), null],
    [basic("SK3:null"), null],
    [basic("AC1:"), null],
    [basic(":"), null],
    [basic("AC1:token:more"), null],
    ["Bearer AC1:token", null],
    ["Basic", null],
    ["", null],
    [undefined, null],
  ])("[XR2][XR40] in the header %s belong to: %s", (header, expected) => {
    expect(authenticate(header, { account, findSecret: secretOf })).toBe(expected);
  });
});
