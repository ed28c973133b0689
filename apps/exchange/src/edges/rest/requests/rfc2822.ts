/** "Tue, 31 Aug 2010 20:36:28 +0000", as the REST API spells times. */
export function rfc2822(date: Date): string;
export function rfc2822(date: Date | null): string | null;
export function rfc2822(date: Date | null): string | null {
  return date === null ? null : date.toUTCString().replace("GMT", "+0000");
}
