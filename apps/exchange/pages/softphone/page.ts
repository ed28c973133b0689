import type { Call, Device } from "@twilio/voice-sdk";

import { loadSdk } from "./sdk.ts";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];
const SOUNDS = [
  "incoming",
  "outgoing",
  "disconnect",
  ...KEYS.map((key) => `dtmf${key === "*" ? "s" : key === "#" ? "h" : key}`),
];

const AWAY = "The exchange is away, trying again";
/** What the SDK's errors of the socket are called, whatever their reason. */
const SOCKET_GONE = new Set([31000, 31005, 31009, 53000, 53001]);

interface Settings {
  chunderw: string;
  phoneNumber: string;
  inspectorUrl: string | null;
}

function byId<Element extends HTMLElement = HTMLElement>(id: string): Element {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no #${id}`);
  }
  return element as Element;
}

const status = byId("status");
const to = byId<HTMLInputElement>("to");
let active: Call | null = null;

async function ask<Answer>(path: string): Promise<Answer> {
  const response = await fetch(path);
  if (!response.ok) {
    throw new Error(`${path} answered ${response.status}`);
  }
  return (await response.json()) as Answer;
}

async function freshToken(): Promise<string> {
  const identity = new URLSearchParams(location.search).get("identity");
  const query = identity === null ? "" : `?identity=${encodeURIComponent(identity)}`;
  return (await ask<{ token: string }>(`/token${query}`)).token;
}

/** A Device as the SDK's guide makes it; `chunderw` is the exchange's address. */
async function openDevice(chunderw: string): Promise<Device> {
  const { Device: SdkDevice } = await loadSdk();
  const sounds = Object.fromEntries(SOUNDS.map((name) => [name, "/sounds/key.wav"]));
  const options = { chunderw, sounds, logLevel: "error", codecPreferences: ["pcmu", "opus"] };
  const device = new SdkDevice(
    await freshToken(),
    options as ConstructorParameters<typeof SdkDevice>[1],
  );
  device.on("tokenWillExpire", () => {
    void freshToken().then((token) => device.updateToken(token));
  });
  device.on("registered", () => say("Ready"));
  device.on("error", sayError);
  device.on("incoming", handleIncoming);
  await device.register();
  return device;
}

function handleIncoming(call: Call): void {
  byId("incoming").hidden = false;
  byId("caller").textContent = call.parameters["From"] ?? "Somebody";
  say("Somebody rings");
  function over(): void {
    byId("incoming").hidden = true;
    if (active === null) {
      say("Ready");
    }
  }
  for (const event of ["cancel", "reject"]) {
    call.on(event, over);
  }
  byId("accept").onclick = () => {
    byId("incoming").hidden = true;
    follow(call);
    call.accept();
  };
  byId("reject").onclick = () => call.reject();
}

/** Shows a call as long as it lives. */
function follow(call: Call): void {
  active = call;
  showInCall(true);
  call.on("mute", (isMuted: boolean) => showMuted(isMuted));
  call.on("ringing", () => say("Ringing"));
  for (const event of ["accept", "reconnected"]) {
    call.on(event, () => say("In the call"));
  }
  call.on("reconnecting", () => say(AWAY));
  call.on("volume", (input: number, output: number) => showLevels(input, output));
  call.on("error", sayError);
  for (const event of ["disconnect", "cancel", "reject"]) {
    call.on(event, endCall);
  }
}

function endCall(): void {
  active = null;
  showInCall(false);
  showLevels(0, 0);
  say("The call has ended");
}

function showInCall(isInCall: boolean): void {
  byId("call").hidden = isInCall;
  byId("hang-up").hidden = !isInCall;
  byId("mute").hidden = !isInCall;
  showMuted(false);
}

function showMuted(isMuted: boolean): void {
  byId("mute").setAttribute("aria-pressed", String(isMuted));
}

function showLevels(input: number, output: number): void {
  byId<HTMLMeterElement>("input").value = input;
  byId<HTMLMeterElement>("output").value = output;
}

/** The SDK comes back by itself when its socket is gone. */
function sayError({ code, message }: Error & { code?: number }): void {
  say(code !== undefined && SOCKET_GONE.has(code) ? AWAY : message);
}

function say(words: string): void {
  status.textContent = words;
}

function drawKeys(): void {
  for (const key of KEYS) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = key;
    button.addEventListener("click", () => active?.sendDigits(key));
    byId("keys").append(button);
  }
}

async function start(): Promise<void> {
  drawKeys();
  const { chunderw, phoneNumber, inspectorUrl } = await ask<Settings>("/settings");
  to.value = phoneNumber;
  const link = byId<HTMLAnchorElement>("inspector");
  link.href = inspectorUrl ?? "/";
  link.hidden = inspectorUrl === null;
  const device = await openDevice(chunderw);
  byId("dialler").addEventListener("submit", (event) => {
    event.preventDefault();
    say("Calling");
    device
      .connect({ params: { To: to.value.trim() } })
      .then(follow)
      .catch((error: Error) => say(error.message));
  });
  byId("hang-up").addEventListener("click", () => active?.disconnect());
  byId("mute").addEventListener("click", () => active?.mute(!active.isMuted()));
}

start().catch((error: Error) => say(error.message));
