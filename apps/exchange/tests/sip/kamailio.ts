import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";
import { type Cleanup, run, type RunningProgram, untilOutput } from "../support/sip-support.ts";

/** The ports of rtpengine's RTP, apart from those of the exchange. */
const RTP_PORTS = { min: 32_000, max: 32_199 };

export interface Proxy {
  port: number;
  rtpengine: RunningProgram;
}

/**
 * Starts Kamailio as the SIP proxy between the exchange and a telephone, and rtpengine as the relay
 * of their RTP, as carriers have them.
 */
export async function startKamailio(
  cleanup: Cleanup,
  {
    folder,
    port,
    sides,
  }: { folder: string; port: number; sides: { exchange: number; phone: number } },
): Promise<Proxy> {
  const control = await findFreePort();
  const rtpengine = run(cleanup, "rtpengine", {
    args: [
      "--foreground",
      "--log-stderr",
      "--log-level=6",
      "--table=-1",
      "--interface=127.0.0.1",
      `--listen-ng=127.0.0.1:${control}`,
      `--port-min=${RTP_PORTS.min}`,
      `--port-max=${RTP_PORTS.max}`,
      `--config-file=none`,
    ],
    cwd: folder,
  });
  await untilOutput(rtpengine, "Startup complete");
  writeFileSync(join(folder, "kamailio.cfg"), writeRoutes({ port, control, ...sides }));
  const args = ["-f", join(folder, "kamailio.cfg"), "-DD", "-E", "-Y", folder, "-n", "1"];
  const kamailio = run(cleanup, "kamailio", { args, cwd: folder });
  // Only SIGTERM ends its worker processes too.
  cleanup.add(async () => {
    kamailio.child.kill("SIGTERM");
    await kamailio.ended;
  });
  await untilOutput(kamailio, "rtpengine instance");
  return { port, rtpengine };
}

interface Routes {
  port: number;
  control: number;
  exchange: number;
  phone: number;
}

function writeRoutes({ port, control, exchange, phone }: Routes): string {
  const modules = ["tm", "sl", "rr", "pv", "maxfwd", "textops", "siputils", "rtpengine"];
  return `
listen=udp:127.0.0.1:${port}
auto_aliases=no
disable_tcp=yes
debug=2
mpath="/usr/lib/x86_64-linux-gnu/kamailio/modules/"
${modules.map((name) => `loadmodule "${name}.so"`).join("\n")}
modparam("rtpengine", "rtpengine_sock", "udp:127.0.0.1:${control}")

request_route {
  if (!mf_process_maxfwd_header("10")) {
    sl_send_reply("483", "Too Many Hops");
    exit;
  }
  if (is_method("CANCEL")) {
    if (t_check_trans()) t_relay();
    exit;
  }
  if (has_totag()) {
    # The telephones of these tests send no Route; the exchange does.
    loose_route();
  } else {
    record_route();
    if ($sp == ${exchange}) {
      $du = "sip:127.0.0.1:${phone}";
    } else {
      $du = "sip:127.0.0.1:${exchange}";
    }
  }
  if (has_body("application/sdp") || is_method("BYE")) rtpengine_manage();
  t_on_reply("SOUND");
  t_relay();
}

onreply_route[SOUND] {
  if (has_body("application/sdp")) rtpengine_manage();
}
`;
}
