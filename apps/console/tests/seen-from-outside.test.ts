import { gunzipSync } from "node:zlib";

import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import type { PageMonitoring } from "@linedesk/contract";
import { openGallery } from "./support/gallery.ts";
import { openRecordingSink } from "./support/recording-sink.ts";

/** The defaults of the settings, which the server's own test compares with the rule. */
const defaults = {
  errorRate: 1,
  traceRate: 1,
  replaySessionRate: 1,
  replayErrorRate: 1,
  replayMinMs: 5_000,
  replayMaxMs: 3_600_000,
};
const analytics = { key: "phc_abc", path: "/ingest" };
const siteAnalytics = { script: "/_vercel/insights/script.js" };
/** Texts of the scene that must not be sent: names, numbers, places, points and the chat. */
const ofCallers = [
  "Sam Tran",
  "Tran",
  "Penrith",
  "Parramatta",
  "491 570",
  "491570",
  "after the news",
  "council guy",
  "Alice Okafor",
];

const gallery = openGallery();
let sink: Awaited<ReturnType<typeof openRecordingSink>>;

beforeAll(async () => {
  sink = await openRecordingSink();
});
afterAll(() => sink?.close());

function monitored(over: Partial<PageMonitoring>): PageMonitoring {
  const version = { release: "1.2.3", environment: "test" };
  return { ...version, errors: null, analytics: null, siteAnalytics: null, ...over };
}

/** Opens a page with the server's monitoring settings; `null` leaves the built page unchanged. */
async function openWatched(monitoring: PageMonitoring | null): Promise<Page> {
  const page = await gallery.openAnother();
  onTestFinished(() => page.close());
  // Without this permission the browser blocks requests to the sink, which is on this machine.
  await page.context().grantPermissions(["local-network-access"]);
  await page.route("**/__gallery*", async (route) => {
    const answer = await route.fetch();
    const written = JSON.stringify(monitoring).replaceAll('"', "&quot;");
    const text = await answer.text();
    const csp = answer.headers()["content-security-policy"] ?? "";
    await route.fulfill({
      response: answer,
      headers: {
        ...answer.headers(),
        "content-security-policy": `${csp.replace("connect-src 'self'", `connect-src 'self' ${sink.origin}`)}; worker-src 'self' blob:`,
      },
      body:
        monitoring === null ? text : text.replace("<html", `<html data-monitoring="${written}"`),
    });
  });
  return page;
}

/** Records every request of the page by address. */
function watchRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  return requests;
}

function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}

/** Unpacks the views. PostHog's client decides whether they are compressed. */
function unpackViews(body: Buffer): string {
  const text = body[0] === 0x1f ? gunzipSync(body).toString("utf8") : body.toString("utf8");
  const [, data] = /^data=(.+)$/.exec(text) ?? [];
  return data === undefined ? text : Buffer.from(decodeURIComponent(data), "base64").toString();
}

async function draw(page: Page, scene: string): Promise<void> {
  await gallery.visit(page, `scene=${scene}`);
}

test("[MN1] without configuration the page fetches nothing from third parties, and sends them nothing", async () => {
  const page = await openWatched(null);
  const requests = watchRequests(page);

  await draw(page, "panel-chat-messages");
  await page.evaluate(() =>
    window.dispatchEvent(new ErrorEvent("error", { error: new Error("x") })),
  );
  await draw(page, "console");

  const own = new URL(page.url()).origin;
  expect(requests.filter((url) => !url.startsWith(own))).toEqual([]);
  expect(requests.filter((url) => /ingest|insights|monitoring|report|replay/.test(url))).toEqual(
    [],
  );
});

test("[MN2] [MN3] [MN7] errors, traces and replays are sent at the rates of the rule, without data of callers", async () => {
  const page = await openWatched(monitored({ errors: { dsn: sink.dsn, ...defaults } }));
  await gallery.visit(page, "scene=panel-chat-messages&find=Sam+Tran");
  await expect.poll(() => page.evaluate(() => "__SENTRY__" in window)).toBe(true);

  await page.locator("[data-row]").first().click();
  await page.evaluate(() => {
    document.title = "Sam Tran rings";
    // Other listeners still receive the error: the client does not stop it.
    addEventListener("error", ({ message }) => void Reflect.set(window, "erred", message));
    void fetch("/api/contacts/%2B61491570156?find=Sam+Tran");
    setTimeout(() => {
      throw new TypeError('No call of "Sam Tran" at +61 491 570 156');
    });
  });
  function types(): string[] {
    return sink.items.map(({ type }) => type);
  }
  for (const type of ["event", "replay_event", "replay_recording", "span"]) {
    await expect.poll(types, { timeout: 30_000 }).toContain(type);
  }

  // The gallery writes its address into the attribute `data-drawn`; no page of the product does.
  const all = sink.items.map(({ text }) => text).join("\n");
  const sent = all.replaceAll(/"data-drawn":"[^"]*"/g, "");
  expect(ofCallers.filter((word) => sent.includes(word))).toEqual([]);
  expect(sent).toContain('No call of \\"…\\" at #');
  expect(sent).toContain("1.2.3");
  const erred = await page.evaluate(() => String(Reflect.get(window, "erred")));
  expect(erred).toContain('No call of "Sam Tran" at +61 491 570 156');
  const replay = await page.evaluate(readReplay);
  expect(replay).toEqual({
    timeouts: { sessionIdlePause: 300_000, sessionIdleExpire: 900_000 },
    minReplayDuration: 5_000,
    maxReplayDuration: 3_600_000,
    sampleRate: 1,
    tracesSampleRate: 1,
    replaysSessionSampleRate: 1,
    replaysOnErrorSampleRate: 1,
  });
});

