import { randomBytes } from "node:crypto";

import { expect, type Page, test } from "@playwright/test";

import { findFreePort } from "@linedesk/base";
import {
  answerCalls,
  type AnsweringListener,
  ring,
  type SipListener,
  type Station,
  startStation,
} from "@linedesk/testkit";
import { callApi, myStations } from "./support/api.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, openDesk, pressEnd, queueRow } from "./support/desk.ts";
import {
  listenerHz,
  operatorHz,
  untilBrowserReceives,
  untilListenerReceives,
  untilListenerReceivesFor,
} from "./support/listen.ts";
import { type StandaloneExchange, startStandaloneExchange } from "./support/standalone-exchange.ts";

const number = "+61255500101";
const kim = { from: "+61491570156", shown: "0491 570 156" };
const sam = { from: "+61491570157", shown: "0491 570 157" };
const mia = { from: "+61491570158", shown: "0491 570 158" };
const dialled = "02 7010 1111";

function hex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}

test.describe("a site with two exchanges", () => {
  const account = {
    TWILIO_ACCOUNT_SID: `AC${hex(16)}`,
    TWILIO_AUTH_TOKEN: hex(16),
    TWILIO_API_KEY: `SK${hex(16)}`,
    TWILIO_API_SECRET: hex(16),
  };
  let station: Station;
  let spare: StandaloneExchange;
  let chromium: TestBrowser;
  let carrier: AnsweringListener;
  let desk: Page;
  const sip = { main: 0, spare: 0 };
  const listeners: SipListener[] = [];

  test.beforeAll(async () => {
    carrier = await answerCalls({ sends: listenerHz });
    const trunk = { SIP_PEER: `127.0.0.1:${carrier.address.port}`, SIP_OPEN: "true" };
    const [main, other] = [String(await findFreePort()), String(await findFreePort())];
    sip.spare = await findFreePort();
    spare = await startStandaloneExchange("http://127.0.0.1:9/voice", {
      ...account,
      ...trunk,
      EXCHANGE_PORT: other,
      SIP_PORT: String(sip.spare),
      RTP_PORT_MIN: "30000",
      RTP_PORT_MAX: "30999",
    });
    const EXCHANGES = `main=http://127.0.0.1:${main},spare=http://127.0.0.1:${other}`;
    station = await startStation({
      from: "bundles",
      env: { ...account, ...trunk, EXCHANGES, EXCHANGE_PORT: main },
    });
    sip.main = station.sip.port;
    chromium = await openBrowser({ microphoneHz: operatorHz });
    desk = await openDesk(await openContext(chromium.browser), station, "Alice");
  });
  test.afterAll(async () => {
    await Promise.all(listeners.map((listener) => listener.close()));
    await chromium?.close();
    await station?.close();
    await spare?.close();
    await carrier?.close();
  });

  async function rings(at: keyof typeof sip, person: typeof kim): Promise<SipListener> {
    const exchange = { address: "127.0.0.1", port: sip[at] };
    const listener = await ring({ exchange, from: person.from, to: number, sends: listenerHz });
    listeners.push(listener);
    await listener.answered;
    await queueRow(desk, person.shown).waitFor();
    return listener;
  }

  async function setFeed(line: "line1" | "line2", feedsAir: boolean): Promise<void> {
    const [mine] = await myStations(desk);
    const feed = { station: mine?.id, line, feedsAir };
    expect((await callApi(desk, "/api/station/line_feed", feed)).ok()).toBe(true);
  }

  async function drainMain(draining: boolean): Promise<void> {
    const login = `${account.TWILIO_ACCOUNT_SID}:${account.TWILIO_AUTH_TOKEN}`;
    const answered = await fetch(`${station.exchangeUrl}/inspect/drain`, {
      method: "PUT",
      headers: {
        authorization: `Basic ${btoa(login)}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ draining }),
    });
    expect(answered.ok).toBe(true);
  }

  test("[VD104] [VD65] carries a call of each exchange at the same time, each with sound both ways", async () => {
    await setFeed("line2", true);
    const onAir = await rings("spare", sam);
    await desk.keyboard.press("2");
    await expect(lineCard(desk, 2)).toHaveAttribute("data-to-air", "true");
    await answer(desk, sam.shown);
    await untilListenerReceives(onAir, operatorHz);
    await untilBrowserReceives(desk, listenerHz);
    await expect(lineCard(desk, 2)).toHaveAttribute("data-tone", "on_air");

    const beside = await rings("main", kim);
    await queueRow(desk, kim.shown).focus();
    await desk.keyboard.press("1");
    await expect(lineCard(desk, 1)).toHaveAttribute("data-selected", "true");
    await answer(desk, kim.shown);
    await expect(lineCard(desk, 1)).toContainText(kim.shown);
    await untilListenerReceivesFor(onAir, 2_000);

    await lineCard(desk, 2).getByRole("button", { name: "Hold", exact: true }).click();
    await untilListenerReceives(beside, operatorHz);
    await untilBrowserReceives(desk, listenerHz);
    await onAir.hangUp();
    // A line with a call cannot be taken off air.
    await expect(lineCard(desk, 2).getByText("Calls here go to air")).toBeVisible();
    await setFeed("line2", false);
  });

  test("[CA75] [CN81] dials at the spare while main drains, and when the spare dies only its call is lost", async () => {
    const [beside] = listeners.slice(-1);
    await drainMain(true);
    await desk.keyboard.press("2");
    await desk.keyboard.press("d");
    const dial = desk.getByRole("region", { name: "Dial" });
    await dial.getByLabel("To").fill(dialled);
    await desk.keyboard.press("Enter");
    const far = await carrier.nextCall();
    await expect(lineCard(desk, 2).getByText("On line 2")).toBeVisible();
    await untilListenerReceives(far, operatorHz);
    await untilBrowserReceives(desk, listenerHz);
    await drainMain(false);

    await spare.kill();
    await expect(desk.locator("[data-strip]")).toContainText(
      "The telephone exchange spare does not answer. New calls still come in.",
    );
    await expect(lineCard(desk, 2)).not.toContainText("On line 2");
    await lineCard(desk, 1)
      .getByRole("button", { name: /^Resume/ })
      .click();
    await untilListenerReceives(beside as SipListener, operatorHz);
    await untilBrowserReceives(desk, listenerHz);

    await pressEnd(desk);
    await expect(lineCard(desk, 1).getByText("No call")).toBeVisible();
    const next = await rings("main", mia);
    await answer(desk, mia.shown);
    await untilListenerReceives(next, operatorHz);
  });
});
