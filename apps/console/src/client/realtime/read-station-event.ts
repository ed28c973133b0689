import { type StationEvent, stationEvent, stationEventNames } from "@linedesk/contract";

/**
 * Reads an event of a station's channel. A name that the server does not use comes from another
 * client of the channel and is `other`.
 */
export function readStationEvent(name: string, data: unknown): StationEvent | "other" | "invalid" {
  if (!stationEventNames.has(name)) {
    return "other";
  }
  const parsed = stationEvent.safeParse(data);
  return parsed.success && parsed.data.type === name ? parsed.data : "invalid";
}
