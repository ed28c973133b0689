import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";
import { type Cleanup, run, type RunningProgram, untilOutput } from "../support/sip-support.ts";

export interface KamailioRegistrar {
  host: { host: string; port: number };
  program: RunningProgram;
}

/**
 * Starts Kamailio as a carrier's registrar. It knows the user `radio` by a password, has locked the
 * user `locked`, and prints each REGISTER that it accepts.
 */
export async function startKamailioRegistrar(
  cleanup: Cleanup,
  { folder, password }: { folder: string; password: string },
): Promise<KamailioRegistrar> {
  const port = await findFreePort();
  const file = join(folder, `registrar-${port}.cfg`);
  writeFileSync(file, writeRoutes(port, password));
  const args = ["-f", file, "-DD", "-E", "-Y", folder, "-n", "1"];
  const program = run(cleanup, "kamailio", { args, cwd: folder });
  // Only SIGTERM ends its worker processes too.
  cleanup.add(async () => {
    program.child.kill("SIGTERM");
    await program.ended;
  });
  await untilOutput(program, "Listening on");
  return { host: { host: "127.0.0.1", port }, program };
}

function writeRoutes(port: number, password: string): string {
  const modules = ["tm", "sl", "pv", "textops", "siputils", "xlog", "usrloc", "registrar", "auth"];
  return `
listen=udp:127.0.0.1:${port}
auto_aliases=no
disable_tcp=yes
debug=2
mpath="/usr/lib/x86_64-linux-gnu/kamailio/modules/"
${modules.map((name) => `loadmodule "${name}.so"`).join("\n")}

request_route {
  if (is_method("OPTIONS")) {
    sl_send_reply("200", "OK");
    exit;
  }
  if (!is_method("REGISTER")) {
    sl_send_reply("405", "Method Not Allowed");
    exit;
  }
  if ($tU == "locked") {
    sl_send_reply("403", "Forbidden");
    exit;
  }
  if ($tU != "radio") {
    sl_send_reply("404", "Not Found");
    exit;
  }
  if (!pv_www_authenticate("carrier.test", "${password}", "0")) {
    www_challenge("carrier.test", "0");
    exit;
  }
  xlog("L_WARN", "REGISTER contact=$ct expires=$hdr(Expires)\\n");
  save("location");
  exit;
}
`;
}
