/** Who asks for a change, and from where; written into audit entries. */
export interface Actor {
  /** Null: the product itself, or the telephone network. */
  userId: string | null;
  address: string | null;
  requestId: string | null;
}

/** The product acting by itself: timers, reconciliation, webhooks. */
export const systemActor: Actor = { userId: null, address: null, requestId: null };
