import {
  allowDump,
  type DeviceLine,
  type LineFeeds,
  requireAirReady,
  setCallBackDigit,
  setLineFeed,
  stationInfo,
} from "@linedesk/contract";
import { useRefusableChange, useStationQuery } from "./use-station-details.ts";

export interface AirLinesView {
  station: string;
  feeds: LineFeeds;
  refused: string | null;
  set: (line: DeviceLine, feedsAir: boolean) => void;
  requiresReady: boolean;
  requireReady: (required: boolean) => void;
  allowsDump: boolean;
  allowDump: (allowed: boolean) => void;
  /** The digit with which a waiting caller asks for a call back, or `null`. */
  callBackDigit: string | null;
  setCallBackDigit: (digit: string | null) => void;
}

/** Returns `null` while the settings load. Each change applies at once, without a save button. */
export function useAirLines(station: string): AirLinesView | null {
  const { refused, run } = useRefusableChange(station);
  const loaded = useStationQuery(station, "air", (http, of) => http.call(stationInfo, of));
  if (loaded.status !== "loaded") {
    return null;
  }
  const { callSign, feedsAir, requiresAirReady, allowsDump, callBackDigit } = loaded.data;
  return {
    station: callSign,
    feeds: feedsAir,
    refused,
    set: (line, next) =>
      void run((http) => http.call(setLineFeed, { body: { station, line, feedsAir: next } })),
    requiresReady: requiresAirReady,
    requireReady: (required) =>
      void run((http) => http.call(requireAirReady, { body: { station, required } })),
    allowsDump,
    allowDump: (allowed) =>
      void run((http) => http.call(allowDump, { body: { station, allowed } })),
    callBackDigit,
    setCallBackDigit: (digit) =>
      void run((http) => http.call(setCallBackDigit, { body: { station, digit } })),
  };
}
