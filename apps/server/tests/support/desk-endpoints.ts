import * as contract from "@linedesk/contract";
import type { Endpoint } from "@linedesk/contract";
import { choicesOf, type KnownValues, sampleInput } from "./sample-input.ts";

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "path" in value && "access" in value;
}

/** Returns true for an action on a call or a conference, or with a number that the desk dials. */
function isOfDesk({ method, path, access }: Endpoint): boolean {
  const isAbove = path === "/conference" || path.startsWith("/twilio/calls/");
  const isAct = access.type === "thing" || ("permission" in access && access.permission === "dial");
  return method === "POST" && isAbove && isAct;
}

/** The contract's endpoints of desk actions, so that tests cover whatever a desk can press. */
export const deskEndpoints: readonly Endpoint[] = Object.values(contract as object)
  .filter(isEndpoint)
  .filter(isOfDesk);

/** Returns the path and one body for each action that the endpoint has. */
export function samplePresses(
  { path, body }: Endpoint,
  known: KnownValues & { call: string },
): { path: string; body: KnownValues }[] {
  const actions = choicesOf(body, "action");
  const choices = actions.length === 0 ? [{}] : actions.map((action) => ({ action }));
  return choices.map((choice) => ({
    path: path.replace("{call}", known.call),
    body: sampleInput(body, { ...known, ...choice }),
  }));
}
