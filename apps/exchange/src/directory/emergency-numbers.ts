export const emergencyNumbers = new Set(["000", "112", "911", "999", "106"]);

/** Also where somebody put a country code or a plus before it. */
export function isEmergencyNumber(number: string): boolean {
  const bare = number.replace(/^\+(?:61)?/, "");
  return emergencyNumbers.has(number) || (number.startsWith("+") && emergencyNumbers.has(bare));
}
