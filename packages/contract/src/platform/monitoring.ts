/**
 * The configuration of the console's monitoring services. If one is configured, the server writes
 * it into the page. These are only interfaces, because a schema would be part of the console's
 * first load.
 */
export interface PageMonitoring {
  release: string;
  environment: string;
  errors: {
    /** The address for errors, traces and replays, in Sentry's form. */
    dsn: string;
    /** The share of errors that the console sends, 0..1. The three rates below are shares too. */
    errorRate: number;
    traceRate: number;
    replaySessionRate: number;
    replayErrorRate: number;
    replayMinMs: number;
    replayMaxMs: number;
  } | null;
  /** Page views, and the path on our own host that receives them. */
  analytics: { key: string; path: string } | null;
  siteAnalytics: { script: string } | null;
}

export type ErrorReporting = NonNullable<PageMonitoring["errors"]> &
  Pick<PageMonitoring, "release" | "environment">;
