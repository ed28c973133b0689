export const winStatusWordsDe = {
  to_collect: "abzuholen",
  collected: "abgeholt",
  sent: "verschickt",
  expired: "verfallen",
  withdrawn: "zurückgenommen",
};
