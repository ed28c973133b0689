import type { Call } from "@linedesk/contract";

export function isHeldByUser({ desk }: Call, me: string | null): boolean {
  return "holder" in desk && desk.holder?.user === me;
}
