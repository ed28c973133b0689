import * as z from "zod/mini";

/** What the station plays now. */
export const nowPlaying = z.object({ title: z.string(), artist: z.string(), at: z.string() });
export type NowPlaying = z.output<typeof nowPlaying>;
