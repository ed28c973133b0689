import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from "node:crypto";

import { isHiddenNumber, writeHiddenNumber } from "@linedesk/contract";

const MAC_BYTES = 16;
const STATION_BYTES = 16;

export interface OpenedNumber {
  number: string;
  station: string;
}

/**
 * Hides numbers from seats that may not see them. Requests for the same station may contain the
 * encrypted number instead of the number. Equal numbers have equal encrypted numbers, because
 * consoles compare them. Without our key, only the length can be read.
 */
export class NumberSeal {
  readonly #macKey: Buffer;
  readonly #key: Buffer;

  constructor(key: string) {
    const both = Buffer.from(hkdfSync("sha256", key, "", "linedesk hidden numbers", 64));
    this.#macKey = both.subarray(0, 32);
    this.#key = both.subarray(32);
  }

  hide(number: string, station: string): string {
    const text = Buffer.concat([
      Buffer.from(station.replaceAll("-", ""), "hex"),
      Buffer.from(number),
    ]);
    const mac = this.#mac(text);
    const cipher = createCipheriv("aes-256-ctr", this.#key, mac);
    const sealed = Buffer.concat([mac, cipher.update(text), cipher.final()]);
    return writeHiddenNumber(sealed.toString("base64url"));
  }

  open(hidden: string): OpenedNumber | null {
    const bytes = Buffer.from(hidden.slice(writeHiddenNumber("").length), "base64url");
    if (!isHiddenNumber(hidden) || bytes.length <= MAC_BYTES + STATION_BYTES) {
      return null;
    }
    const mac = bytes.subarray(0, MAC_BYTES);
    const decipher = createDecipheriv("aes-256-ctr", this.#key, mac);
    const text = Buffer.concat([decipher.update(bytes.subarray(MAC_BYTES)), decipher.final()]);
    if (!timingSafeEqual(mac, this.#mac(text))) {
      return null;
    }
    const station = text.subarray(0, STATION_BYTES).toString("hex");
    return {
      station: station.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
      number: text.subarray(STATION_BYTES).toString("utf8"),
    };
  }

  #mac(text: Buffer): Buffer {
    return createHmac("sha256", this.#macKey).update(text).digest().subarray(0, MAC_BYTES);
  }
}
