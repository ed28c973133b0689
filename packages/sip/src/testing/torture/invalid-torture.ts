import {
  buildRequestCase,
  buildInviteCase,
  tortureInvite,
  type TortureMessage,
  tortureRequest,
} from "./torture-request.ts";

/** RFC 4475 section 3.1.2: invalid messages. Each is refused, dropped or accepted leniently. */
export const invalidTorture: readonly TortureMessage[] = [
  // Accepted: the message can be answered, and nothing depends on its invalid part.
  buildInviteCase("badinv01", "separators that separate nothing", {
    via: "SIP/2.0/UDP 192.0.2.10:5062;;,;,,",
    more: ['Contact: "Joe" <sip:joe@example.org>;;;;'],
  }),
  buildInviteCase("clerr", "a Content-Length larger than the message", {
    answer: "400",
    length: "9999",
  }),
  buildInviteCase("ncl", "a negative Content-Length", { answer: "400", length: "-999" }),
  {
    name: "scalar02",
    what: "numbers that are too large, in a request",
    text: tortureRequest("scalar02", "REGISTER", { cseq: "36893488147419103232 REGISTER" }).replace(
      "Max-Forwards: 70",
      "Max-Forwards: 300",
    ),
    answer: null,
  },
  {
    name: "scalarlg",
    what: "numbers that are too large, in a response",
    text: tortureRequest("scalarlg", "INVITE", { cseq: "9292394834772304023312 OPTIONS" }).replace(
      /^.*\r\n/,
      "SIP/2.0 503 Service Unavailable\r\nRetry-After: 949302838503028349304023988\r\n",
    ),
    answer: null,
  },
  buildInviteCase("quotbal", "a quoted string that does not end", {
    answer: "400",
    to: '"Mr. J. User <sip:j.user@example.com>',
  }),
  buildInviteCase("ltgtruri", "<> around the Request-URI", {
    answer: "400",
    uri: "<sip:user@example.com>",
  }),
  buildInviteCase("lwsruri", "a blank within the Request-URI", {
    answer: "400",
    uri: "sip:user@example.com; lr",
  }),
  {
    name: "lwsstart",
    what: "several blanks in the request line, which the RFC allows us to accept",
    text: tortureInvite("lwsstart").replace(/^INVITE (\S+) /, "INVITE  $1  "),
    answer: "100",
    isCall: true,
  },
  {
    name: "trws",
    what: "blanks after the request line",
    text: tortureRequest("trws", "OPTIONS").replace("SIP/2.0\r\n", "SIP/2.0  \r\n"),
    answer: null,
  },
  buildInviteCase("escruri", "escaped headers in the Request-URI, which are ignored", {
    uri: "sip:user@example.com?Route=%3Csip:example.com%3E",
  }),
  buildInviteCase("baddate", "a time zone that is not GMT, in a header that we do not use", {
    more: ["Date: Fri, 01 Jan 2010 16:00:00 EST"],
  }),
  buildRequestCase("regbadct", "a Contact without the brackets that it needs", {
    method: "REGISTER",
    answer: "405",
    more: ["Contact: sip:user@example.com?Route=%3Csip:sip.example.com%3E"],
  }),
  // Accepted: the blanks can be separated from the address.
  buildRequestCase("badaspec", "blanks within an address", {
    method: "OPTIONS",
    answer: "200",
    to: '"Watson, Thomas" < sip:t.watson@example.org >',
  }),
  buildRequestCase("baddn", "characters in a display name that need quotes", {
    method: "OPTIONS",
    answer: "200",
    from: "Bell, Alexander <sip:a.g.bell@example.com>;tag=43",
  }),
  buildRequestCase("badvers", "an unknown version", {
    method: "OPTIONS",
    answer: "505",
    version: "SIP/7.0",
  }),
  buildRequestCase("mismatch01", "a method that is not that of CSeq", {
    method: "OPTIONS",
    answer: "400",
    cseq: "8 INVITE",
  }),
  buildRequestCase("mismatch02", "an unknown method that is not that of CSeq", {
    method: "NEWMETHOD",
    answer: "400",
    cseq: "8 INVITE",
  }),
  {
    name: "bigcode",
    what: "a status code beyond the valid range",
    text: tortureRequest("bigcode", "INVITE").replace(
      /^.*\r\n/,
      "SIP/2.0 4294967301 better not break\r\n",
    ),
    answer: null,
  },
];
