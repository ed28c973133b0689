import { expect, test } from "vitest";

import { pusherErrors } from "../protocol/codes.ts";
import { admissionError, type AdmissionRules } from "./admission.ts";

const rules: AdmissionRules = {
  key: "k",
  isDisabled: false,
  isTlsOnly: false,
  connections: 5,
  capacity: 10,
  quota: 10,
};

test.each<[string, Partial<AdmissionRules>, string, number | undefined]>([
  ["a good request", {}, "/app/k?protocol=7&client=js&version=8.6.0", undefined],
  ["another key", {}, "/app/other?protocol=7", 4001],
  ["no key", {}, "/app/?protocol=7", 4005],
  ["a longer path", {}, "/app/k/x?protocol=7", 4005],
  ["no protocol", {}, "/app/k", 4008],
  ["protocol 8", {}, "/app/k?protocol=8", 4007],
  ["a bad version", {}, "/app/k?protocol=7&version=%00", 4006],
  ["a disabled app", { isDisabled: true }, "/app/k?protocol=7", 4003],
  ["plain text where TLS is needed", { isTlsOnly: true }, "/app/k?protocol=7", 4000],
  ["a full hub", { capacity: 5 }, "/app/k?protocol=7", 4100],
  ["a used-up quota", { quota: 5 }, "/app/k?protocol=7", 4004],
])("[HB2] %s is admitted or refused with the right code", (_what, changes, url, code) => {
  const { pathname, searchParams } = new URL(url, "http://localhost");

  const error = admissionError(
    { ...rules, ...changes },
    { path: pathname, query: searchParams, isTls: false },
  );

  expect(error?.code).toBe(code);
});

test("[HB27] no close code is from 4300 to 4399", () => {
  for (const { code } of Object.values(pusherErrors)) {
    expect(Math.floor(code / 100)).not.toBe(43);
    expect(code).toBeLessThan(4300);
  }
});
