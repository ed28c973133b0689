/**
 * The interval at which the delay of an event loop is sampled. A sample each 10 ms, the default of
 * the metrics' library, costs a quarter of a percent of a core in each process. The measured delay
 * includes this interval, so the heartbeat and the alerts subtract it.
 */
export const LOOP_SAMPLE_MS = 100;
