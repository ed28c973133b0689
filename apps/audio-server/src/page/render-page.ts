import { escapeHtml } from "@linedesk/base";
import type { DirectionReading } from "../lines/line-sound.ts";
import type { LineReport, ServerReport } from "./server-report.ts";

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

export function renderPage(report: ServerReport): string {
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
<p>Not served in time by the sound server: ${xruns} times.</p>
<p>The call's sound waits ${reception.bufferMs.toFixed(0)} ms for late packets, and was made up ${reception.concealed} times.</p>
<p>${isOnChannel ? "Operators reach this line." : "Operators do not reach this line."}</p>
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
