import type { Settings } from "./settings.ts";

export interface MonitoringConfig {
  errors: {
    dsn: string;
    errorRate: number;
    traceRate: number;
    replaySessionRate: number;
    replayErrorRate: number;
    replayMinMs: number;
    replayMaxMs: number;
  } | null;
  analytics: { url: string; key: string } | null;
  siteAnalytics: boolean;
}

export function buildMonitoringConfig(given: Settings): MonitoringConfig {
  const { SENTRY_DSN: dsn, ANALYTICS_URL: url, ANALYTICS_KEY: key } = given;
  return {
    errors:
      dsn === undefined
        ? null
        : {
            dsn,
            errorRate: given.SENTRY_ERROR_RATE,
            traceRate: given.SENTRY_TRACE_RATE,
            replaySessionRate: given.SENTRY_REPLAY_SESSION_RATE,
            replayErrorRate: given.SENTRY_REPLAY_ERROR_RATE,
            replayMinMs: given.SENTRY_REPLAY_MIN_S * 1000,
            replayMaxMs: given.SENTRY_REPLAY_MAX_S * 1000,
          },
    analytics: url === undefined || key === undefined ? null : { url, key },
    siteAnalytics: given.SITE_ANALYTICS,
  };
}
