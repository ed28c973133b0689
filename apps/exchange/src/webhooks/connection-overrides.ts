const RETRY_REASONS = ["4xx", "5xx", "ct", "rt"] as const;
export type RetryReason = (typeof RETRY_REASONS)[number];

/** The connection settings of one url, from its fragment: `#ct=2000&rc=2&rp=ct,5xx`. */
export interface ConnectionOverrides {
  /** The URL without the fragment, which is neither sent nor signed. */
  url: string;
  connectTimeoutMs: number;
  readTimeoutMs: number;
  totalTimeoutMs: number;
  retryCount: number;
  retryOn: ReadonlySet<RetryReason>;
  /** Sends the server name in TLS (SNI). The certificate must match with and without SNI. */
  sendsSni: boolean;
  /** `body=json`, an extension: the parameters are a JSON object, and its hash is in the URL. */
  isJson: boolean;
}

/** For values that are invalid or out of bounds, the default applies. */
export function readOverrides(configuredUrl: string): ConnectionOverrides {
  const [url = "", fragment = ""] = configuredUrl.split("#", 2);
  const options = new URLSearchParams(fragment);
  function number(name: string, bounds: { min: number; max: number; fallback: number }) {
    return readNumber(options.get(name), bounds);
  }
  return {
    url,
    connectTimeoutMs: number("ct", { min: 100, max: 10_000, fallback: 5_000 }),
    readTimeoutMs: number("rt", { min: 100, max: 15_000, fallback: 15_000 }),
    totalTimeoutMs: number("tt", { min: 100, max: 15_000, fallback: 15_000 }),
    retryCount: number("rc", { min: 0, max: 5, fallback: 1 }),
    retryOn: readReasons(options.get("rp")),
    sendsSni: options.get("sni") !== "n",
    isJson: options.get("body") === "json",
  };
}

function readNumber(
  text: string | null,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number {
  if (text === null || !/^\d{1,6}$/.test(text)) {
    return fallback;
  }
  const value = Number(text);
  return value >= min && value <= max ? value : fallback;
}

function readReasons(text: string | null): ReadonlySet<RetryReason> {
  const words = (text ?? "").split(",");
  if (words.includes("all")) {
    return new Set(RETRY_REASONS);
  }
  const reasons = RETRY_REASONS.filter((reason) => words.includes(reason));
  return new Set(reasons.length > 0 ? reasons : ["ct"]);
}
