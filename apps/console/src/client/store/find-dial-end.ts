import type { Call } from "@linedesk/contract";

/** When a dialled call ends by itself; null: it has no such limit, or is over. */
export function findDialEnd({ dial, desk }: Call): string | null {
  return desk.status === "ended" ? null : (dial?.endsAt ?? null);
}
