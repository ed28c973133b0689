import type { Call, DeviceLine, Permission } from "@linedesk/contract";
import type { ActingDesk, RunnableAction } from "./desk-action.ts";

interface Viewer {
  desk: ActingDesk;
  me: string | null;
  may: (permission: Permission) => boolean;
}

/** The action on that call for a person; `null` where it is not possible or not allowed. */
export function bindAction<Args extends [] | [DeviceLine]>(
  { permission, isPossible, run }: RunnableAction<Args>,
  call: Call,
  { desk, me, may }: Viewer,
): ((...args: Args) => void) | null {
  const isAllowed = permission === null || may(permission);
  return isAllowed && isPossible(call, me) ? (...args) => void run(desk, call, ...args) : null;
}
