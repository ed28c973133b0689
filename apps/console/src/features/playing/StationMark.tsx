import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { type NowPlaying, readNowPlaying, stationInfo } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";

import styles from "./NowPlaying.module.css";

/** Shows the station's logo, or else its colour; its name is beside it. */
export function StationMark({ look: { logo, colour } }: { look: StationLook }) {
  if (logo !== null) {
    return <img className={styles["logo"]} src={logo} alt="" />;
  }
  return colour === null ? null : (
    <span className={styles["colour"]} style={{ background: colour }} aria-hidden="true" />
  );
}

function useOpenStationKey() {
  const station = useRootState((state) => state.calls.station) ?? "";
  const snapshots = useRootState((state) => state.calls.snapshots);
  return { station, snapshots, enabled: station !== "" && snapshots > 0 };
}

export function useNowPlaying(): NowPlaying | null {
  const { http } = useConsole();
  const { station: id, snapshots, enabled } = useOpenStationKey();
  const version = useRootState((state) => state.calls.playingAt);
  const { data } = useQuery({
    queryKey: ["now-playing", id, snapshots, version],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { nowPlaying } = await http.call(readNowPlaying, { params: { id }, signal });
      return { id, nowPlaying };
    },
  });
  // The page keeps the last response until the next one, but not a response for another station.
  return data?.id === id ? data.nowPlaying : null;
}

interface StationLook {
  logo: string | null;
  colour: string | null;
}

export function useStationLook(): StationLook {
  const { http } = useConsole();
  const { station: id, snapshots, enabled } = useOpenStationKey();
  const { data } = useQuery({
    queryKey: ["station-look", id, snapshots],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { logo, colour = null } = await http.call(stationInfo, { params: { id }, signal });
      return { id, logo, colour };
    },
  });
  return data?.id === id ? data : { logo: null, colour: null };
}
