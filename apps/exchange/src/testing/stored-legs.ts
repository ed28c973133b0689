import type { StoredLeg } from "../calls/legs/stored-leg.ts";

export const source = { address: "192.0.2.10", port: 5062 };
const dialog = {
  callId: "call-1",
  localTag: "a",
  remoteTag: "b",
  local: "<sip:a@b>",
  remote: "<sip:c@d>",
  localCSeq: 1,
  remoteCSeq: 1,
  routeSet: [],
  remoteTarget: "sip:c@d",
  contact: "<sip:a@b>",
  source,
};
const media = {
  port: 40_000,
  sessionId: "1",
  version: 1,
  hasOffered: false,
  remote: null,
  encryption: null,
};
export const answeredLeg: StoredLeg = {
  status: "talking",
  id: "leg",
  dialog,
  session: null,
  inviteCSeq: null,
  phone: null,
  media,
};
export const arrived: StoredLeg = {
  status: "arrived",
  id: "leg",
  refusal: [],
  target: source,
  dialog,
  invite: null,
  isAnswering: false,
  phone: null,
  media,
};
