/**
 * Runs Debian's Janus with its AudioBridge, with which the benchmark compares the exchange's mixer.
 * Participants are plain RTP with PCMU. The settings of the AudioBridge are the defaults, except
 * for the ports.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { WebSocket } from "ws";

import { findFreePort } from "@linedesk/base";
import { JanusSession } from "./janus-session.ts";
import type { Mixer, Joined } from "./mixer.ts";

const START_TIMEOUT_MS = 10_000;
const CLOCK_TICKS_PER_SECOND = 100;

function configOf(port: number): Record<string, string> {
  return {
    "janus.jcfg": `
general: { debug_level = 2 }
nat: { full_trickle = true }
plugins: { disable = "libjanus_duktape.so,libjanus_echotest.so,libjanus_lua.so,libjanus_nosip.so,libjanus_recordplay.so,libjanus_sip.so,libjanus_streaming.so,libjanus_textroom.so,libjanus_videocall.so,libjanus_videoroom.so,libjanus_voicemail.so" }
transports: { disable = "libjanus_http.so,libjanus_mqtt.so,libjanus_nanomsg.so,libjanus_pfunix.so,libjanus_rabbitmq.so" }
`,
    "janus.transport.websockets.jcfg": `
general: { json = "compact" ws = true ws_port = ${port} ws_ip = "127.0.0.1" wss = false }
admin: { admin_ws = false admin_wss = false }
`,
    "janus.plugin.audiobridge.jcfg": `general: { local_ip = "127.0.0.1" rtp_port_range = "30000-39999" }\n`,
  };
}

function startJanus(port: number): { child: ChildProcess; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-janus-"));
  for (const [name, text] of Object.entries(configOf(port))) {
    writeFileSync(join(folder, name), text);
  }
  const child = spawn("janus", ["--configs-folder", folder, "--disable-colors"], {
    stdio: "ignore",
  });
  return { child, folder };
}

async function connectTo(port: number, child: ChildProcess): Promise<WebSocket> {
  const until = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, "janus-protocol");
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("open", () => resolve(true)).once("error", () => resolve(false));
    });
    if (isOpen) {
      return socket;
    }
    if (Date.now() > until || child.exitCode !== null) {
      throw new Error("Janus does not answer.");
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / CLOCK_TICKS_PER_SECOND;
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, "exit");
    child.kill();
    const late = setTimeout(() => child.kill("SIGKILL"), 5000);
    await gone;
    clearTimeout(late);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Starts Janus as a mixer. Throws if Debian's `janus` is not installed. */
export async function openJanusMixer(): Promise<Mixer> {
  const port = await findFreePort();
  const { child, folder } = startJanus(port);
  const failed = new Promise<never>((_, reject) => {
    child.once("error", () => reject(new Error("janus is missing: apt-get install -y janus")));
  });
  const socket = await Promise.race([connectTo(port, child), failed]);
  const session = await JanusSession.open(socket);
  const rooms = new Map<string, Promise<number>>();
  const handles = new Map<string, number>();
  return {
    async join({ leg, room, port: telephone }: Joined) {
      const made = rooms.get(room) ?? session.createRoom(rooms.size + 1);
      rooms.set(room, made);
      const joined = await session.join(await made, telephone);
      handles.set(leg, joined.handle);
      return joined;
    },
    leave: (leg) => session.detach(handles.get(leg)),
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    async close() {
      session.close();
      await end(child, folder);
    },
  };
}
