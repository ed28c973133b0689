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
  /** E.164. */
  phoneNumber: string;
  /** Wins over voiceUrl. */
  voiceApplicationSid: string | null;
  /** The trunk that it belongs to: calls that show it go by that one. Null for any. */
  trunkSid: string | null;
  /** Our own calls reach it without leaving the house; else by a trunk, as anybody's. */
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
  /** Throws RefusedError: not E.164 (21421), or already there (21422). */
  create(request: { phoneNumber: string } & NumberChange): NumberRecord;
  find(sid: string): NumberRecord | null;
  findByNumber(phoneNumber: string): NumberRecord | null;
  list(part?: string): NumberRecord[];
  update(sid: string, change: NumberChange): NumberRecord;
  remove(sid: string): boolean;
}

export interface CallerIdRepository {
  /** Throws RefusedError 21450 when it is there already. */
  add(request: { phoneNumber: string; friendlyName?: string }): CallerIdRecord;
  find(sid: string): CallerIdRecord | null;
  list(): CallerIdRecord[];
  remove(sid: string): boolean;
}
