import {
  type DeviceLine,
  type Endpoint,
  handleCall,
  handleConference,
  handleHold,
  type LineDevice,
  outboundConference,
} from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";

interface LineBody {
  line?: DeviceLine;
  call?: string;
  action?: string;
  device?: LineDevice;
}

const naming: readonly Endpoint[] = [handleCall, handleConference, handleHold, outboundConference];

/**
 * Adds the line's device to each request that names a line or undoes the end of a line's call, so
 * that the commands need no code for audio servers.
 */
export function withLineDevice(
  http: HttpClient,
  device: (line: DeviceLine) => LineDevice | undefined,
  findLine: (call: string) => DeviceLine | null,
): HttpClient {
  function complete(body: LineBody): LineBody {
    const undone = body.action === "undo" && body.call !== undefined ? findLine(body.call) : null;
    const line = body.line ?? undone;
    const carrier = line === null || line === undefined ? undefined : device(line);
    return carrier === undefined ? body : { ...body, device: carrier };
  }
  return {
    call(endpoint, input) {
      const { body } = input as { body?: LineBody };
      return naming.includes(endpoint) && body !== undefined
        ? http.call(endpoint, { ...input, body: complete(body) })
        : http.call(endpoint, input);
    },
  };
}
