import type { PhoneLine } from "@linedesk/contract";

const named = /contest|gewinnspiel/i;

/** Returns the phone line that a contest most likely uses: one that is named so, else the first. */
export function chooseContestLine(lines: readonly Pick<PhoneLine, "id" | "name">[]): string {
  return (lines.find(({ name }) => named.test(name)) ?? lines[0])?.id ?? "";
}
