import type * as Sdk from "@twilio/voice-sdk";

declare global {
  interface Window {
    Twilio?: typeof Sdk;
  }
}

/**
 * Loads the unmodified browser build. It always says `wss:` and keeps the WebSocket that it finds
 * while it loads, so on this machine, without TLS, it is given one that says `ws:`. What it tells
 * its makers about each call stays here.
 */
export async function loadSdk(): Promise<typeof Sdk> {
  const real = { WebSocket: window.WebSocket, fetch: window.fetch.bind(window) };
  window.WebSocket = class extends real.WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(String(url).replace(/^wss:/, "ws:"), protocols);
    }
  };
  window.fetch = async (request, options) => {
    const url = request instanceof Request ? request.url : String(request);
    const isInsight = url.startsWith("https://eventgw.");
    return isInsight ? Response.json({}) : await real.fetch(request, options);
  };
  await loadScript("/twilio.min.js");
  window.WebSocket = real.WebSocket;
  if (window.Twilio === undefined) {
    throw new Error("the Voice SDK did not load");
  }
  return window.Twilio;
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${src} could not be loaded`)));
    document.head.append(script);
  });
}
