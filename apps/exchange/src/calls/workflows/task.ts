import { z } from "zod";

import { newSid } from "@linedesk/base";
import type { LiveCall } from "../live/live-call.ts";
import { voiceParams } from "../live/voice-params.ts";
import type { TaskAttributes } from "./expression.ts";

/** A call as a workflow routes it. */
export interface Task {
  sid: string;
  attributes: TaskAttributes;
}

const MAX_TEXT = 4_096;
const object = z.record(z.string(), z.unknown());

/**
 * With what is known of the call: `call_sid`, `from`, `to`; what the JSON says itself counts. Null
 * where it is no object.
 */
export function createTask(call: LiveCall, json: string): Task | null {
  const own = object.safeParse(parsed(json === "" ? "{}" : json));
  if (!own.success || json.length > MAX_TEXT) {
    return null;
  }
  const known = Object.entries(voiceParams(call)).map(([name, value]) => [snakeCase(name), value]);
  return { sid: newSid("WT"), attributes: { ...Object.fromEntries(known), ...own.data } };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    // The caller tells what is no JSON.
    return null;
  }
}

/** `CallSid` as task attributes are written: `call_sid`. */
function snakeCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
}
