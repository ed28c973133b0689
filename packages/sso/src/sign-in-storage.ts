import type { AdapterPayload } from "oidc-provider";

export type SignInPayload = AdapterPayload;

/** A code, session, grant or other record of a sign-in. */
export interface SignInRecord {
  /** The kind of the record, such as `AuthorizationCode`. */
  model: string;
  id: string;
  payload: SignInPayload;
  expiresInSeconds: number;
}

/** A code was redeemed a second time. */
export class UsedTwiceError extends Error {
  override name = "UsedTwiceError";
  readonly code = "used_twice";
}

/** Keeps the records of sign-ins until they expire. Several issuers may share one storage. */
export interface SignInStorage {
  put(record: SignInRecord): Promise<void>;
  find(model: string, id: string): Promise<SignInPayload | undefined>;
  findByUid(model: string, uid: string): Promise<SignInPayload | undefined>;
  /** Marks a record as used. Throws `UsedTwiceError` when it was used before. */
  consume(model: string, id: string): Promise<void>;
  delete(model: string, id: string): Promise<void>;
  deleteByGrant(grantId: string): Promise<void>;
}
