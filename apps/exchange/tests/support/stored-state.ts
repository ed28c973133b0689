export function stateWithCallerId(sid: string, phoneNumber: string): string {
  const at = new Date().toISOString();
  const about = { accountSid: "AC0", createdAt: at, updatedAt: at };
  const callerId = { ...about, sid, phoneNumber, friendlyName: "x" };
  return JSON.stringify({ numbers: [], callerIds: [callerId], applications: [] });
}
