import { isDeepStrictEqual } from "node:util";

import type { HttpMethod } from "@linedesk/base";
import type { StoredCourse } from "./stored-call.ts";
import type { StoredDial } from "./stored-dial.ts";

/** The facts with which the call continues after a restart of the exchange. */
export class CallCourse {
  fallback: { url: string; method: HttpMethod } | null;
  readonly #onChange: () => void;
  #document: StoredCourse["document"];
  #dial: StoredDial | null;
  #partner: string | null;

  constructor(onChange: () => void, stored: StoredCourse | null = null) {
    this.#onChange = onChange;
    this.fallback = stored?.fallback ?? null;
    this.#document = stored?.document ?? null;
    this.#dial = stored?.dial ?? null;
    this.#partner = stored?.partner ?? null;
  }

  /** The document that the call is running. */
  get document(): StoredCourse["document"] {
    return this.#document;
  }

  set document(document: StoredCourse["document"]) {
    if (!isDeepStrictEqual(document, this.#document)) {
      this.#document = document;
      this.#onChange();
    }
  }

  /** The Dial that the call is running. */
  get dial(): StoredDial | null {
    return this.#dial;
  }

  set dial(dial: StoredDial | null) {
    if (!isDeepStrictEqual(dial, this.#dial)) {
      this.#dial = dial;
      this.#onChange();
    }
  }

  /** The sid of the other call in a bridge that a transfer made. */
  get partner(): string | null {
    return this.#partner;
  }

  set partner(partner: string | null) {
    if (partner !== this.#partner) {
      this.#partner = partner;
      this.#onChange();
    }
  }
}
