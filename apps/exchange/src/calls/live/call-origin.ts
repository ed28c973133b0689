import type { CallTree } from "./call-tree.ts";
import type { CallParties } from "./call.ts";

/** Facts of a call that never change. */
export interface CallOrigin extends CallParties {
  stirStatus: string | null;
  /** The count of our own numbers that dialled one another before this call; never stored. */
  internalDepth?: number;
  /** The call only verifies the number that it calls; never stored. */
  isVerification?: boolean;
  /** All calls that result from the same call; never stored. */
  tree?: CallTree;
  /** The SDK's own parameters, which are top-level fields of every voice request. */
  appParams: [name: string, value: string][];
}
