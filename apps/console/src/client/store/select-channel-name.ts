import { stationChannel, wholeStationChannel } from "@linedesk/contract";
import type { RootState } from "./store.ts";

/**
 * Returns the channel with full numbers if the station masks numbers for some people, but not for
 * this person.
 */
export function selectChannelName({ desk }: RootState, channel: string): string {
  const station = desk.stations.find(({ id }) => stationChannel(id) === channel);
  return station?.numbers === "whole" ? wholeStationChannel(station.id) : channel;
}

/** Returns true when some of the station's seats do not receive callers' numbers. */
export function selectMasksNumbers({ desk }: RootState, station: string | undefined): boolean {
  return desk.stations.find(({ id }) => id === station)?.numbers !== undefined;
}
