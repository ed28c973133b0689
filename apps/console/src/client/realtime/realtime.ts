import type { EndpointAnswer, clientConfig } from "@linedesk/contract";

export interface Realtime {
  subscribe(channel: string, listener: ChannelListener): () => void;
  /** To the other members of a channel; false where it is not subscribed to. */
  send(channel: string, event: string, data: object): boolean;
  onState(listener: (state: RealtimeState) => void): () => void;
  /** The service has ended the connection and will not be asked again until `retry`. */
  onDisconnected(listener: () => void): () => void;
  /** Tries at once instead of waiting; with `force` also where it believes that it is connected. */
  retry(force?: boolean): void;
  close(): void;
}

export type RealtimeState = "connecting" | "connected" | "lost";

export interface PresenceMember {
  id: string;
  info: unknown;
}

export interface ChannelListener {
  /** After every (re)subscription: what came before may have been missed. */
  onSubscribed: () => void;
  onEvent: (name: string, data: unknown) => void;
  /** Of a presence channel: everybody who is there, at first and after each change. */
  onMembers?: (members: PresenceMember[]) => void;
  onRefused: (status: number) => void;
  /** What other members of the channel send themselves, by these names, with who sent it. */
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
