import { BackupError } from "./backup-error.ts";

export const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const CHECKSUM_AT = 148;
const MAX_OCTAL_SIZE = 0o77777777777;

export interface Entry {
  name: string;
  size: number;
}

/** Returns the header of a file in the ustar format, which `tar` reads. */
export function writeTarHeader({ name, size }: Entry, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  const [prefix, rest] = splitName(name);
  header.write(rest, 0);
  header.write("0000600\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  writeSize(header, size);
  header.write(octal(Math.floor(modifiedAt.getTime() / 1000), 11), 136);
  header.write("        ", CHECKSUM_AT);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  header.write(prefix, 345);
  header.write(`${sum(header).toString(8).padStart(6, "0")}\0 `, CHECKSUM_AT);
  return header;
}

/**
 * Reads the header of a file. Returns `null` for the empty block at the end of an archive. Throws
 * `BackupError` if the checksum is wrong.
 */
export function readTarHeader(header: Buffer): Entry | null {
  if (header.every((byte) => byte === 0)) {
    return null;
  }
  const copy = Buffer.from(header);
  copy.write("        ", CHECKSUM_AT);
  if (sum(copy) !== Number.parseInt(readText(header, CHECKSUM_AT, 8), 8)) {
    throw new BackupError("A header in the file has a wrong checksum.");
  }
  const [prefix, rest] = [readText(header, 345, 155), readText(header, 0, NAME_BYTES)];
  return { name: prefix === "" ? rest : `${prefix}/${rest}`, size: readSize(header) };
}

/** Returns the number of bytes that fill up the last block of a file. */
export function paddingOf(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

function splitName(name: string): [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= NAME_BYTES) {
    return ["", name];
  }
  const at = name.indexOf("/", name.length - NAME_BYTES - 1);
  const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)];
  if (at === -1 || Buffer.byteLength(prefix) > 155 || Buffer.byteLength(rest) > NAME_BYTES) {
    throw new BackupError(`The name ${name} is too long for a backup.`);
  }
  return [prefix, rest];
}

/** From 8 GB on, the size is a binary number, as GNU tar writes it. */
function writeSize(header: Buffer, size: number): void {
  if (size <= MAX_OCTAL_SIZE) {
    header.write(octal(size, 11), 124);
    return;
  }
  header.writeUInt8(0x80, 124);
  header.writeBigUInt64BE(BigInt(size), 128);
}

function readSize(header: Buffer): number {
  return header.readUInt8(124) === 0x80
    ? Number(header.readBigUInt64BE(128))
    : Number.parseInt(readText(header, 124, 12), 8) || 0;
}

function octal(value: number, digits: number): string {
  return `${value.toString(8).padStart(digits, "0")}\0`;
}

function sum(bytes: Buffer): number {
  return bytes.reduce((total, byte) => total + byte, 0);
}

function readText(header: Buffer, at: number, length: number): string {
  const [text = ""] = header.toString("utf8", at, at + length).split("\0", 1);
  return text.trim();
}
