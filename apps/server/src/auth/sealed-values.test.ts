import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { CsrfTokens } from "./csrf.ts";
import { SignInTickets, TICKET_LIFETIME_MS } from "./sign-in-ticket.ts";

const secret = "a secret of at least thirty-two characters";
const ticket = {
  state: "s",
  nonce: "n",
  verifier: "v",
  callbackUrl: "https://desk.example.com/",
  origin: "https://desk.example.com",
  startedAt: 1000,
};

describe("a sign-in ticket", () => {
  test("[AU30] is read back until it expires", () => {
    let now = 1000;
    const tickets = new SignInTickets(secret, () => now);
    const sealed = tickets.seal(ticket);

    expect(tickets.open(sealed)).toEqual(ticket);
    now += TICKET_LIFETIME_MS;
    expect(tickets.open(sealed)).toBeNull();
  });

  test("[AU30] is refused when changed, forged, or sealed with another secret", () => {
    const tickets = new SignInTickets(secret, () => 1000);
    const sealed = Buffer.from(tickets.seal(ticket), "base64url");

    expect(
      new SignInTickets(`${secret}x`, () => 1000).open(sealed.toString("base64url")),
    ).toBeNull();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(tickets.open(changed.toString("base64url"))).toBeNull();
    }
    fc.assert(fc.property(fc.string(), (text) => tickets.open(text) === null));
    expect(tickets.open(undefined)).toBeNull();
  });
});

describe("a CSRF token", () => {
  test("[AU4] [AU26] is valid only with its cookie, and the cookie only at this server", () => {
    const tokens = new CsrfTokens(secret);
    const { token, cookie } = tokens.create();

    expect(tokens.read(cookie)).toBe(token);
    expect(tokens.isValid(cookie, token)).toBe(true);
    expect(tokens.isValid(cookie, tokens.create().token)).toBe(false);
    expect(tokens.isValid(undefined, token)).toBe(false);
    expect(tokens.isValid(cookie, undefined)).toBe(false);
    expect(new CsrfTokens(`${secret}x`).read(cookie)).toBeNull();
    fc.assert(fc.property(fc.string(), (text) => tokens.read(text) === null));
  });
});
