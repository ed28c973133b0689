import type { Conference } from "./conference.ts";

export function isLabelTaken(
  conference: Conference,
  label: string,
  callSid: string | null,
): boolean {
  const holder = conference.find(label)?.call.sid ?? conference.invited.find(label)?.callSid;
  return holder !== undefined && holder !== callSid;
}
