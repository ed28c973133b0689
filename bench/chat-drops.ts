/**
 * A thousand dropped connections: twenty desks of five people write at once while every connection
 * is cut again and again; no message is lost, and none stands twice.
 */
import { startStation } from "@linedesk/testkit";
import { Browser } from "../apps/server/tests/support/auth-station.ts";
import { chatOverDrops, type ChatPersonAccess } from "../apps/server/tests/support/chat-drops.ts";
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
  try {
    const desks = (await Promise.all(NAMES.map((name) => signIn(station.url, name)))).flat();
    const [first] = desks;
    const answer = await fetch(`${station.url}/api/station`, { headers: first?.headers ?? {} });
    const { items } = (await answer.json()) as { items: { id: string; callSign: string }[] };
    const id = items.find(({ callSign }) => callSign === "2ZZ")?.id ?? "";
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
    await station.close();
  }
};

/** The desks of one person. */
async function signIn(url: string, name: string): Promise<ChatPersonAccess[]> {
  const browser = new Browser(url);
  await browser.signIn(name);
  const { user } = (await browser.json("/api/auth/session")) as { user: { id: string } };
  const csrf = await browser.csrfToken();
  const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
  const access = { id: user.id, headers: { cookie, "x-csrf-token": csrf } };
  return Array.from({ length: DESKS_OF_EACH }, () => access);
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
