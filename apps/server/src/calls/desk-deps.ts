import type { DiallingConfig } from "../config/dialling-config.ts";
import type { Telephony } from "../telephony/telephony.ts";
import type { VoiceUrls } from "../telephony/voice-urls.ts";
import type { CallDeps } from "./change-call.ts";

/** What the rules of the desk are made of: calls, and the telephony service that carries them. */
export interface DeskDeps extends CallDeps {
  telephony: Telephony;
  urls: VoiceUrls;
  people: DeskPeople;
}

/** Who is there, and what they may dial. */
export interface DeskPeople {
  /** People who have a console open; throws when it cannot be known. */
  listPresent: () => Promise<ReadonlySet<string>>;
  dialling: DiallingConfig;
}
