import type { ReactNode } from "react";

import { DialForm } from "../src/features/dial/DialForm.tsx";
import type { DialView } from "../src/features/dial/use-dial-limits.ts";
import { Keypad } from "../src/features/lines/Keypad.tsx";
import { ago } from "./a-call.ts";

function nothing() {
  return undefined;
}

const joan = {
  numberDisplay: "02 5550 2210",
  kind: "landline",
  country: "AU",
  name: "Joan Mercer",
  lastCallAt: ago(19 * 86_400),
  refused: null,
} as const;

function aDial(over: Partial<DialView> = {}): DialView {
  return {
    draft: "0255502210",
    type: nothing,
    offers: [],
    number: joan,
    from: { numberDisplay: "02 7010 0000", name: "2ZZ main" },
    line: { number: 1, carries: null, isFed: false },
    maxMinutes: 60,
    call: nothing,
    sending: false,
    because: null,
    refused: null,
    result: null,
    ...over,
  };
}

/** The states of the dial panel, by the id of the scene. */
export const dialStates: Record<string, ReactNode> = {
  "dial-empty": <DialForm view={aDial({ draft: "", number: null, call: null })} />,
  "dial-typed": (
    <DialForm
      view={aDial({ line: { number: 1, carries: { name: "Kim Ng", does: "hold" }, isFed: false } })}
    />
  ),
  "dial-confer": (
    <DialForm
      view={aDial({
        line: { number: 1, carries: { name: "Kim Ng", does: "confer" }, isFed: false },
      })}
    />
  ),
  "dial-refused": (
    <DialForm
      view={aDial({
        draft: "1902 123 456",
        number: {
          ...joan,
          name: null,
          lastCallAt: null,
          refused: "This station does not call numbers with this prefix.",
        },
      })}
    />
  ),
  "dial-name": (
    <DialForm
      view={aDial({
        draft: "joa",
        offers: [{ id: "j", label: joan.name, detail: joan.numberDisplay, choose: nothing }],
        number: {
          ...joan,
          name: null,
          lastCallAt: null,
          refused: "This is not a telephone number. Enter it with its area code.",
        },
      })}
    />
  ),
  "dial-offline": <DialForm view={aDial({ call: null, because: "offline" })} />,
  "dial-ringing": (
    <DialForm view={aDial({ result: { who: "Joan Mercer", outcome: null, redial: null } })} />
  ),
  "dial-busy": (
    <DialForm view={aDial({ result: { who: "Joan Mercer", outcome: "busy", redial: nothing } })} />
  ),
};

/** The states of the keypad, by the id of the scene. */
export const keypadStates: Record<string, ReactNode> = {
  "keypad-open": (
    <Keypad view={{ number: 1, name: "Kim Ng", send: nothing, use: null }} close={nothing} />
  ),
  "keypad-over": (
    <Keypad
      view={{ number: 1, name: null, send: null, use: { name: "Sam Tran", run: nothing } }}
      close={nothing}
    />
  ),
};
