import type { CallTree } from "./call-tree.ts";
import type { CallParties } from "./call.ts";

/** What a call is from the start and stays. */
export interface CallOrigin extends CallParties {
  stirStatus: string | null;
  /** How many of our numbers dialled one another until this call, where any did; never kept. */
  internalDepth?: number;
  /** It verifies the number that it calls, and does nothing else; never kept. */
  isVerification?: boolean;
  /** All that came of the same call; never kept. */
  tree?: CallTree;
  /** The SDK's own parameters: top-level fields of every voice request. */
  appParams: [name: string, value: string][];
}
