import type { PhoneLine } from "@linedesk/contract";

const named = /contest|gewinnspiel/i;

/**
 * Returns the phone line that a contest most likely uses: a line whose name says so, otherwise the
 * first line.
 */
export function chooseContestLine(lines: readonly Pick<PhoneLine, "id" | "name">[]): string {
  return (lines.find(({ name }) => named.test(name)) ?? lines[0])?.id ?? "";
}
