/** The headers of a record and of a message in it (RFC 6347 4.1, 4.2.2). */
const RECORD_HEADER_BYTES = 13;
const MESSAGE_HEADER_BYTES = 12;
const HANDSHAKE = 22;
const FINISHED = 20;
/** The key exchange messages of the server and of the client (RFC 5246 7.4). */
const KEY_EXCHANGES = new Set([12, 16]);
/** The certificate is the longest message, and has a few hundred bytes. */
const MAX_MESSAGE_BYTES = 16_384;
/** A handshake has about ten records, and about twenty more for each second without an answer. */
const MAX_RECORDS = 150;

export class DtlsGate {
  #records = 0;
  readonly #keys = new Map<string, Buffer>();

  begin(): void {
    this.#records = 0;
    this.#keys.clear();
  }

  admit(datagram: Buffer, isOver: boolean): Buffer {
    const admitted: Buffer[] = [];
    for (let at = 0; at + RECORD_HEADER_BYTES <= datagram.length;) {
      const end = at + RECORD_HEADER_BYTES + datagram.readUInt16BE(at + 11);
      if (end > datagram.length) {
        break;
      }
      const record = datagram.subarray(at, end);
      const isAdmitted = isWanted(record, isOver) && this.#records < MAX_RECORDS;
      if (isAdmitted && this.#isSameKey(record)) {
        this.#records += isOver ? 0 : 1;
        admitted.push(record);
      }
      at = end;
    }
    return Buffer.concat(admitted);
  }

  /**
   * Allows only one key of the far end in a handshake: werift would let a second key replace it.
   */
  #isSameKey(record: Buffer): boolean {
    if (isEncrypted(record)) {
      return true;
    }
    const parts = listMessages(record.subarray(RECORD_HEADER_BYTES)).filter(({ type }) =>
      KEY_EXCHANGES.has(type),
    );
    return parts.every(({ type, offset, bytes }) => {
      const index = `${type} ${offset}`;
      const first = this.#keys.get(index) ?? Buffer.from(bytes);
      this.#keys.set(index, first);
      return first.equals(bytes);
    });
  }
}

function isEncrypted(record: Buffer): boolean {
  return record.readUInt16BE(3) > 0;
}

function isWanted(record: Buffer, isOver: boolean): boolean {
  if (record[0] !== HANDSHAKE || record[1] !== 0xfe) {
    return false;
  }
  return isEncrypted(record) || (!isOver && hasValidMessages(record.subarray(RECORD_HEADER_BYTES)));
}

interface MessagePart {
  type: number;
  length: number;
  offset: number;
  bytes: Buffer;
}

function listMessages(messages: Buffer): MessagePart[] {
  const parts: MessagePart[] = [];
  for (let at = 0; at + MESSAGE_HEADER_BYTES <= messages.length;) {
    const end = at + MESSAGE_HEADER_BYTES + messages.readUIntBE(at + 9, 3);
    if (end > messages.length) {
      break;
    }
    parts.push({
      type: messages.readUInt8(at),
      length: messages.readUIntBE(at + 1, 3),
      offset: messages.readUIntBE(at + 6, 3),
      bytes: messages.subarray(at, end),
    });
    at = end;
  }
  return parts;
}

function hasValidMessages(messages: Buffer): boolean {
  const parts = listMessages(messages);
  const total = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return (
    total > 0 &&
    total === messages.length &&
    parts.every(({ type, length, offset, bytes }) => {
      const fits = offset + bytes.length - MESSAGE_HEADER_BYTES <= length;
      return type !== FINISHED && length <= MAX_MESSAGE_BYTES && fits;
    })
  );
}
