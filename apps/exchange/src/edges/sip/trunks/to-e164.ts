/**
 * Returns E.164 for a number as dialled in Australia or sent by a carrier; `null` for everything
 * else, such as extensions and names.
 */
export function toE164(user: string): string | null {
  if (!/^\+?[0-9().\- ]+$/.test(user)) {
    return null;
  }
  const digits = user.replace(/[().\- ]/g, "");
  if (/^\+[1-9][0-9]{6,14}$/.test(digits)) {
    return digits;
  }
  const international = /^00(?:11)?([1-9][0-9]{6,14})$/.exec(digits)?.[1];
  if (international !== undefined) {
    return `+${international}`;
  }
  const national = /^0([2-478][0-9]{8})$/.exec(digits)?.[1];
  if (national !== undefined) {
    return `+61${national}`;
  }
  if (/^61[2-478][0-9]{8}$/.test(digits)) {
    return `+${digits}`;
  }
  if (/^(?:1[38]00[0-9]{6}|13[0-9]{4})$/.test(digits)) {
    return `+61${digits}`;
  }
  return null;
}
