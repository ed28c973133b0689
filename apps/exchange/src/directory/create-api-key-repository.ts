import { randomBytes } from "node:crypto";

import { newSid, RefusedError, TWILIO_CODES } from "@linedesk/base";
import { removeRow, type RepositoryOptions } from "./create-number-repository.ts";

const LIMIT = 100;

/** An API key. The secret is stored in plain text, because access tokens are signed with it. */
export interface ApiKeyRecord {
  sid: string;
  accountSid: string;
  friendlyName: string;
  secret: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface ApiKeyRepository {
  /** Only this result contains the secret. Throws RefusedError when there are too many keys. */
  create(request: { friendlyName?: string }): ApiKeyRecord;
  list(): Omit<ApiKeyRecord, "secret">[];
  /** Deletes the key, so that later requests with it are unauthenticated. */
  remove(sid: string): boolean;
  /** Returns `null` when no such key exists. */
  findSecret(sid: string): string | null;
}

export function createApiKeyRepository(options: RepositoryOptions<ApiKeyRecord>): ApiKeyRepository {
  const { accountSid, clock, rows, onChange } = options;
  return {
    create({ friendlyName = "" }) {
      if (rows.length >= LIMIT) {
        throw new RefusedError(
          TWILIO_CODES.TOO_MANY_REQUESTS,
          `An account can have at most ${LIMIT} API keys`,
          429,
        );
      }
      const at = new Date(clock.now());
      const secret = randomBytes(24).toString("base64url");
      const sid = newSid("SK");
      const row = { sid, accountSid, friendlyName, secret, createdAt: at, updatedAt: at };
      rows.push(row);
      onChange();
      return { ...row };
    },
    list: () => rows.map(({ secret: _secret, ...rest }) => rest),
    remove: (sid) => removeRow(rows, sid, onChange),
    findSecret: (sid) => rows.find((row) => row.sid === sid)?.secret ?? null,
  };
}
