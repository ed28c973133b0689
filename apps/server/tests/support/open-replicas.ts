import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { nodeArguments } from "@linedesk/testkit";
import { copyAsVersion } from "../../../../bench/replicas/copy-as-version.ts";
import { ReplicaSite } from "../../../../bench/replicas/replica-site.ts";
import { createTestDatabase } from "./database.ts";

interface Replicas {
  site: ReplicaSite;
  /** The folder with the secrets of all servers. */
  folder: string;
  databaseUrl: string;
  close: () => Promise<void>;
}

/** Opens two servers on one database and one exchange, with consoles at both, and callers. */
export async function openReplicas(callers: number): Promise<Replicas> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-replicas-"));
  const database = await createTestDatabase();
  const server = nodeArguments("server");
  const site = await ReplicaSite.open({
    folder,
    database,
    programs: {
      server,
      exchange: nodeArguments("exchange"),
      upgraded: [copyAsVersion(server.at(-1) ?? "", join(folder, "upgraded"))],
    },
    callers,
    hasLines: true,
  });
  async function close(): Promise<void> {
    await site.close();
    await database.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return { site, folder, databaseUrl: database.url, close };
}
