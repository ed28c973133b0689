/** Each pattern is bounded, because a log may contain lines of any length. */
const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // Secrets by their form: JSON web tokens, headers, passwords in addresses, values of queries.
  [/\beyJ[\w-]{4,}\.[\w.-]{4,}/g, "[token]"],
  [/\b(Bearer|Basic|Digest) [^\s"',;]{4,}/gi, "$1 [token]"],
  [/:\/\/[^\s/@"']{1,256}@/g, "://[secret]@"],
  [/([?&][\w.-]{1,40}=)[^&\s"'<>)]{1,2000}/g, "$1[left out]"],
  [
    /((?:password|passwd|secret|token|cookie|authorization|api[-_]?key|credential)s?["']?[:=] ?["']?)[^\s"',;}]{1,2000}/gi,
    "$1[secret]",
  ],
  [/\b[0-9a-f]{32,}\b/g, "[token]"],
  // People by their addresses, in e-mail and in telephony.
  [/\b(sips?|tel):(?!\/)[^\s@;>"']{1,128}/gi, "$1:[number]"],
  [/(?<![^\s"'=,])(?!sips?:)[^\s:/@"'=,]{1,64}:[^\s/@"',]{1,128}@/gi, "[secret]@"],
  [/[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,190}/g, "[e-mail]"],
  // Telephone numbers: international, national, in groups, and in digits alone.
  [/\+\d[\d ()./-]{4,22}\d/g, "[number]"],
  [/(?<![\w.-])\(?0\d[\d ()./-]{4,20}\d/g, "[number]"],
  [/(?<![\w.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)/g, "[number]"],
  [/(?<![\w.:-])\d{2,4}(?: \d{2,4}){2,5}(?![\w:])/g, "[number]"],
  [/(?<![\w-])\d{9,15}(?!\w)/g, "[number]"],
];

const LONG_WORD = /[\w-]{24,512}/g;

/**
 * Masks secrets, e-mail addresses and telephone numbers in a text. Ids of calls and stations, times
 * and addresses of machines are not masked.
 */
export function maskText(text: string, secrets: readonly string[]): string {
  const known = secrets.reduce((all, secret) => all.replaceAll(secret, "[secret]"), text);
  const masked = rules.reduce(
    (all, [pattern, replacement]) => all.replaceAll(pattern, replacement),
    known,
  );
  return masked.replaceAll(LONG_WORD, (word) => (isRandom(word) ? "[token]" : word));
}

/**
 * A generated key mixes capitals, small letters and digits; a name of a file or function does not.
 */
function isRandom(word: string): boolean {
  const isId = /^[A-Z]{2}[0-9a-f]{32}$/.test(word);
  return !isId && /[A-Z]/.test(word) && /[a-z]/.test(word) && /\d/.test(word);
}
