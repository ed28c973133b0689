import {
  exportNumber,
  previewRetention,
  type Privacy,
  readPrivacy,
  type Retention,
  type RetentionPreview,
  savePrivacy,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { saveFile } from "../../../lib/save-file.ts";
import { type Fetched, useStationQuery, useRefresh } from "../use-station-details.ts";

export function usePrivacy(station: string): Fetched<Privacy> {
  return useStationQuery(station, "privacy", (http, of) => http.call(readPrivacy, of));
}

export interface PrivacyChanges {
  /** `seen` contains the settings that the person saw before the change. */
  save: (privacy: Privacy, seen: Privacy) => Promise<void>;
  preview: (retention: Retention) => Promise<RetentionPreview[]>;
  takeNumber: (number: string) => Promise<void>;
}

export function usePrivacyChanges(station: string): PrivacyChanges {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const params = { id: station };
  return {
    save: async (privacy, seen) => {
      await http.call(savePrivacy, { params, body: { ...privacy, seen } });
      await refresh();
    },
    preview: async (retention) => {
      const { items } = await http.call(previewRetention, { params, body: { retention } });
      return items.filter(({ rows }) => rows > 0);
    },
    takeNumber: async (number) => {
      const { fileName, json } = await http.call(exportNumber, { params, body: { number } });
      saveFile({ name: fileName, text: json });
    },
  };
}
