/** What stands in the place of a secret. */
export const HIDDEN = "(hidden)";

const SECRET_NAME = /token|secret|passw|pwd|signature|authorization|reconnect|api_?key|inline/i;

/** Each finds one kind of secret in free text and leaves what tells that it was there. */
const PATTERNS: [pattern: RegExp, replacement: string][] = [
  // A JSON Web Token, whole or cut.
  [/eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,2}/g, HIDDEN],
  // Challenges and proofs of SIP and HTTP. One continued on the next line was unfolded before.
  [/^((?:proxy-)?authorization|(?:proxy|www)-authenticate)[ \t]*:.*$/gim, `$1: ${HIDDEN}`],
  // Keys of SRTP and passwords of ICE, as lines and within JSON strings.
  [/(a=crypto:\d+ [A-Za-z0-9_]+ inline:)[^\s"\\]+/g, `$1${HIDDEN}`],
  [/(a=ice-pwd:)[^\s"\\]+/g, `$1${HIDDEN}`],
  // user:password@ of web addresses and of SIP.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"'<>]+@/gi, `$1${HIDDEN}@`],
  [/(\bsips?:[^\s:@;>"]+):[^\s@>"]+@/gi, `$1:${HIDDEN}@`],
  // name=value of queries and forms, name="value" of documents.
  [/\b([A-Za-z_-]*(?:token|secret|passw(?:or)?d|signature|api_?key)=)[^&\s"'<>]+/gi, `$1${HIDDEN}`],
  [/\b([A-Za-z_-]*(?:token|secret|passw(?:or)?d)\s*=\s*)(?:"[^"]*"|'[^']*')/gi, `$1"${HIDDEN}"`],
];

/**
 * Takes secrets out of what the inspector shows: by their names, their looks, and the account's
 * own.
 */
export class Redaction {
  readonly #secrets: string[];

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.filter((secret) => secret.length >= 8);
  }

  /** At most so many characters; the cut comes last, so that no half of a secret is left. */
  text(text: string, limit: number): string {
    let clean = text;
    for (const secret of this.#secrets) {
      clean = clean.replaceAll(secret, HIDDEN);
    }
    for (const [pattern, replacement] of PATTERNS) {
      clean = clean.replace(pattern, replacement);
    }
    return clean.length > limit
      ? `${clean.slice(0, limit)} ... (${clean.length} characters)`
      : clean;
  }

  param([name, value]: [name: string, value: string], limit: number): [string, string] {
    return [name, SECRET_NAME.test(name) ? HIDDEN : this.text(value, limit)];
  }

  /** A JSON value with every secret in it hidden, however deep. */
  json(value: unknown, limit: number, depth = 0): unknown {
    if (typeof value === "string") {
      return this.text(value, limit);
    }
    if (depth > 20) {
      return HIDDEN;
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.json(item, limit, depth + 1));
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]: [string, unknown]) => [
        name,
        SECRET_NAME.test(name) && typeof inner === "string" && inner !== ""
          ? HIDDEN
          : this.json(inner, limit, depth + 1),
      ]),
    );
  }
}
