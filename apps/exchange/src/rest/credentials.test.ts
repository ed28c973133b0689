import { describe, expect, it } from "vitest";
import { isAuthorised } from "./credentials.ts";

const account = { sid: "AC1", authToken: "token", apiKey: "SK1", apiSecret: "secret" };
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

describe("credentials", () => {
  it.each([
    [basic("AC1:token"), true],
    [basic("SK1:secret"), true],
    [basic("AC1:token").replace("Basic", "basic"), true],
    [basic("AC1:secret"), false],
    [basic("SK1:token"), false],
    [basic("AC1:"), false],
    [basic(":"), false],
    [basic("AC1:token:more"), false],
    ["Bearer AC1:token", false],
    ["Basic", false],
    ["", false],
    [undefined, false],
  ])("[XR2] %s are good: %s", (header, expected) => {
    expect(isAuthorised(header, account)).toBe(expected);
  });
});
