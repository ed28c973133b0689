import type { Call } from "@linedesk/contract";

/** The caller's name, else the number as this seat may see it. */
export function describeCaller({ caller }: Pick<Call, "caller">): string {
  return caller.name ?? caller.numberDisplay;
}

export function describeDirectCaller({ from }: { from: string }): string {
  return from.replace(/^client:/, "");
}
