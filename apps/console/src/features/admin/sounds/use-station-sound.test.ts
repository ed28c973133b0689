import { expect, test } from "vitest";

import { addSound, SOUND_PIECE_CHARACTERS } from "@linedesk/contract";
import { splitPieces } from "./use-station-sound.ts";

test("[AD93] the contract accepts the pieces of a file, and the joined pieces are the same bytes", () => {
  const bytes = Uint8Array.from({ length: 20_001 }, (_, i) => (i * 31) % 256);

  const data = splitPieces(bytes);

  expect(data.every((piece) => piece.length <= SOUND_PIECE_CHARACTERS)).toBe(true);
  expect(addSound.body?.parse({ use: "music", name: "a.wav", data })).toMatchObject({ data });
  const joined = data.map((piece) => atob(piece)).join("");
  expect(Uint8Array.from(joined, (letter) => letter.charCodeAt(0))).toEqual(bytes);
});