/** Reads the client's options at run time, because the client changes some of them. */
function readReplay(): unknown {
  function get(from: unknown, name: string): unknown {
    const value: unknown = Reflect.get(from as object, name);
    return typeof value === "function" ? value.bind(from) : value;
  }
  const carrier = Object.values(get(window, "__SENTRY__") as object).find(
    (value) => typeof value === "object",
  ) as object;
  const stack = get(carrier, "stack");
  const scope = (get(stack, "getScope") as () => object)();
  const client = (get(scope, "getClient") as () => object)();
  const options = (get(client, "getOptions") as () => Record<string, unknown>)();
  const integration = (get(client, "getIntegrationByName") as (name: string) => object)("Replay");
  const running = get(integration, "_replay") as object;
  const own = (get(running, "getOptions") as () => Record<string, unknown>)();
  return {
    timeouts: get(running, "timeouts"),
    minReplayDuration: own["minReplayDuration"],
    maxReplayDuration: own["maxReplayDuration"],
    sampleRate: options["sampleRate"],
    tracesSampleRate: options["tracesSampleRate"],
    replaysSessionSampleRate: options["replaysSessionSampleRate"],
    replaysOnErrorSampleRate: options["replaysOnErrorSampleRate"],
  };
}

test("[SH3] [MN5] [MN6] [MN7] [MN15] page views go to our own host after the first paint, without the query", async () => {
  const page = await openWatched(monitored({ analytics, siteAnalytics }));
  const views: string[] = [];
  const requests = watchRequests(page);
  await page.route("**/ingest/**", async (route) => {
    views.push(unpackViews(route.request().postDataBuffer() ?? Buffer.alloc(0)));
    await route.fulfill({ json: { status: "Ok" } });
  });
  await page.route("**/_vercel/insights/script.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "window.vaRan = window.vaq.length;" }),
  );

  await gallery.visit(page, "scene=panel-chat-messages&find=Sam+Tran");
  await expect.poll(() => views.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await gallery.show(page, "scene=console&find=0491570156&visit=x");
  await expect.poll(() => views.join("").split("$pageview").length, { timeout: 20_000 }).toBe(3);

  const sent = views.join("\n");
  expect(sent).toContain("/__gallery");
  expect(sent).toContain("phc_abc");
  expect(sent).not.toMatch(/scene|find|Sam|0491|Chrome|user_?agent/i);
  const own = new URL(page.url()).origin;
  expect(requests.filter((url) => !url.startsWith(own))).toEqual([]);
  const cleaned = await page.evaluate(() => {
    const [[, beforeSend]] = Reflect.get(window, "vaq") as [[string, (event: object) => object]];
    return beforeSend({ type: "pageview", url: "https://desk.example/2zz?find=Sam#x" });
  });
  expect(cleaned).toEqual({ type: "pageview", url: "https://desk.example/2zz" });
  expect(await page.evaluate(() => Reflect.get(window, "vaRan"))).toBe(1);
  const times = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const loads = performance
      .getEntriesByType("resource")
      .filter(({ name }) => /open-monitoring|send-page-views|insights/.test(name));
    return { paint: paint?.startTime ?? 0, loads: loads.map(({ startTime }) => startTime) };
  });
  expect(times.loads).toHaveLength(3);
  expect(times.paint).toBeGreaterThan(0);
  expect(Math.min(...times.loads)).toBeGreaterThanOrEqual(times.paint);
  const stored = await page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)),
  );
  expect(stored.filter((name) => /^ph_|posthog|sentry/i.test(name))).toEqual([]);
});

test("[MN15] sinks that are unreachable or blocked break nothing in the console", async () => {
  const errors = { dsn: "http://abc@127.0.0.1:9/1", ...defaults };
  const page = await openWatched(monitored({ errors, analytics, siteAnalytics }));
  const failures = watchErrors(page);
  const requests = watchRequests(page);
  await page.route(/ingest|_vercel|replay/, (route) => route.abort());

  await draw(page, "console");
  await expect.poll(() => requests.some((url) => url.includes("/ingest"))).toBe(true);
  await page.locator("[data-row]").first().click();

  expect(await page.locator("[data-row]").count()).toBeGreaterThan(3);
  expect(failures).toEqual([]);
});
