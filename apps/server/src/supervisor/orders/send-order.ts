import { connect, type Socket } from "node:net";

import { hasCode } from "@linedesk/base";
import { type Order, type OrderAnswer, orderAnswerSchema } from "./order.ts";

const ANSWER_TIMEOUT_MS = 120_000;

/**
 * Sends an order to the supervisor and resolves with its answer; with `null` when no supervisor
 * accepts orders at this path.
 */
export async function sendOrder(path: string, order: Order): Promise<OrderAnswer | null> {
  const socket = connect(path);
  try {
    return readAnswer(await exchangeLines(socket, JSON.stringify(order)));
  } catch (error) {
    if (hasCode(error, "ECONNRESET")) {
      return NO_ANSWER;
    }
    // A supervisor of an earlier release has no socket. The socket's file of a killed supervisor
    // stays.
    if (hasCode(error, "ENOENT") || hasCode(error, "ECONNREFUSED")) {
      return null;
    }
    throw error;
  } finally {
    socket.destroy();
  }
}

/** Sends a line, and resolves with everything that the other end sends until it ends. */
function exchangeLines(socket: Socket, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    socket.once("error", reject);
    socket.once("close", () => resolve(text));
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy());
    socket.write(`${line}\n`);
  });
}

function readAnswer(text: string): OrderAnswer {
  return text === "" ? NO_ANSWER : orderAnswerSchema.parse(JSON.parse(text));
}

const NO_ANSWER: OrderAnswer = {
  code: "no_answer",
  message: 'The supervisor gave no answer. "linedesk status" shows the parts of the station.',
};
