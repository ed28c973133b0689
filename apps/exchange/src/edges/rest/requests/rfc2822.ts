export function rfc2822(date: Date): string;
export function rfc2822(date: Date | null): string | null;
export function rfc2822(date: Date | null): string | null {
  return date === null ? null : date.toUTCString().replace("GMT", "+0000");
}
