import { describe, expect, test } from "vitest";

import { defineSound, voiceSounds } from "./voice-sounds.ts";

describe("the softphone's sounds", () => {
  test("[VD61] are all fifteen, below the sounds base URL", () => {
    const sounds = voiceSounds("https://cdn.example.com/sounds/");

    expect(Object.keys(sounds)).toHaveLength(15);
    expect(sounds["incoming"]).toBe("https://cdn.example.com/sounds/incoming.wav");
    expect(sounds["dtmfh"]).toBe("https://cdn.example.com/sounds/dtmfh.wav");
  });

  test("[VD31] need a name and a url", () => {
    expect(() => defineSound("", "/a.wav")).toThrow("A sound needs a name and a url");
    expect(() => defineSound("ring", "")).toThrow("A sound needs a name and a url");
  });
});
