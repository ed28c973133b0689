/**
 * A thousand dropped connections: twenty desks of five people write at once while every connection
 * is cut again and again; no message is lost, and none stands twice.
 */
import { startStation } from "@linedesk/testkit";
import {
  chatOverDrops,
  type ChatPersonAccess,
} from "../apps/server/tests/support/chat-over-drops.ts";
import { myId, myStations } from "../e2e/support/api.ts";
import { openWholeBrowser, openContext, type TestBrowser } from "../e2e/support/browser.ts";
import { buildBundles } from "./support/bench-desk.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";

const NAMES = ["Alice", "Bob", "Carla", "Dan", "Erin"];
const DESKS_OF_EACH = 4;
const DROPS = 1_000;
const LIMIT_MS = 180_000;

export const run: Bench = async () => {
  buildBundles();
  const station = await startStation({
    from: "bundles",
    env: { RATE_LIMIT: "1000000" },
  });
  let chromium: TestBrowser | null = null;
  try {
    chromium = await openWholeBrowser();
    const desks: ChatPersonAccess[] = [];
    let id = "";
    for (const name of NAMES) {
      const { access, station: found } = await signIn(chromium, station.url, name);
      desks.push(...Array.from({ length: DESKS_OF_EACH }, () => access));
      id = found;
    }
    const beganAt = performance.now();
    const result = await chatOverDrops({
      url: station.url,
      station: id,
      people: desks,
      rounds: Math.ceil(DROPS / desks.length),
      random: Math.random,
    });
    return toRows(result, performance.now() - beganAt);
  } finally {
    await chromium?.close();
    await station.close();
  }
};

/** What the requests of this person carry, and the station of them all. */
async function signIn({ browser }: TestBrowser, url: string, name: string) {
  const context = await openContext(browser);
  const page = await context.newPage();
  await page.goto(new URL("/2zz", url).href);
  await page.getByRole("button", { name }).click();
  await page.getByRole("banner").waitFor();
  const token = await page.request.get(new URL("/api/auth/csrf", url).href);
  const { csrfToken } = (await token.json()) as { csrfToken: string };
  const cookies = await context.cookies();
  const cookie = cookies.map((one) => `${one.name}=${one.value}`).join("; ");
  const access = { id: await myId(page), headers: { cookie, "x-csrf-token": csrfToken } };
  const stations = await myStations(page);
  await context.close();
  return { access, station: stations.find(({ callSign }) => callSign === "2ZZ")?.id ?? "" };
}

type Result = Awaited<ReturnType<typeof chatOverDrops>>;

function toRows({ dropped, sent, shown }: Result, ms: number): Row[] {
  const lost = shown.reduce((sum, { texts }) => sum + missingOf(sent, texts), 0);
  const twice = shown.reduce((sum, { texts }) => sum + texts.length - new Set(texts).size, 0);
  return [
    limitRow("chat: websockets cut in the midst", `${dropped}`, {
      beside: `>= ${DROPS * 0.9}`,
      holds: dropped >= DROPS * 0.9,
    }),
    infoRow("chat: messages sent, desks that show them", `${sent.length}, ${shown.length}`),
    limitRow("chat: messages lost", `${lost}`, { beside: "0", holds: lost === 0 }),
    limitRow("chat: messages shown twice", `${twice}`, { beside: "0", holds: twice === 0 }),
    limitRow("chat: all of it", `${Math.round(ms / 1_000)} s`, {
      beside: `<= ${LIMIT_MS / 1_000} s`,
      holds: ms <= LIMIT_MS,
    }),
  ];
}

function missingOf(sent: readonly string[], texts: readonly string[]): number {
  const known = new Set(texts);
  return sent.filter((text) => !known.has(text)).length;
}
