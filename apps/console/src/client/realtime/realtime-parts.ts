import { SilenceWatch, type SilenceWatchOptions } from "./silence-watch.ts";
import { StationFeed, type StationFeedOptions } from "./station-feed.ts";

/**
 * The code that is needed once a socket is open. It imports no value of the contract, because the
 * contract would then be split into more chunks of the first load.
 */
export const realtimeParts = {
  createFeed: (options: StationFeedOptions) => new StationFeed(options),
  watchSilence: (options: SilenceWatchOptions) => new SilenceWatch(options),
};
export type RealtimeParts = typeof realtimeParts;
