/**
 * The interval at which the delay of an event loop is sampled. A sample each 10 ms, the default of
 * the metrics' library, costs a quarter of a percent of a core in each process. The library's
 * figures include this interval.
 */
export const LOOP_SAMPLE_MS = 100;
