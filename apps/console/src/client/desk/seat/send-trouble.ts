import { reportTrouble } from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import type { LineTrouble } from "../claims/desk-softphones.ts";

export async function sendTrouble(
  http: HttpClient,
  { call, line, code }: LineTrouble,
): Promise<void> {
  try {
    await http.call(reportTrouble, { params: { call }, body: { line, code } });
  } catch {
    // The same network may have caused the failure, so a lost report is ignored.
  }
}
