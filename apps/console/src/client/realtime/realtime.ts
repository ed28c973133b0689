import type { EndpointAnswer, clientConfig } from "@linedesk/contract";

export interface Realtime {
  subscribe(channel: string, listener: ChannelListener): () => void;
  /** Sends to the other members of a channel; returns false when it is not subscribed. */
  send(channel: string, event: string, data: object): boolean;
  onState(listener: (state: RealtimeState) => void): () => void;
  /** Is called when the service ends the connection; then only `retry` connects again. */
  onDisconnected(listener: () => void): () => void;
  /** Tries at once; with `force`, even while the connection seems to be open. */
  retry(force?: boolean): void;
  close(): void;
}

export type RealtimeState = "connecting" | "connected" | "lost";

export interface PresenceMember {
  id: string;
  info: unknown;
}

export interface ChannelListener {
  /** Is called after every subscription, because earlier events may be lost. */
  onSubscribed: () => void;
  onEvent: (name: string, data: unknown) => void;
  /** Receives all members of a presence channel, at first and after each change. */
  onMembers?: (members: PresenceMember[]) => void;
  onRefused: (status: number) => void;
  /** The names of client events of other members; each comes with its sender. */
  clientEvents?: readonly string[];
  onClientEvent?: (name: string, data: unknown, from: string) => void;
}

export interface Authoriser {
  channel(
    socketId: string,
    channel: string,
  ): Promise<{ auth: string; channel_data?: string | undefined }>;
  user(socketId: string): Promise<{ auth: string; user_data: string }>;
}

export type RealtimeConfig = EndpointAnswer<typeof clientConfig>["realtime"];
