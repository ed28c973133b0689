import type { TrunkSetup } from "@linedesk/contract";

/** The names of the codecs as carriers write them. */
const names: Record<TrunkSetup["codecs"][number], string> = {
  PCMU: "G.711 µ-law",
  PCMA: "G.711 A-law",
  G722: "G.722",
  opus: "Opus",
};

export function nameCodec(codec: TrunkSetup["codecs"][number]): string {
  return names[codec];
}
