import type { Call } from "@linedesk/contract";

/** Returns true when somebody has talked with the caller, or has noted something for the air. */
export function isScreened({ desk, marks, air }: Call): boolean {
  return desk.status === "ready" || marks.verified || air.radioOff || air.agreed;
}
