/**
 * Who is told what happens in the page; stands in the page itself, and is missing where nobody is.
 * Interfaces only: a schema here would be in the console's first load.
 */
export interface PageMonitoring {
  release: string;
  environment: string;
  errors: {
    /** Where errors, traces and replays are sent, in the form of Sentry. */
    dsn: string;
    /** Of all there is, from none (0) to every one (1). */
    errorRate: number;
    traceRate: number;
    replaySessionRate: number;
    replayErrorRate: number;
    replayMinMs: number;
    replayMaxMs: number;
  } | null;
  /** Page views, and the path of our own host to which they go. */
  analytics: { key: string; path: string } | null;
  siteAnalytics: { script: string } | null;
}

export type ErrorReporting = NonNullable<PageMonitoring["errors"]> &
  Pick<PageMonitoring, "release" | "environment">;
