export { readRealm } from "../digest/digest.ts";
export { extractSdp } from "../messages/extract-sdp.ts";
export { invalidTorture } from "./torture/invalid-torture.ts";
export { meaningTorture } from "./torture/meaning-torture.ts";
export { tortureInvite, type TortureMessage, tortureRequest } from "./torture/torture-request.ts";
export { validTorture } from "./torture/valid-torture.ts";
export type { DnsLookup } from "../transports/resolver.ts";
