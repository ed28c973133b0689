import { useMutation, useQuery } from "@tanstack/react-query";

import {
  addSound,
  checkSound,
  type SoundReport,
  type SoundUse,
  SOUND_PIECE_CHARACTERS,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";

export interface StationSoundView {
  pending: boolean;
  report: SoundReport | null;
  failed: string | null;
  check: (url: string) => void;
  upload: (file: File) => void;
  forget: () => void;
}

interface StationSound {
  station: string;
  use: SoundUse;
  /** The stored address, which is measured automatically; `null` for a typed address. */
  stored: string | null;
}

/** The measurements of a stored sound are valid for this time, as on the go/no-go board. */
const MEASURED_FOR_MS = 300_000;

export function useStationSound(
  { station, use, stored }: StationSound,
  save: (url: string) => void,
): StationSoundView {
  const { http } = useConsole();
  const params = { id: station };
  const measured = useQuery({
    queryKey: ["station-sound", station, use, stored],
    enabled: stored !== null && stored !== "",
    queryFn: ({ signal }) =>
      http.call(checkSound, { params, body: { use, url: stored ?? "" }, signal }),
    staleTime: MEASURED_FOR_MS,
    retry: false,
  });
  const check = useMutation({
    mutationFn: (url: string) => http.call(checkSound, { params, body: { use, url } }),
  });
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const data = splitPieces(new Uint8Array(await file.arrayBuffer()));
      const body = { use, name: file.name, data };
      const { url, report } = await http.call(addSound, { params, body });
      if (url !== null) {
        save(url);
      }
      return report;
    },
  });
  const error = check.error ?? upload.error;
  return {
    pending: check.isPending || upload.isPending,
    report: check.data ?? upload.data ?? (stored === null ? null : (measured.data ?? null)),
    failed: error === null ? null : describeFailure(error).words,
    check: (url) => {
      upload.reset();
      check.mutate(url);
    },
    upload: (file) => {
      check.reset();
      upload.mutate(file);
    },
    forget: () => {
      check.reset();
      upload.reset();
    },
  };
}

/** Splits bytes into base64 pieces, each within the limit of one text in a request. */
export function splitPieces(bytes: Uint8Array): string[] {
  const perPiece = (SOUND_PIECE_CHARACTERS / 4) * 3;
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += perPiece) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + perPiece))));
  }
  return pieces;
}
