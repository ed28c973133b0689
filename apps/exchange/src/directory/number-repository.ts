import type { HttpMethod } from "@linedesk/base";

export interface VoiceSettings {
  friendlyName: string;
  voiceUrl: string | null;
  voiceMethod: HttpMethod;
  voiceFallbackUrl: string | null;
  voiceFallbackMethod: HttpMethod;
  statusCallback: string | null;
  statusCallbackMethod: HttpMethod;
}

export interface NumberRecord extends VoiceSettings {
  sid: string;
  accountSid: string;
  /** The number is in E.164. */
  phoneNumber: string;
  /** The application takes precedence over voiceUrl. */
  voiceApplicationSid: string | null;
  /**
   * The trunk of the number. Calls that show the number use this trunk; `null` allows any trunk.
   */
  trunkSid: string | null;
  /**
   * Is true when our own calls reach the number inside the exchange; otherwise they use a trunk.
   */
  dialledWithin: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export type NumberChange = Partial<VoiceSettings> & {
  voiceApplicationSid?: string | null;
  trunkSid?: string | null;
  dialledWithin?: boolean;
};

export interface CallerIdRecord {
  sid: string;
  accountSid: string;
  phoneNumber: string;
  friendlyName: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface NumberRepository {
  /** Throws RefusedError: 21421 for a number that is not in E.164, 21422 for an existing one. */
  create(request: { phoneNumber: string } & NumberChange): NumberRecord;
  find(sid: string): NumberRecord | null;
  findByNumber(phoneNumber: string): NumberRecord | null;
  list(part?: string): NumberRecord[];
  update(sid: string, change: NumberChange): NumberRecord;
  remove(sid: string): boolean;
}

export interface CallerIdRepository {
  /** Throws RefusedError 21450 for an existing number. */
  add(request: { phoneNumber: string; friendlyName?: string }): CallerIdRecord;
  find(sid: string): CallerIdRecord | null;
  list(): CallerIdRecord[];
  remove(sid: string): boolean;
}
