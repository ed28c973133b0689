import * as z from "zod/mini";

const show = z.enum(["ringing", "hold", "verified"]);
const find = z.string().check(z.maxLength(100));

/** What the address says of the station page besides its path [SH10]. */
export interface StationSearch {
  show?: z.output<typeof show>;
  find?: string;
}

/** Nonsense in an address is left out: the page must still open. */
export function readStationSearch(search: Record<string, unknown>): StationSearch {
  const tab = show.safeParse(search["show"]);
  const words = find.safeParse(search["find"]);
  return {
    ...(tab.success ? { show: tab.data } : {}),
    ...(words.success ? { find: words.data } : {}),
  };
}

export interface Filter {
  tab: "all" | "ringing" | "hold" | "verified";
  find: string;
}

export function toQueueFilter(search: StationSearch): Filter {
  return {
    tab: search.show ?? "all",
    find: search.find ?? "",
  };
}

/** Nothing stands in the address that is as it always is. */
export function toStationSearch({ tab, find: words }: Filter): StationSearch {
  return {
    ...(tab === "all" ? {} : { show: tab }),
    ...(words === "" ? {} : { find: words.slice(0, 100) }),
  };
}
