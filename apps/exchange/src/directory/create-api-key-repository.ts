import { randomBytes } from "node:crypto";

import { newSid, notFound, RefusedError, TWILIO_CODES } from "@linedesk/base";
import { removeRow, type RepositoryOptions } from "./create-number-repository.ts";

const LIMIT = 100;

/** An API key. Access tokens are signed with its secret, so that the secret itself is kept. */
export interface ApiKeyRecord {
  sid: string;
  accountSid: string;
  friendlyName: string;
  secret: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The API keys that were made by REST; kept in the state file. */
export interface ApiKeyRepository {
  /** The only answer that carries the secret. Throws RefusedError when there are too many. */
  create(request: { friendlyName?: string }): ApiKeyRecord;
  find(sid: string): Omit<ApiKeyRecord, "secret"> | null;
  list(): Omit<ApiKeyRecord, "secret">[];
  rename(sid: string, friendlyName: string): Omit<ApiKeyRecord, "secret">;
  /** Whoever used it is a stranger from now on. */
  remove(sid: string): boolean;
  /** Null when there is no such key. */
  findSecret(sid: string): string | null;
}

/** The key book over rows in memory. */
export function createApiKeyRepository(options: RepositoryOptions<ApiKeyRecord>): ApiKeyRepository {
  const { accountSid, clock, rows, onChange } = options;
  function get(sid: string) {
    return rows.find((row) => row.sid === sid);
  }
  return {
    create({ friendlyName = "" }) {
      if (rows.length >= LIMIT) {
        throw new RefusedError(
          TWILIO_CODES.TOO_MANY_REQUESTS,
          `There are ${LIMIT} keys already`,
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
    find(sid) {
      const row = get(sid);
      return row ? withoutSecret(row) : null;
    },
    list: () => rows.map(withoutSecret),
    rename(sid, friendlyName) {
      const row = get(sid);
      if (!row) {
        throw notFound("The key");
      }
      Object.assign(row, { friendlyName, updatedAt: new Date(clock.now()) });
      onChange();
      return withoutSecret(row);
    },
    remove: (sid) => removeRow(rows, sid, onChange),
    findSecret: (sid) => get(sid)?.secret ?? null,
  };
}

function withoutSecret({ secret: _secret, ...rest }: ApiKeyRecord): Omit<ApiKeyRecord, "secret"> {
  return rest;
}
