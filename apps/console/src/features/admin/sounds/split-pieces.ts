import { SOUND_PIECE_CHARACTERS } from "@linedesk/contract";

/** Bytes as base64, in pieces that a request may have. */
export function splitPieces(bytes: Uint8Array): string[] {
  const perPiece = (SOUND_PIECE_CHARACTERS / 4) * 3;
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += perPiece) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + perPiece))));
  }
  return pieces;
}
