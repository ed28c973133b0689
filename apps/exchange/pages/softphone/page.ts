import type { Call, Device } from "@twilio/voice-sdk";

import { loadSdk } from "./sdk.ts";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];
const SOUNDS = [
  "incoming",
  "outgoing",
  "disconnect",
  ...DIGITS.map((key) => `dtmf${key === "*" ? "s" : key === "#" ? "h" : key}`),
];

const DISCONNECTED_TEXT = "The exchange is away, trying again";
/** What the SDK's errors of the socket are called, whatever their reason. */
const SOCKET_ERROR_CODES = new Set([31000, 31005, 31009, 53000, 53001]);

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

async function fetchToken(): Promise<string> {
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
    await fetchToken(),
    options as ConstructorParameters<typeof SdkDevice>[1],
  );
  device.on("tokenWillExpire", () => {
    void fetchToken().then((token) => device.updateToken(token));
  });
  device.on("registered", () => showStatus("Ready"));
  device.on("error", showError);
  device.on("incoming", handleIncoming);
  await device.register();
  return device;
}

function handleIncoming(call: Call): void {
  byId("incoming").hidden = false;
  byId("caller").textContent = call.parameters["From"] ?? "Somebody";
  showStatus("Somebody rings");
  function over(): void {
    byId("incoming").hidden = true;
    if (active === null) {
      showStatus("Ready");
    }
  }
  for (const event of ["cancel", "reject"]) {
    call.on(event, over);
  }
  byId("accept").onclick = () => {
    byId("incoming").hidden = true;
    bindCall(call);
    call.accept();
  };
  byId("reject").onclick = () => call.reject();
}

/** Shows a call as long as it lives. */
function bindCall(call: Call): void {
  active = call;
  showInCall(true);
  call.on("mute", (isMuted: boolean) => showMuted(isMuted));
  call.on("ringing", () => showStatus("Ringing"));
  for (const event of ["accept", "reconnected"]) {
    call.on(event, () => showStatus("In the call"));
  }
  call.on("reconnecting", () => showStatus(DISCONNECTED_TEXT));
  call.on("volume", (input: number, output: number) => showLevels(input, output));
  call.on("error", showError);
  for (const event of ["disconnect", "cancel", "reject"]) {
    call.on(event, endCall);
  }
}

function endCall(): void {
  active = null;
  showInCall(false);
  showLevels(0, 0);
  showStatus("The call has ended");
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
function showError({ code, message }: Error & { code?: number }): void {
  showStatus(code !== undefined && SOCKET_ERROR_CODES.has(code) ? DISCONNECTED_TEXT : message);
}

function showStatus(words: string): void {
  status.textContent = words;
}

function drawDialpad(): void {
  for (const key of DIGITS) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = key;
    button.addEventListener("click", () => active?.sendDigits(key));
    byId("keys").append(button);
  }
}

async function start(): Promise<void> {
  drawDialpad();
  const { chunderw, phoneNumber, inspectorUrl } = await ask<Settings>("/settings");
  to.value = phoneNumber;
  const link = byId<HTMLAnchorElement>("inspector");
  link.href = inspectorUrl ?? "/";
  link.hidden = inspectorUrl === null;
  const device = await openDevice(chunderw);
  byId("dialler").addEventListener("submit", (event) => {
    event.preventDefault();
    showStatus("Calling");
    device
      .connect({ params: { To: to.value.trim() } })
      .then(bindCall)
      .catch((error: Error) => showStatus(error.message));
  });
  byId("hang-up").addEventListener("click", () => active?.disconnect());
  byId("mute").addEventListener("click", () => active?.mute(!active.isMuted()));
}

start().catch((error: Error) => showStatus(error.message));
