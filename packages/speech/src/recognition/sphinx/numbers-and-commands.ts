/** What `speechModel="numbers_and_commands"` listens for, beside the hints. */
export const NUMBERS_AND_COMMANDS = [
  ..."yes,no,yeah,okay,correct,wrong,cancel,stop,start,help,repeat,continue,next,previous".split(
    ",",
  ),
  ..."back,go back,menu,main menu,exit,goodbye,operator,representative,agent,skip".split(","),
  "$OPERAND",
  "$OOV_CLASS_DIGIT_SEQUENCE",
].join(",");
