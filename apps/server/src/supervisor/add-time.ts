/** Puts the time in front of an event. The start message has many lines and stays as it is. */
export function addTime(text: string, now: Date): string {
  return text.startsWith("\n") ? text : `${now.toISOString()} ${text}`;
}
