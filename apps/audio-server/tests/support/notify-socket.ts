import { openLibrary } from "../../src/devices/open-library.ts";

const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const MSG_DONTWAIT = 0x40;
const PATH_BYTES = 108;
const MAX_MESSAGE_BYTES = 512;

const PROTOTYPES = {
  socket: "int socket(int, int, int)",
  bind: "int bind(int, const uint8_t *, uint32_t)",
  recv: "int64_t recv(int, _Out_ uint8_t *, size_t, int)",
  close: "int close(int)",
} as const;

/** The datagram socket in the file system on which systemd listens; Node cannot open one. */
export class NotifySocket {
  readonly path: string;
  readonly #libc = openLibrary("libc.so.6", PROTOTYPES);
  readonly #fd: number;

  constructor(path: string) {
    this.path = path;
    this.#fd = Number(this.#libc.socket(AF_UNIX, SOCK_DGRAM, 0));
    const address = Buffer.alloc(2 + PATH_BYTES);
    address.writeUInt16LE(AF_UNIX);
    address.write(path, 2, "utf8");
    if (Number(this.#libc.bind(this.#fd, address, address.length)) !== 0) {
      throw new Error(`no socket at ${path}`);
    }
  }

  read(): string[] {
    const message = Buffer.alloc(MAX_MESSAGE_BYTES);
    const texts: string[] = [];
    for (;;) {
      const bytes = Number(this.#libc.recv(this.#fd, message, message.length, MSG_DONTWAIT));
      if (bytes < 0) {
        return texts;
      }
      texts.push(message.toString("utf8", 0, bytes).trim());
    }
  }

  close(): void {
    this.#libc.close(this.#fd);
  }
}
