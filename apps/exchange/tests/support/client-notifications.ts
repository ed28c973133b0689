import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

import twilio from "twilio";
import { expect } from "vitest";

import type { BootedExchange } from "./booted-exchange.ts";

/** What the application is told of a client that is rung. */
export type ClientNotification = Record<string, string>;

/** The first that comes to a path, its signature checked as Twilio's own library checks it. */
export async function notificationAt(
  { web, exchange }: BootedExchange,
  path: string,
): Promise<ClientNotification> {
  const { method, address, body, headers } = await web.waitForRequest(path);
  const { authToken } = exchange.account;
  const signature = String(headers["x-twilio-signature"]);
  const url = web.url(address);
  expect([method, headers["content-type"]]).toEqual(["POST", "application/json"]);
  expect(twilio.validateRequestWithBody(authToken, signature, url, body)).toBe(true);
  expect(twilio.validateRequest(authToken, signature, url, {})).toBe(true);
  expect(twilio.validateRequestWithBody(authToken, signature, url, `${body} `)).toBe(false);
  expect(twilio.validateRequestWithBody("another", signature, url, body)).toBe(false);
  return JSON.parse(body) as ClientNotification;
}

/** What a page does with a notification, as docs/exchange-rest.md tells it to. */
export function connectTokenOf(notification: ClientNotification): string {
  const page = readFileSync(new URL("../../../../docs/exchange-rest.md", import.meta.url), "utf8");
  const [, script = ""] = /```js\n(\/\/ connect-token\.js[^]*?)```/.exec(page) ?? [];
  const made: unknown = runInNewContext(`${script}\nconnectTokenOf(notification)`, {
    notification,
    btoa,
    URLSearchParams,
  });
  return String(made);
}
