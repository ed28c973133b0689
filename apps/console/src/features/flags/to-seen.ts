import type { FlagChange } from "../../client/desk/marks/order-actions.ts";

interface SeenFlag {
  shown: NonNullable<FlagChange["seen"]>;
  /** Is true when the caller's profile has the flag; `null` while the profile is loading. */
  inProfile: boolean | null;
}

/**
 * Returns the state of a flag that the person sees, which the server compares with its own. Returns
 * an empty object while profile and call disagree: the profile's reason and end are then outdated.
 */
export function toSeen({ shown, inProfile }: SeenFlag): Pick<FlagChange, "seen"> {
  return inProfile === shown.carried ? { seen: shown } : {};
}
