import { createServer, type IncomingMessage, type Server } from "node:http";

import {
  endAfterLongBody,
  escapeHtml,
  HTTP_TIMEOUTS,
  isLoopback,
  isLoopbackName,
  refuseExpectations,
} from "@linedesk/base";
import type { DirectionReading } from "../lines/line-sound.ts";
import { Metrics } from "./metrics.ts";
import type { LineReport, ServerReport } from "./server-report.ts";

interface PageOptions {
  host: string;
  port: number;
  report: () => ServerReport;
}

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  "x-content-type-options": "nosniff",
};

export class PageServer {
  readonly #options: PageOptions;
  readonly #server: Server;
  readonly #metrics = new Metrics();

  constructor(options: PageOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      endAfterLongBody(request, response);
      void this.#answer(request).then(({ status, type, body }) => {
        response.writeHead(status, { ...HEADERS, "content-type": type }).end(body);
      });
    });
    Object.assign(refuseExpectations(this.#server), HTTP_TIMEOUTS);
  }

  listen(): Promise<number> {
    const { host, port } = this.#options;
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => {
        const address = this.#server.address();
        resolve(typeof address === "object" && address !== null ? address.port : port);
      });
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #answer({ method = "GET", url = "/", headers }: IncomingMessage) {
    // A foreign page could point its own host name here (DNS rebinding) and read this page.
    if (isLoopback(this.#options.host) && !isLoopbackName(headers.host)) {
      return text(403, "This page can be opened only on this machine.");
    }
    if (method !== "GET" && method !== "HEAD") {
      return text(405, "This page accepts only GET and HEAD.");
    }
    const report = this.#options.report();
    // `URL` throws for an invalid path such as two slashes.
    switch (url.replace(/[?#].*/s, "")) {
      case "/":
        return { status: 200, type: "text/html; charset=utf-8", body: renderPage(report) };
      case "/state":
        return { status: 200, type: "application/json", body: JSON.stringify(report) };
      case "/health":
        return isHealthy(report)
          ? text(200, "ok")
          : text(503, "A line or a connection is missing.");
      case "/metrics":
        return {
          status: 200,
          type: this.#metrics.contentType,
          body: await this.#metrics.render(report),
        };
      default:
        return text(404, "There is no such page.");
    }
  }
}

function isHealthy({ hub, lines }: ServerReport): boolean {
  return hub === "connected" && lines.every((one) => one.isOnChannel && one.isDeviceOpen);
}

function text(status: number, body: string) {
  return { status, type: "text/plain; charset=utf-8", body };
}

const REFRESH_S = 2;
const METER_MIN_DBFS = -60;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #8886; }
td.n { font-variant-numeric: tabular-nums; }
meter { width: 12rem; }
section { margin: 2rem 0; }
`;

function renderPage(report: ServerReport): string {
  const { version, id, uptimeS, hub, lines, faults } = report;
  const rows = faults.map(
    ({ at, where, message, times }) =>
      `<tr><td class="n">${at}</td><td>${where}</td><td>${escapeHtml(message)}</td>` +
      `<td class="n">${times}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Linedesk audio server</title>
<meta http-equiv="refresh" content="${REFRESH_S}"><meta name="viewport" content="width=device-width">
<style>${STYLE}</style></head><body>
<h1>Audio server</h1>
<p>${id === null ? "Not paired yet" : `Paired as ${escapeHtml(id)}`}. Realtime service: ${escapeHtml(hub)}.
Version ${version}, running for ${uptimeS} s.</p>
${lines.map(renderLine).join("\n")}
<section><h2>Last errors</h2>
${
  rows.length === 0
    ? "<p>None.</p>"
    : `<table><tr><th>When</th><th>Where</th><th>What</th><th>Times</th></tr>${rows.join("")}</table>`
}
</section></body></html>`;
}

function renderLine(line: LineReport): string {
  const { name, state, device, isDeviceOpen, fault, xruns, reception, isOnChannel } = line;
  return `<section><h2>${name === "line1" ? "Line 1" : "Line 2"}: ${state}</h2>
<p>${isDeviceOpen ? "Sound device" : "No sound device"}: ${escapeHtml(device)}</p>
${isDeviceOpen && fault !== null ? `<p>${escapeHtml(fault)}</p>` : ""}
<p>Underruns and overruns of the sound device: ${xruns}.</p>
<p>The call's sound waits ${reception.bufferMs.toFixed(0)} ms for late packets, and was concealed ${reception.concealed} times.</p>
<p>${isOnChannel ? "Operators can reach this line." : "Operators cannot reach this line."}</p>
<table><tr><th></th><th>Level</th><th>Peak</th><th>Waiting</th><th>Drift</th><th>Trimmed</th><th>Gaps</th></tr>
${renderDirection("To the studio", line.toStudio)}
${renderDirection("From the studio", line.fromStudio)}</table></section>`;
}

function renderDirection(title: string, reading: DirectionReading): string {
  const { peakDbfs, latencyMs, driftPpm, trimmedMs, refills } = reading;
  const level = Math.max(METER_MIN_DBFS, peakDbfs).toFixed(1);
  return `<tr><th>${title}</th>
<td><meter min="${METER_MIN_DBFS}" max="0" high="-6" value="${level}">${level} dBFS</meter></td>
<td class="n">${peakDbfs.toFixed(1)} dBFS</td><td class="n">${latencyMs.toFixed(0)} ms</td>
<td class="n">${driftPpm.toFixed(0)} ppm</td><td class="n">${trimmedMs.toFixed(0)} ms</td>
<td class="n">${refills}</td></tr>`;
}
