import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { FastifyInstance } from "fastify";

import { findRootFolder } from "@linedesk/base";

/** The sounds that callers hear when the station has none of its own. */
const SOUNDS = ["hold-music", "line-closed", "lines-busy", "please-wait"] as const;
export type SoundName = (typeof SOUNDS)[number];

const DAY_SECONDS = 86_400;

export async function registerSoundFiles(app: FastifyInstance): Promise<void> {
  const folder = join(findRootFolder().path, "apps/server/sounds");
  for (const name of SOUNDS) {
    const bytes = await readFile(join(folder, `${name}.wav`));
    app.get(`/sounds/${name}.wav`, (_request, reply) =>
      reply
        .header("content-type", "audio/wav")
        .header("cache-control", `public, max-age=${DAY_SECONDS}`)
        .send(bytes),
    );
  }
}
