import * as z from "zod";

import { addSound, checkSound } from "@linedesk/contract";
import type { Api } from "../platform/http/api.ts";
import { requireFound } from "../platform/http/errors.ts";
import {
  checkSoundAddress,
  readStationSound,
  type SoundDeps,
  storeSound,
} from "./station-sounds.ts";

/** The size of 4 MB as base64, with quotes and commas. */
const BODY_LIMIT_BYTES = 6_000_000;
const CACHE_SECONDS = 3_600;
const contentTypes = { wav: "audio/wav", mp3: "audio/mpeg", ogg: "audio/ogg" } as const;

export function registerSounds(api: Api, deps: SoundDeps): void {
  api.serve(checkSound, ({ params, body }) =>
    checkSoundAddress(deps, { station: params.id, ...body }),
  );
  api.serve(
    addSound,
    ({ params, body, actor }) => storeSound(deps, { ...body, station: params.id, actor }),
    { bodyLimitBytes: BODY_LIMIT_BYTES },
  );
  api.app.get("/sounds/station/:id", async (request, reply) => {
    const id = z.object({ id: z.uuid() }).safeParse(request.params);
    const sound = requireFound(
      id.success ? await readStationSound(deps.db, id.data.id) : null,
      "no_such_sound",
    );
    return reply
      .header("content-type", contentTypes[sound.format])
      .header("cache-control", `private, max-age=${CACHE_SECONDS}`)
      .send(sound.bytes);
  });
  api.app.addHook("onClose", () => deps.check.close());
}
