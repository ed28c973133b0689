import { networkInterfaces } from "node:os";

import { listAlsa } from "./devices/alsa/alsa-library.ts";
import { listJack } from "./devices/jack/jack-library.ts";
import { DeviceError } from "./devices/sound-device.ts";

export function listDevices(jackServer: string | null): string {
  const parts = [
    describePart("jack", () => describeJack(jackServer)),
    describePart("alsa", describeAlsa),
    describePart("aes67", describeNetworks),
  ];
  return `${parts.join("\n\n")}\n`;
}

function describePart(type: string, list: () => string[]): string {
  try {
    const lines = list();
    return [`"type": "${type}"`, ...(lines.length === 0 ? ["none"] : lines)].join("\n  ");
  } catch (error) {
    if (error instanceof DeviceError) {
      return `"type": "${type}"\n  ${error.message}`;
    }
    throw error;
  }
}

function describeJack(server: string | null): string[] {
  const { outputs, inputs } = listJack(server);
  return [
    ...outputs.map((name) => describeName("output", name)),
    ...inputs.map((name) => describeName("input", name)),
  ];
}

function describeAlsa(): string[] {
  return listAlsa().flatMap(({ name, description, isOutput, isInput }) => {
    const words = description === "" ? "" : `  ${description}`;
    return [
      ...(isOutput ? [`${describeName("output", name)}${words}`] : []),
      ...(isInput ? [`${describeName("input", name)}${words}`] : []),
    ];
  });
}

/** AES67 can use every address, so the list shows the network card of each. */
function describeNetworks(): string[] {
  return Object.entries(networkInterfaces()).flatMap(([card, addresses = []]) =>
    addresses
      .filter(({ family }) => family === "IPv4")
      .map(({ address }) => `${describeName("interface", address)}  ${card}`),
  );
}

function describeName(setting: string, name: string): string {
  return `${JSON.stringify(setting)}: ${JSON.stringify(name)}`;
}
