import { stationChannel, wholeStationChannel } from "@linedesk/contract";
import type { RootState } from "./store.ts";

/** Of a station that masks callers' numbers, but not from me, the channel with whole ones. */
export function selectChannelName({ desk }: RootState, channel: string): string {
  const station = desk.stations.find(({ id }) => stationChannel(id) === channel);
  return station?.numbers === "whole" ? wholeStationChannel(station.id) : channel;
}

/** Whether some of the station's seats do not see callers' numbers. */
export function selectMasksNumbers({ desk }: RootState, station: string | undefined): boolean {
  return desk.stations.find(({ id }) => id === station)?.numbers !== undefined;
}
