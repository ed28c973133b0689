import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { hasCode } from "@linedesk/base";
import { newToken, type SipLogger } from "@linedesk/sip";

/** The values that all REGISTER requests of one registration have in common. */
export interface StoredRegistration {
  callId: string;
  fromTag: string;
  /** Every CSeq up to this one may have been used. */
  cseq: number;
}

export interface RegistrationStore {
  /** Returns the registration of the trunk, and reserves its next numbers. */
  open(trunkSid: string): StoredRegistration;
}

const FILE_NAME = "registrations.json";
/** Each start reserves these numbers. They are more than an exchange uses in weeks. */
const RESERVED = 100_000;
const HIGHEST = 2 ** 31 - 2 * RESERVED;

const stored = z.record(
  z.string(),
  z.object({ callId: z.string(), fromTag: z.string(), cseq: z.int().min(0).max(HIGHEST) }),
);

export function newRegistration(): StoredRegistration {
  return { callId: newToken() + newToken(), fromTag: newToken(), cseq: 0 };
}

/**
 * Keeps the Call-ID and CSeq of the registrations, so that after a restart the registrar sees a
 * refresh of the same registration and not one of another device.
 */
export class RegistrationFile implements RegistrationStore {
  readonly #path: string;
  readonly #logger: SipLogger;
  readonly #registrations: z.infer<typeof stored>;

  constructor(folder: string, logger: SipLogger) {
    this.#path = join(folder, FILE_NAME);
    this.#logger = logger;
    this.#registrations = this.#read();
  }

  open(trunkSid: string): StoredRegistration {
    const known = this.#registrations[trunkSid] ?? newRegistration();
    this.#registrations[trunkSid] = { ...known, cseq: known.cseq + RESERVED };
    this.#save();
    return known;
  }

  /** A damaged file is logged, and new registrations begin. */
  #read(): z.infer<typeof stored> {
    try {
      return stored.parse(JSON.parse(readFileSync(this.#path, "utf8")));
    } catch (error) {
      if (!hasCode(error, "ENOENT")) {
        this.#logger.warn({ err: error }, "trunk registrations unreadable");
      }
      return {};
    }
  }

  #save(): void {
    try {
      writeFileSync(`${this.#path}.new`, JSON.stringify(this.#registrations), { mode: 0o600 });
      renameSync(`${this.#path}.new`, this.#path);
    } catch (error) {
      this.#logger.error({ err: error }, "trunk registrations save failed");
    }
  }
}
