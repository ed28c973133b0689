export interface Actor {
  /** Null: the product itself, or the telephone network. */
  userId: string | null;
  address: string | null;
  requestId: string | null;
}

export const systemActor: Actor = { userId: null, address: null, requestId: null };
