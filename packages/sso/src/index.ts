export {
  assertDemoSsoAllowed,
  DemoSsoRefusedError,
  type DemoSsoSetting,
} from "./assert-demo-sso-allowed.ts";
export { demoPeople, type Person } from "./people.ts";
export { type SsoClient } from "./provider-configuration.ts";
export {
  type SignInPayload,
  type SignInRecord,
  type SignInStorage,
  UsedTwiceError,
} from "./sign-in-storage.ts";
export {
  loadSigningKeys,
  parseSigningKeys,
  type SigningKeys,
  SigningKeysError,
} from "./signing-keys.ts";
export { createSso, type Sso, type SsoOptions } from "./sso.ts";
