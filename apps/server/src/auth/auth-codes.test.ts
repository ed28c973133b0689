import { expect, test } from "vitest";

import {
  AuthError,
  authCodes,
  type AuthCode,
  describeFailure,
  readIssuerWords,
} from "./auth-codes.ts";

const rows: [string, AuthCode, string][] = [
  ["[AU16]", "MISSING_NEXTAUTH_API_ROUTE_ERROR", "answered"],
  ["[AU16]", "NO_SECRET", "at_start"],
  ["[AU16]", "CALLBACK_CREDENTIALS_HANDLER_ERROR", "cannot_occur"],
  ["[AU16]", "EMAIL_REQUIRES_ADAPTER_ERROR", "cannot_occur"],
  ["[AU16]", "MISSING_ADAPTER_METHODS_ERROR", "cannot_occur"],
  ["[AU16]", "CALLBACK_CREDENTIALS_JWT_ERROR", "cannot_occur"],
  ["[AU16]", "INVALID_CALLBACK_URL_ERROR", "answered"],
];

test("[AU16] the catalogue has exactly these seven codes", () => {
  expect(Object.keys(authCodes).sort()).toEqual(rows.map(([, code]) => code).sort());
});

test("[AU16] a code that cannot occur has a reason why it cannot", () => {
  for (const [, code, type] of rows) {
    const use = authCodes[code];
    expect(use.type).toBe(type);
    if (use.type === "cannot_occur") {
      expect(use.because).toMatch(/provider|store/);
    }
  }
});

test("[AU16] a code that the server sends has a status and a text", () => {
  expect(new AuthError("INVALID_CALLBACK_URL_ERROR")).toMatchObject({ status: 400 });
  expect(new AuthError("MISSING_NEXTAUTH_API_ROUTE_ERROR")).toMatchObject({ status: 404 });
  expect(new AuthError("NO_SECRET").message).toContain("SESSION_SECRET");
});

test("[AU73] the log has the issuer's error code and description, each in one line of limited length", () => {
  const error = Object.assign(new Error("refused"), { error: "invalid_client" });

  expect(describeFailure(error)).toMatchObject({ issuerError: "invalid_client" });
  expect(readIssuerWords(`AADSTS7000222:\nkeys are expired ${"x".repeat(400)}`)).toEqual({
    issuerWords: `AADSTS7000222: keys are expired ${"x".repeat(268)}`,
  });
  expect(readIssuerWords(undefined)).toEqual({});
});
