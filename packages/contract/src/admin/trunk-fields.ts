import * as z from "zod/mini";

import { isNetwork } from "./is-network.ts";

export const trunkTransports = ["udp", "tcp", "tls"] as const;
export const trunkNumberFormats = ["e164", "digits", "national"] as const;
export const trunkCodecs = ["PCMU", "PCMA", "G722", "opus"] as const;
export const trunkEncryptions = ["off", "optional", "required"] as const;
export const trunkDigits = ["rfc4733", "info", "sound"] as const;

/** A word that SIP messages can contain: printable, without double quotes and backslashes. */
export const trunkWord = z
  .string()
  .check(z.minLength(1), z.maxLength(128), z.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/));

/** A host or `host:port`. An IPv6 address is in brackets. */
export const trunkHost = z
  .string()
  .check(
    z.trim(),
    z.maxLength(255),
    z.regex(
      /^(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?)(?::\d{1,5})?$/,
    ),
  );

/** An address or a network, such as `203.0.113.0/24`. */
export const trunkNetwork = z.string().check(z.maxLength(49), z.refine(isNetwork));

/** The numbers that a trunk carries: `*`, a prefix such as `+61*`, or a complete number. */
export const trunkNumbers = z
  .string()
  .check(z.maxLength(17), z.regex(/^(?:\*|\+?[0-9]{1,15}\*?)$/));

export const trunkCallerId = z.string().check(z.maxLength(16), z.regex(/^\+[1-9][0-9]{6,14}$/));

export const trunkCountry = z.string().check(z.maxLength(3), z.regex(/^[1-9][0-9]{0,2}$/));
export const trunkPrefix = z.string().check(z.maxLength(6), z.regex(/^[0-9]*$/));

export const MOST_TRUNK_HOSTS = 8;
export const MOST_TRUNK_CHANNELS = 10_000;

/** The settings of a trunk, in the groups of the form. */
export const trunkFields = {
  name: z.string().check(z.maxLength(40), z.regex(/^[A-Za-z0-9_-]+$/)),

  /** The exchange tries the hosts in this order. */
  hosts: z.array(trunkHost).check(z.minLength(1), z.maxLength(MOST_TRUNK_HOSTS)),
  transport: z.enum(trunkTransports),
  /** The domain in From and in the Request-URI; `null` uses the host. */
  domain: z.nullable(trunkHost),
  /**
   * Certificates (PEM) of the only authorities that are trusted; `null` uses those of the system.
   */
  authority: z.nullable(z.string().check(z.maxLength(9_999))),
  /** Seconds between OPTIONS; 0 sends none. */
  keepAliveS: z.int().check(
    z.minimum(0),
    z.maximum(3_600),
    z.refine((seconds) => seconds === 0 || seconds >= 5),
  ),

  /** The networks whose calls belong to this trunk, besides the addresses of its hosts. */
  sources: z.array(trunkNetwork).check(z.maxLength(64)),
  /** Is true when inbound calls must authenticate with the user and password. */
  challenges: z.boolean(),

  /** The user name; `null` when the trunk identifies the exchange by its address. */
  username: z.nullable(trunkWord),
  /** Is true when the exchange registers at the trunk with this user. */
  registers: z.boolean(),
  /** The host of the registrar; `null` registers at the first host that is available. */
  registrar: z.nullable(trunkHost),
  /** The registered user, if it differs from `username`. */
  registersAs: z.nullable(trunkWord),
  expiresS: z.int().check(z.minimum(60), z.maximum(86_400)),

  /** The maximum number of simultaneous calls; with `null` only the exchange limits them. */
  channels: z.nullable(z.int().check(z.minimum(1), z.maximum(MOST_TRUNK_CHANNELS))),
  /** The exchange tries the trunk with the lowest value first. */
  priority: z.int().check(z.minimum(1), z.maximum(100)),

  /** The codecs in the order of the exchange's offers. */
  codecs: z.array(z.enum(trunkCodecs)).check(z.minLength(1), z.maxLength(trunkCodecs.length)),
  encryption: z.enum(trunkEncryptions),
  /** Is true when the SRTP keys may also be sent over UDP and TCP, which are not encrypted. */
  keysInClear: z.boolean(),
  digits: z.enum(trunkDigits),

  /** The numbers that may be dialled through the trunk. */
  carries: z.array(trunkNumbers).check(z.minLength(1), z.maxLength(200)),
  /** The number that every call shows; `null` shows the call's own. */
  callerId: z.nullable(trunkCallerId),
  /** The trunk's number format: `+61255500101`, `61255500101`, or as dialled within the country. */
  numberFormat: z.enum(trunkNumberFormats),
  country: trunkCountry,
  nationalPrefix: trunkPrefix,
  internationalPrefix: trunkPrefix,
  /**
   * Is true when this trunk carries emergency calls. If one trunk has this setting, trunks without
   * it carry no emergency calls.
   */
  emergency: z.boolean(),
  /** Is true when P-Asserted-Identity is sent and trusted. */
  assertsIdentity: z.boolean(),
};
