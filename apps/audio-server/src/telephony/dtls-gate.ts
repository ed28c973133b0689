/** Of a record and of a message in it (RFC 6347 4.1, 4.2.2). */
const RECORD_HEADER_BYTES = 13;
const MESSAGE_HEADER_BYTES = 12;
const HANDSHAKE = 22;
const FINISHED = 20;
/** The certificate is the longest message, and has a few hundred bytes. */
const MAX_MESSAGE_BYTES = 16_384;
/** A handshake has about ten, and twice that for each second in which an answer is lost. */
const MAX_RECORDS = 150;

/**
 * Admits what belongs to a handshake: in plain text only until it is over, and never an alert,
 * which anybody could have sent; a call ends by its signalling, or by silence.
 */
export class DtlsGate {
  #records = 0;

  /** Another handshake follows. */
  begin(): void {
    this.#records = 0;
  }

  /** The records that may come in; empty where there are none. */
  admit(datagram: Buffer, isOver: boolean): Buffer {
    const admitted: Buffer[] = [];
    for (let at = 0; at + RECORD_HEADER_BYTES <= datagram.length;) {
      const end = at + RECORD_HEADER_BYTES + datagram.readUInt16BE(at + 11);
      if (end > datagram.length) {
        break;
      }
      const record = datagram.subarray(at, end);
      if (isWanted(record, isOver) && this.#records < MAX_RECORDS) {
        this.#records += isOver ? 0 : 1;
        admitted.push(record);
      }
      at = end;
    }
    return Buffer.concat(admitted);
  }
}

function isWanted(record: Buffer, isOver: boolean): boolean {
  if (record[0] !== HANDSHAKE || record[1] !== 0xfe) {
    return false;
  }
  const isEncrypted = record.readUInt16BE(3) > 0;
  return isEncrypted || (!isOver && hasSoundMessages(record.subarray(RECORD_HEADER_BYTES)));
}

/** Whether each message is as long as it says, within bounds, and none ends the handshake. */
function hasSoundMessages(messages: Buffer): boolean {
  let at = 0;
  while (at + MESSAGE_HEADER_BYTES <= messages.length) {
    const length = messages.readUIntBE(at + 1, 3);
    const offset = messages.readUIntBE(at + 6, 3);
    const part = messages.readUIntBE(at + 9, 3);
    const fits = length <= MAX_MESSAGE_BYTES && offset + part <= length;
    if (!fits || messages[at] === FINISHED) {
      return false;
    }
    at += MESSAGE_HEADER_BYTES + part;
  }
  return at === messages.length && at > 0;
}
