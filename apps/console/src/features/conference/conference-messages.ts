export const conferenceMessages = {
  title: "Conference",
  none: "No call on the selected line",
  noneWords: "Talk with a caller first, then bring others in.",
  people: "{count, plural, one {Conference, # person} other {Conference, # people}}",
  onAir: "On air with all of them",
  with: "With {name}: choose whom to bring in.",
  members: "In the conference",
  bringIn: "Bring in",
  contacts: "Contacts",
  add: "Add",
  addLabel: "Bring {name} into the conference",
  nobody: "Nobody can be brought in now. Who waits or is on your hold appears here.",
  mute: "Mute",
  muted: "Muted",
  muteLabel: "Mute {name}",
  hold: "Hold",
  holdLabel: "Hold {name}",
  resume: "Resume",
  resumeLabel: "Let {name} back",
  removeLabel: "Take {name} out of the conference",
  talk: "Talk privately",
  talkLabel: "Talk privately with {name}",
  endTalkback: "Back on hold",
  endTalkLabel: "Put {name} back on hold in the conference",
  number: "Number",
  ring: "Ring",
  holdAll: "Hold all",
  resumeAll: "Resume all",
  leave: "Leave, keep them on",
  status: {
    in: "in the conference",
    speaking: "talking",
    ringing: "rings",
    on_hold: "hears music",
    muted: "is not heard",
    private: "in a private talk",
  },
} as const;

declare module "../../lib/messages.ts" {
  interface Messages {
    conference: typeof conferenceMessages;
  }
}
