import type { Call } from "@linedesk/contract";

/** Returns true when the caller is ready or verified, or an answer of the air-ready check is set. */
export function isScreened({ desk, marks, air }: Call): boolean {
  return desk.status === "ready" || marks.verified || air.radioOff || air.agreed;
}
