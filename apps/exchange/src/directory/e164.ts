export function isE164(text: string): boolean {
  return /^\+[1-9]\d{1,14}$/.test(text);
}
