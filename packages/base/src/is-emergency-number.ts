/**
 * The prefixes of the most expensive and fraud-prone numbers (premium, satellite, international
 * shared cost).
 */
export const COSTLY_PREFIXES: readonly string[] = [
  "+6119",
  "+61147",
  "+870",
  "+881",
  "+882",
  "+883",
  "+878",
  "+888",
  "+979",
  "+1900",
  "+1976",
  "+44871",
  "+44872",
  "+44873",
  "+449",
  "+64900",
];

const emergencyNumbers = new Set(["000", "112", "911", "999", "106"]);

/** Returns true for an emergency number, even after a plus or after `+61`. */
export function isEmergencyNumber(number: string): boolean {
  const bare = number.replace(/^\+(?:61)?/, "");
  return emergencyNumbers.has(number) || (number.startsWith("+") && emergencyNumbers.has(bare));
}

/**
 * Returns the length of the longest matching prefix, or `null` without one. `*` matches every
 * number and counts as one character.
 */
export function findLongestPrefix(number: string, prefixes: readonly string[]): number | null {
  const fitting = prefixes.filter((prefix) => prefix === "*" || number.startsWith(prefix));
  return fitting.length === 0 ? null : Math.max(...fitting.map((prefix) => prefix.length));
}
