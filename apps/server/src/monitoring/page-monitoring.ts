import type { PageMonitoring } from "@linedesk/contract";
import type { Config } from "../config/config.ts";
import { INGEST_PATH } from "./ingest.ts";

const SITE_ANALYTICS_SCRIPT = "/_vercel/insights/script.js";

export function buildPageMonitoring(
  { monitoring, environment }: Pick<Config, "monitoring" | "environment">,
  release: string,
): PageMonitoring | null {
  const { errors, analytics, siteAnalytics } = monitoring;
  if (errors === null && analytics === null && !siteAnalytics) {
    return null;
  }
  return {
    release,
    environment,
    errors,
    // The page must not learn the forwarding address of page views.
    analytics: analytics === null ? null : { key: analytics.key, path: INGEST_PATH },
    siteAnalytics: siteAnalytics ? { script: SITE_ANALYTICS_SCRIPT } : null,
  };
}
