import { splitOutsideQuotes } from "./split-outside-quotes.ts";

/** The compact forms of header names, from RFC 3261 section 7.3.3 and later RFCs. */
const compactForms: ReadonlyMap<string, string> = new Map([
  ["i", "Call-ID"],
  ["m", "Contact"],
  ["e", "Content-Encoding"],
  ["l", "Content-Length"],
  ["c", "Content-Type"],
  ["f", "From"],
  ["s", "Subject"],
  ["k", "Supported"],
  ["t", "To"],
  ["v", "Via"],
  ["o", "Event"],
  ["r", "Refer-To"],
  ["b", "Referred-By"],
  ["x", "Session-Expires"],
  ["u", "Allow-Events"],
]);

/** A line of these headers may contain several values. Each value becomes its own entry. */
const listHeaders = new Set([
  "via",
  "route",
  "record-route",
  "service-route",
  "contact",
  "p-asserted-identity",
  "diversion",
]);

/** The header fields of a message, in order. The case of names does not matter. */
export class SipHeaders {
  readonly #entries: { name: string; value: string }[] = [];

  /** Adds a field from the wire: expands a compact form and splits a list. */
  addParsed(name: string, value: string): void {
    const full = compactForms.get(name.toLowerCase()) ?? name;
    if (!listHeaders.has(full.toLowerCase())) {
      this.add(full, value);
    } else {
      for (const part of splitOutsideQuotes(value, ",")) {
        this.add(full, part);
      }
    }
  }

  add(name: string, value: string): this {
    this.#entries.push({ name, value });
    return this;
  }

  set(name: string, value: string): this {
    const key = name.toLowerCase();
    const at = this.#entries.findIndex((entry) => entry.name.toLowerCase() === key);
    if (at < 0) {
      return this.add(name, value);
    }
    this.#remove(key);
    this.#entries.splice(at, 0, { name, value });
    return this;
  }

  get(name: string): string | null {
    return this.all(name)[0] ?? null;
  }

  all(name: string): string[] {
    const key = name.toLowerCase();
    return this.#entries.filter((entry) => entry.name.toLowerCase() === key).map((e) => e.value);
  }

  entries(): readonly { name: string; value: string }[] {
    return this.#entries;
  }

  #remove(key: string): void {
    for (let at = this.#entries.length - 1; at >= 0; at -= 1) {
      if (this.#entries[at]?.name.toLowerCase() === key) {
        this.#entries.splice(at, 1);
      }
    }
  }
}
